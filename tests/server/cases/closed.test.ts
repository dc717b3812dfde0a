import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import type { IdOf, Version } from '#contract/kernel/values.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'
import { dayMs, tell } from '../payments/support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>

const caseOf = async ({ as }: Pick<World, 'as'>, id: string, listing: 'open' | 'closed' = 'open') =>
  (await as('leader').cases[listing]({ q: `id:${id}` })).rows[0]
const later = (here: Here, days: number) =>
  moveTo(here, new Date(here.clock.now().getTime() + days * dayMs).toISOString())
/** Ends a case by hand. */
async function end({ as }: Pick<World, 'as'>, id: IdOf<'case'>): Promise<Version> {
  const { version } = (await caseOf({ as }, id))!
  return (await as('leader').cases.end({ id, version, reason: 'cancelled' })).version
}

test('a closed case tells what was paid meanwhile, how long somebody had it, and how promises ended', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await given.case({ collector: 'collector', phone: '9000012345' })
  await server.app.database.query('update cases set allocated_at = $2 where id = $1', [id, clock.now()])
  const { version } = (await caseOf(here, id))!
  await as('collector').followUps.add({
    ...{ id, version, number: 'own', way: 'phone', result: 1, willingness: 1, remark: 'x' },
    promises: [
      { amount: money('500', 'INR'), promisedFor: '2026-03-11' as never },
      { amount: money('1000', 'INR'), promisedFor: '2026-03-14' as never },
    ],
    nextAt: '2026-03-13T04:30:00Z' as never,
  })
  await later(here, 2)
  await server.app.taskRunners.get('endPromises')!(server.app)
  await tell(here, { loanId, amountMinor: 100_000 })
  await end(here, id)
  await later(here, 1)
  // after its end: not the case's
  await tell(here, { loanId, amountMinor: 20_000, ref: 'P2', paymentNo: 'PN2', utr: '000000000002' })

  const closed = await caseOf(here, id, 'closed')

  expect(closed).toMatchObject({ state: 'closed', closeReason: 'cancelled', recovered: { minor: 100_000 } })
  expect(closed).toMatchObject({ daysHeld: 2, followUps: 1, promisesKept: 1, promisesBroken: 1 })
  const listed = await as('leader').cases.closed({ q: 'recovered>900 promisesKept:1 closeReason:cancelled' })
  expect(listed.rows.map((row) => row.id)).toEqual([id])
  expect(await caseOf(here, id)).toBeUndefined()
})

test('a reopened case is whose it was, and they work it on', async ({ as, given }) => {
  const { id } = await given.case({ collector: 'collector' })
  const version = await end({ as }, id)

  const reopened = await as('leader').cases.reopen({ id, version })

  expect(reopened).toMatchObject({ state: 'allocated', collector: { id: 'S-collector' } })
  expect((await as('collector').cases.open()).rows.map((row) => row.id)).toEqual([id])
})

test('where whoever had it has the stage no more, a reopened case waits', async ({ as, given, server }) => {
  const { id } = await given.case({ collector: 'collector' })
  const version = await end({ as }, id)
  await server.app.database.query(`delete from collector_stages where collector_id = 'S-collector' and stage = 'S1'`)

  expect(await as('leader').cases.reopen({ id, version })).toMatchObject({ state: 'allocating', collector: null })
})

test('a case whose order has left its stage, owes nothing or has another stays closed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const rolled = await given.case({ collector: 'collector' })
  const paid = await given.case({ collector: 'collector' })
  const twice = await given.case({ collector: 'collector' })
  const versions = new Map<string, Version>()
  for (const { id } of [rolled, paid, twice]) versions.set(id, await end(here, id))
  const reopen = ({ id }: typeof rolled) => as('leader').cases.reopen({ id, version: versions.get(id)! })
  await server.app.database.query(
    `insert into cases (id, loan_id, state, stage, unit_path, opened_at)
       select 'CS-other', loan_id, 'allocating', stage, unit_path, opened_at from cases where id = $1`,
    [twice.id],
  )
  await expect(reopen(twice)).rejects.toMatchObject({ code: 400, fault: 'case_open' })
  const { repayable } = (await caseOf(here, paid.id, 'closed'))!
  await tell(here, { loanId: paid.loanId, amountMinor: repayable.minor })
  await expect(reopen(paid)).rejects.toMatchObject({ fault: 'left_stage' })
  await later(here, 20)
  await expect(reopen(rolled)).rejects.toMatchObject({ fault: 'left_stage', msg: expect.stringContaining('S1') })
  await expect(as('collector').cases.reopen({ id: rolled.id, version: 1 as Version })).rejects.toMatchObject({
    code: 403,
  })
})

test('an open case is due when its order is, also once it is opened again; another version it is not by that', async ({
  as,
  given,
  server,
}) => {
  const { id, loanId } = await given.case({ collector: 'collector' })
  const moveDue = (day: string) =>
    server.app.database.query('update loans set due_date = $2 where id = $1', [loanId, day])
  const before = (await caseOf({ as }, id))!

  await moveDue('2026-02-20')
  const moved = (await caseOf({ as }, id))!
  expect(moved).toEqual({ ...before, dueDate: '2026-02-20', overdueDays: moved.overdueDays })
  expect(moved.overdueDays).not.toBe(before.overdueDays)
  expect((await as('leader').cases.open({ q: 'dueDate:2026-02-20' })).rows.map((row) => row.id)).toEqual([id])

  const version = await end({ as }, id)
  await moveDue(before.dueDate!)
  await as('leader').cases.reopen({ id, version })

  expect(await caseOf({ as }, id)).toMatchObject({ dueDate: before.dueDate, overdueDays: before.overdueDays })
})
