import { expect, onTestFinished, test } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Database } from '#server/kernel/base/database.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { runScheduler } from '#server/modules/jobs/runner.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Server, startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { givenOn } from '#tests/support/given.ts'
import { asking } from '#tests/support/killed.ts'
import { manyLike, slowed } from '#tests/support/many.ts'

/** A database that is open for as long as a test: servers come and go on it. */
async function openForServers(): Promise<Database> {
  const database = await openForTests()
  onTestFinished(() => database.close())
  return { ...database, close: async () => {} }
}

const start = (database: Database): Promise<Server> =>
  startServer({ database, country: 'IN', secret: 'secret of the tests', port: 0, jobs: false, delivery: 'manual' })

/** How long a server takes to stop, in ms. */
async function stopped(server: Server): Promise<number> {
  const from = performance.now()
  await server.stop()
  return performance.now() - from
}

/** Long before what is under way in these tests is over. */
const soonMs = 4_000

test('a batch ends at its next row when its server stops, and goes on at the next one', async () => {
  const database = await openForServers()
  const first = await start(database)
  await manyLike(database, (await givenOn(first).loan({ state: 31 })).id, 150)
  const ask = await asking(first, 'manager')
  const asOf = new Date(Date.now() + 60_000)
  const selection = { listing: 'loans.failedPayouts', query: '', asOf, excluded: [] }
  const { id } = await ask('/batches/preview', { command: 'loans.redisburse', selection, args: {} })
  await slowed(database, 100)
  await ask('/session/prove', { proof: demoPassword })
  await ask('/batches/run', { id })
  const rows = async (outcome: string) =>
    Number((await database.query(`select count(*)::int as n from batch_items where outcome = '${outcome}'`)).rows[0]!.n)
  await expect.poll(() => rows('done')).toBeGreaterThan(2)

  const ms = await stopped(first)
  const left = await rows('waiting')
  await database.query('drop trigger dawdle on loans')
  const second = await start(database)
  await expect.poll(() => rows('waiting')).toBe(0)
  await second.settled()
  await second.stop()

  expect(ms).toBeLessThan(soonMs)
  expect(left).toBeGreaterThan(50)
  const { rows: batches } = await database.query('select state, success, fail from batches')
  expect(batches).toEqual([{ state: 'finished', success: 150, fail: 0 }])
})

/** A task without an end, and how many rows it has done. */
function endless() {
  let done = 0
  const run: TaskRunner = (app) =>
    forEachRow(
      {
        as: 'tests',
        next: async () => [String(done)],
        one: async () => async () => {
          done += 1
          return true
        },
      },
      app,
    )
  return { run, done: () => done }
}

test('a task ends at its next row when its server stops, and waits for the next one without having failed', async () => {
  const database = await openForServers()
  const [name, work] = ['doLate' as IdOf<'job'>, endless()]
  const first = await start(database)
  const runners = first.app.taskRunners as Map<string, TaskRunner> // the server's own, put back below
  const own = runners.get(name)!
  runners.set(name, work.run)
  const told = async () => {
    const { rows } = await database.query(
      `select state, error, started_at, running, last_run, fail from job_progress p
       join job_runs r on r.job_id = p.job_id where p.job_id = '${name}'`,
    )
    return rows
  }
  await database.query(`update job_progress set next_at = '2026-03-01' where job_id = '${name}'`)
  await runScheduler(first.app)
  await expect.poll(work.done).toBeGreaterThan(2)

  const ms = await stopped(first)
  const waiting = await told()
  runners.set(name, async () => ({ done: 1, refused: 0 }))
  const second = await start(database)
  await runScheduler(second.app)
  await second.stop()
  runners.set(name, own)

  expect(ms).toBeLessThan(soonMs)
  expect(waiting).toEqual([{ state: 'queued', error: null, started_at: null, running: null, last_run: null, fail: 0 }])
  expect(await told()).toMatchObject([{ state: 'success', running: null, last_run: 'success', fail: 0 }])
})
