import PgBoss from 'pg-boss'
import type { AppContext } from '#server/kernel/call/context.ts'

/** Job: work that runs by the clock, on one of all servers. Running it twice must be harmless. */
export interface Job {
  /** What staff and logs know it by: `sealAudit`. */
  readonly id: string
  /** When it runs, as cron in UTC. */
  readonly cron: string
  run(app: AppContext): Promise<void>
}

/** The schedule and its workers. */
export interface Jobs {
  stop(): Promise<void>
}

/**
 * One run of a queue waits at most, and every server runs one at a time. Never one for all servers: what was under way in
 * a server that was killed would be waited for, a quarter of an hour long.
 */
const policy = 'short'

/** Starts the workers of `jobs`. */
export async function startJobs(app: AppContext, jobs: readonly Job[]): Promise<Jobs> {
  const { database, log, stopping } = app
  const boss = new PgBoss({
    schema: 'jobs',
    db: {
      executeSql: (text, values?: readonly unknown[]) => database.query(text, values?.length ? values : undefined),
    },
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 14,
    retryLimit: 2,
    retryBackoff: true,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  for (const job of jobs) {
    const queue = { name: job.id, policy } as const
    await boss.createQueue(job.id, queue)
    await boss.updateQueue(job.id, queue) // it may be there, with another policy
    await boss.work(job.id, { pollingIntervalSeconds: 2 }, async () => {
      await job.run(app).catch((error: unknown) => {
        if (!stopping.aborted) log.error({ err: error }, job.id)
        throw error // it is tried again
      })
    })
    await boss.schedule(job.id, job.cron)
  }
  return { stop: () => boss.stop({ graceful: true, wait: true, timeout: 5_000 }) }
}
