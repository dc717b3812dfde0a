import PgBoss from 'pg-boss'
import { expect, vi } from 'vitest'
import { startJobs } from '#server/kernel/jobs/jobs.ts'
import { test } from '#tests/support/server.ts'

const name = 'counted'

test('a job whose server was killed under way keeps no other from its next run', async ({ server: { app } }) => {
  const executeSql = (text: string, values?: readonly unknown[]) => app.database.query(text, values)
  const cron = '0 0 1 1 *' // asked for below
  const runs = vi.fn(async () => {})
  const jobs = await startJobs(app, [{ id: name, cron, run: runs }])
  try {
    const boss = new PgBoss({ schema: 'jobs', db: { executeSql }, schedule: false, supervise: false, migrate: false })
    await boss.start()
    await app.database.query(
      `insert into jobs.job (name, policy, state, started_on) select name, policy, 'active', now() from jobs.queue where name = '${name}'`,
    )

    await boss.send(name, {})

    await vi.waitUntil(() => runs.mock.calls.length > 0, { timeout: 20_000 })
    await boss.stop({ graceful: false })
  } finally {
    await jobs.stop()
  }
  expect(runs).toHaveBeenCalledTimes(1)
})
