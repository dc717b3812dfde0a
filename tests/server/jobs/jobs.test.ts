import { expect, vi } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { jobsSettled, runScheduler } from '#server/modules/jobs/runner.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { test as base, type World } from '#tests/support/server.ts'

const id = (text: string) => text as IdOf<'job'>
const nothing = { done: 0, refused: 0 }

interface Tasks {
  /** The standing tasks, whose classes do what a test says, and nothing where it says nothing. */
  does: (name: string, work: TaskRunner) => void
}
const test = base.extend<Tasks>({
  does: async ({ server }, use) => {
    const taskRunners = server.app.taskRunners as Map<string, TaskRunner> // the server's own, put back below
    const own = [...taskRunners]
    for (const [name] of own) taskRunners.set(name, async () => nothing)
    await addStandingJobs(server.app)
    await use((name, work) => void taskRunners.set(name, work))
    await jobsSettled()
    for (const [name, work] of own) taskRunners.set(name, work)
  },
})

const runsOf = async ({ as }: Pick<World, 'as'>, name: string) =>
  (await as('executive').jobs.detail({ id: id(name) })).runs

test('every installation has its tasks, each with its next turn on the clock of the country', async ({ as, does }) => {
  does('doDisburse', async () => nothing)

  const { rows } = await as('executive').jobs.list({ q: '' })

  expect(rows.map(({ id: task, cycle, nextAt }) => [task, cycle, nextAt])).toEqual(
    expect.arrayContaining([
      ['doDisburse', '* * * * *', '2026-03-10T06:01:00Z'],
      ['expireApprovals', '20 0 * * *', '2026-03-10T18:50:00Z'],
    ]),
  )
  for (const q of ['id:doDisburse', 'id:doDis*'])
    expect((await as('executive').jobs.list({ q })).rows.map((row) => row.id)).toEqual(['doDisburse'])
})

test('a task run by hand goes on by itself, and its run tells who, when and what came of it', async ({ as, does }) => {
  does('expireApprovals', async () => ({ done: 3, refused: 1 }))
  const { job } = await as('ops').jobs.detail({ id: id('expireApprovals') })

  await as('ops').jobs.run({ id: job.id, version: job.version })
  await jobsSettled()

  const detail = await as('ops').jobs.detail({ id: job.id })
  expect(detail.job).toMatchObject({ lastRun: 'success', success: 1, fail: 0, lastAt: '2026-03-10T06:00:00Z' })
  expect(detail.runs).toMatchObject([
    { state: 'success', trigger: 'person', startedBy: 'Operations', done: 3, refused: 1, durationMs: 0, log: null },
  ])
})

test('what a task throws is in its run, and the next run starts all the same', async ({ as, does }) => {
  does('doDisburse', () => Promise.reject(new Error('no channel')))
  const { job } = await as('ops').jobs.detail({ id: id('doDisburse') })
  await as('ops').jobs.run({ id: job.id, version: job.version })
  await jobsSettled()
  does('doDisburse', async () => nothing)
  await as('ops').jobs.run({ id: job.id, version: job.version })
  await jobsSettled()

  const { runs, job: after } = await as('ops').jobs.detail({ id: job.id })

  expect(runs.map(({ state, log }) => [state, log])).toEqual([
    ['success', null],
    ['fail', 'no channel'],
  ])
  expect(after).toMatchObject({ success: 1, fail: 1, lastRun: 'success' })
})

test('a task whose last run has failed is told on Home until a run of it succeeds', async ({ as, does }) => {
  const failed = async () => (await as('ops').overview.waiting()).piles.find((pile) => pile.id === 'jobsFailed')?.count
  const run = async () => {
    const { job } = await as('ops').jobs.detail({ id: id('doDisburse') })
    await as('ops').jobs.run({ id: job.id, version: job.version })
    await jobsSettled()
  }
  does('doDisburse', () => Promise.reject(new Error('no channel')))

  await run()
  const told = await failed()
  does('doDisburse', async () => nothing)
  await run()

  expect(told).toBe(1)
  expect(await failed()).toBe(0)
})

test('turns that were missed are caught up by one run, and the next turn is ahead', async ({
  as,
  does,
  server,
  clock,
}) => {
  const work = vi.fn(async () => nothing)
  does('expireApprovals', work)
  clock.forward(3 * 86_400_000)

  await runScheduler(server.app)
  await jobsSettled()

  expect(work).toHaveBeenCalledTimes(1)
  const { job } = await as('executive').jobs.detail({ id: id('expireApprovals') })
  expect(job).toMatchObject({ success: 1, nextAt: '2026-03-13T18:50:00Z' })
  expect(await runsOf({ as }, 'expireApprovals')).toMatchObject([{ trigger: 'cycle', startedBy: 'schedule' }])
})

test('a task that is off waits until somebody runs it, and does not make up for it when it is on again', async ({
  as,
  does,
  server,
  clock,
}) => {
  const work = vi.fn(async () => nothing)
  does('expireApprovals', work)
  const { job } = await as('admin').jobs.detail({ id: id('expireApprovals') })
  const off = await as('admin').jobs.setState({ id: job.id, version: job.version, state: 'disabled' })
  expect(off.nextAt).toBeNull()
  clock.forward(20 * 60_000)
  await server.app.database.query(`update job_progress set next_at = now() - interval '1 year'`)

  await runScheduler(server.app)
  await jobsSettled()
  expect(work).not.toHaveBeenCalled()
  await as('ops').jobs.run({ id: job.id, version: off.version })
  await jobsSettled()
  expect(work).toHaveBeenCalledTimes(1)

  const on = await as('admin').jobs.setState({ id: job.id, version: off.version, state: 'enabled' })
  expect(on.nextAt).toBe('2026-03-10T18:50:00Z')
})

test('a run that finds another of its task under way is skipped', async ({ as, does, server, clock }) => {
  let finish = () => {}
  const work = vi.fn(() => new Promise<typeof nothing>((resolve) => (finish = () => resolve(nothing))))
  does('doDisburse', work)
  clock.forward(60_000)
  await runScheduler(server.app)
  await expect.poll(() => work).toHaveBeenCalledTimes(1)
  clock.forward(60_000)

  await runScheduler(server.app)
  const states = async () => (await runsOf({ as }, 'doDisburse')).map(({ state }) => state)
  await expect.poll(states).toEqual(['skipped', 'running'])
  const { job } = await as('ops').jobs.detail({ id: id('doDisburse') })
  const byHand = as('ops').jobs.run({ id: job.id, version: job.version })
  await expect(byHand).rejects.toMatchObject({ fault: 'run_under_way' })

  finish()
  await jobsSettled()
  expect(work).toHaveBeenCalledTimes(1)
})

test('a run whose server is gone is given up after a minute, and its task runs again', async ({
  as,
  does,
  server,
  clock,
}) => {
  const work = vi.fn(async () => nothing)
  does('doDisburse', work)
  const { database } = server.app
  const at = clock.now().toISOString()
  await database.query(
    `insert into job_runs (job_id, state, trigger, started_by, queued_at, started_at)
     values ('doDisburse', 'running', 'cycle', 'schedule', '${at}', '${at}')`,
  )
  await database.query(`update job_progress set running = 1, alive_at = '${at}' where job_id = 'doDisburse'`)
  clock.forward(61_000)

  await runScheduler(server.app)
  await jobsSettled()

  expect(work).toHaveBeenCalledTimes(1)
  expect((await runsOf({ as }, 'doDisburse')).map(({ state, log }) => [state, log])).toEqual([
    ['success', null],
    ['fail', 'the server stopped'],
  ])
})

/** A run that some server began and never ended. */
const lostRun = async ({ server, clock }: Pick<World, 'server' | 'clock'>, task: string) => {
  const { database } = server.app
  const at = clock.now().toISOString()
  const { rows } = await database.query(
    `insert into job_runs (job_id, state, trigger, started_by, queued_at, started_at)
     values ('${task}', 'running', 'cycle', 'schedule', '${at}', '${at}') returning id`,
  )
  await database.query(`update job_progress set running = ${rows[0]!.id}, alive_at = '${at}' where job_id = '${task}'`)
}

test('what its server has left in the middle runs again, though its next turn is far', async ({
  as,
  does,
  server,
  clock,
}) => {
  const work = vi.fn(async () => nothing)
  does('doLate', work)
  await lostRun({ server, clock }, 'doLate')
  clock.forward(61_000)

  await runScheduler(server.app)
  await jobsSettled()

  expect(work).toHaveBeenCalledTimes(1)
  const runs = await runsOf({ as }, 'doLate')
  expect(runs.map(({ state, trigger }) => [state, trigger])).toEqual([
    ['success', 'cycle'],
    ['fail', 'cycle'],
  ])
})

test('a task that stops its server again and again waits for its next turn', async ({ as, does, server, clock }) => {
  const work = vi.fn(async () => nothing)
  does('doLate', work)
  for (let i = 0; i < 2; i++) {
    await server.app.database.query(
      `insert into job_runs (job_id, state, trigger, started_by, queued_at, error)
       values ('doLate', 'fail', 'cycle', 'schedule', now(), 'the server stopped')`,
    )
  }
  await lostRun({ server, clock }, 'doLate')
  clock.forward(61_000)

  await runScheduler(server.app)
  await jobsSettled()

  expect(work).not.toHaveBeenCalled()
  expect(await runsOf({ as }, 'doLate')).toHaveLength(3)
})

const pay = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('doDisburse')!(server.app)

base(
  'the job pays every approved order out that may be, once, and leaves the others',
  async ({ as, given, server }) => {
    const [auto, manual] = [await given.loan({ state: 20 }), await given.loan({ state: 26 })]
    const unbound = await given.loan({ state: 20, card: { state: 'unbound' } })
    await given.loan({ state: 22 })

    const first = await pay({ server })
    const second = await pay({ server })

    expect(first).toMatchObject({ done: 2, refused: 1, refusals: [{ fault: 'card_not_bound', count: 1 }] })
    expect(second).toMatchObject({ done: 0, refused: 1 })
    for (const { id: loan } of [auto, manual]) {
      const { payouts, timeline } = await as('ops').loans.detail({ id: loan })
      expect(payouts).toHaveLength(1)
      // the sandbox may have paid already
      expect(timeline).toContainEqual(expect.objectContaining({ event: 'disburse', actor: 'doDisburse' }))
    }
    expect((await as('ops').loans.detail({ id: unbound.id })).loan.state).toBe(20)
  },
)

base('where orders are paid out by hand the job pays none', async ({ as, given, server }) => {
  await given.parameter('disburse.manual', true)
  const { id: loan } = await given.loan({ state: 20 })

  expect(await pay({ server })).toEqual(nothing)
  expect((await as('ops').loans.detail({ id: loan })).loan.state).toBe(20)
})

base(
  'an order that waits longer than anything can become of it ends, on the day after and not before',
  async ({ as, given, server, clock }) => {
    const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    const state = async (loan: { id: IdOf<'loan'> }) => (await as('ops').loans.detail(loan)).loan.state
    const orders = {
      approved: await given.loan({ state: 20, decidedAt: ago(14) }),
      old: await given.loan({ state: 26, decidedAt: ago(15) }),
      quota: await given.loan({ state: 23, decidedAt: ago(7) }),
      oldQuota: await given.loan({ state: 23, decidedAt: ago(8) }),
      failedLately: await given.loan({ state: 31, decidedAt: ago(20), failedAt: ago(7) }),
      failedLong: await given.loan({ state: 31, decidedAt: ago(20), failedAt: ago(8) }),
      undecided: await given.loan({ state: 22 }),
    }

    const tally = await server.app.taskRunners.get('expireApprovals')!(server.app)

    expect(tally).toEqual({ done: 3, refused: 0 })
    const states = await Promise.all(Object.values(orders).map(({ id: loan }) => state({ id: loan })))
    expect(states).toEqual([20, 70, 23, 70, 31, 70, 22])
    const { timeline } = await as('ops').loans.detail({ id: orders.old.id })
    expect(timeline.at(-1)).toMatchObject({
      event: 'expire',
      actor: 'expireApprovals',
      reason: 'valid until 2026-03-09',
    })
    expect(await server.app.taskRunners.get('expireApprovals')!(server.app)).toEqual(nothing)
  },
)
