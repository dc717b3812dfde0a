import PgBoss from 'pg-boss'
import type { AppContext } from '#server/kernel/call/context.ts'

/** Job: work that runs by the clock, or when asked for, on one of all servers. Running it twice must be harmless. */
export interface Job {
  /** What staff and logs know it by: `sealAudit`. */
  readonly id: string
  /** When it runs, as cron in UTC; none: only when asked for. */
  readonly cron?: string
  run(app: AppContext, data: Readonly<Record<string, unknown>>): Promise<void>
}

/** The schedule and its workers. */
export interface Jobs {
  /** Has a job run as soon as a worker is free. */
  enqueue(id: string, data?: Record<string, unknown>): Promise<void>
  stop(): Promise<void>
}

/** Starts the workers of `jobs`. One job of a kind runs at a time, whatever the number of servers. */
export async function startJobs(app: AppContext, jobs: readonly Job[]): Promise<Jobs> {
  const { database, log } = app
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
    await boss.createQueue(job.id, { name: job.id, policy: 'stately' })
    await boss.work<Record<string, unknown>>(job.id, { pollingIntervalSeconds: 2 }, async ([one]) => {
      await job.run(app, one?.data ?? {}).catch((error: unknown) => {
        log.error({ err: error }, job.id)
        throw error // it is tried again
      })
    })
    if (job.cron) await boss.schedule(job.id, job.cron)
  }
  return {
    async enqueue(id, data = {}) {
      await boss.send(id, data)
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 5_000 }),
  }
}
