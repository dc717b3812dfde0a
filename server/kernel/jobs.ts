import PgBoss from 'pg-boss'
import type { Ground } from './ground.ts'

/** Work that runs by the clock, or when asked for, on one of all servers. Running it twice must be harmless. */
export interface Job {
  /** What staff and logs know it by: `sealAudit`. */
  readonly id: string
  /** When it runs, as cron in UTC; none: only when asked for. */
  readonly cron?: string
  run(ground: Ground, data: Readonly<Record<string, unknown>>): Promise<void>
}

/** What a run of scheduled work came to: how many rows it did something to, and how many it could not. */
export interface Tally {
  readonly done: number
  readonly refused: number
}

/** Work that a scheduled task does. Running it twice must be harmless, and so must days without a run. */
export type Work = (ground: Ground) => Promise<Tally>

/** The schedule and its workers. */
export interface Jobs {
  /** Has a job run as soon as a worker is free. */
  ask(id: string, data?: Record<string, unknown>): Promise<void>
  stop(): Promise<void>
}

/** Starts the workers of `jobs`. One job of a kind runs at a time, whatever the number of servers. */
export async function startJobs(ground: Ground, jobs: readonly Job[]): Promise<Jobs> {
  const { database, log } = ground
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
      await job.run(ground, one?.data ?? {})
    })
    if (job.cron) await boss.schedule(job.id, job.cron)
  }
  return {
    async ask(id, data = {}) {
      await boss.send(id, data)
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 5_000 }),
  }
}
