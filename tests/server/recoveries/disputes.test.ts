import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Here, held, later, mustAddUp, pay, rowsOf, test, told } from './support.ts'

/** A payment of ₹5,210 that was credited to the first, and is said to be the second’s. */
async function disputed(here: Here, to: IdOf<'collector'>) {
  const { loanId } = await held(here)
  await pay(here, loanId, 521_000)
  const [row] = await rowsOf(here)
  const { id } = row!
  await here.as('leader').recoveries.dispute({ id, version: row!.version, to, reason: 'promisedToMe' })
  const [now] = await rowsOf(here)
  return { id, loanId, version: now!.version }
}

test('a team leader disputes, a manager decides: taken back from one, credited to the other, and the sums are right', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id, version } = await disputed(here, colleague)
  expect(await rowsOf(here)).toMatchObject([
    {
      state: 'disputed',
      disputeState: 'pending',
      disputeTo: { id: colleague },
      disputedBy: { name: 'Collection team leader' },
    },
  ])
  const [waiting] = (await as('manager').approvals.list({ q: 'page:recoveries' })).rows
  expect(waiting).toMatchObject({ id, command: 'recoveries.pass', reason: 'promisedToMe', amount: { minor: 521_000 } })
  expect(waiting!.changes).toMatch(/^Collector: .+ → Collector second$/)
  await later(here, 5)

  const passed = await as('manager').recoveries.pass({ id, version, note: 'Promise noted' })

  expect(passed).toMatchObject({ state: 'corrected', disputeState: 'accepted', note: 'Promise noted' })
  const rows = await rowsOf(here)
  // at the rate of the day it was paid on, not of that of the decision
  expect(rows.map(told)).toEqual([
    ...['first corrected 521000 41680', 'first corrected -521000 -41680', 'second attributed 521000 41680'],
  ])
  expect(rows.slice(1)).toMatchObject([
    { entry: 'correction', originalId: id, disputeState: null },
    { entry: 'correction', originalId: id, disputeState: null, stage: { id: 'S1' }, overdueDays: 5 },
  ])
  expect(rows.every(({ paymentId, paidAt }) => paymentId === rows[0]!.paymentId && paidAt === rows[0]!.paidAt)).toBe(
    true,
  )
  expect((await as('manager').approvals.list({ q: 'page:recoveries' })).rows).toEqual([])
  await mustAddUp(here)
})

test('refused, it stays with whom it was credited to, and may be disputed again', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id, version } = await disputed(here, colleague)

  await as('executive').recoveries.reject({ id, version, note: 'Paid before' })

  const [row] = await rowsOf(here)
  expect(told(row!)).toBe('first attributed 521000 41680')
  expect(row).toMatchObject({ disputeState: 'refused', decidedBy: { name: 'Executive' }, note: 'Paid before' })
  await as('leader').recoveries.dispute({ id, version: row!.version, to: colleague, reason: 'x' })
  expect(await rowsOf(here)).toMatchObject([{ state: 'disputed', disputeState: 'pending', note: null }])
})

test('it is decided once, and never by whoever has asked or may not', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id, version } = await disputed(here, colleague)
  for (const who of ['leader', 'ops', 'collector', 'supervisor'] as const) {
    await expect(as(who).recoveries.pass({ id, version })).rejects.toMatchObject({ code: 403 })
  }
  await server.app.database.query(`update recovery_disputes set maker_id = 'S-manager'`)
  await expect(as('manager').recoveries.pass({ id, version })).rejects.toMatchObject({ fault: 'own_request' })

  const twice = await Promise.allSettled([1, 2].map(() => as('executive').recoveries.pass({ id, version })))

  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [{ version: next }] = (await rowsOf(here)) as never as [{ version: never }]
  await expect(as('executive').recoveries.pass({ id, version: next })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
  await expect(as('executive').recoveries.reject({ id, version: next, note: 'x' })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
  expect(await rowsOf(here)).toHaveLength(3)
})

test('nothing is disputed for whoever has it, for nobody one may give cases to, nor what takes a row back', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 521_000)
  const [row] = await rowsOf(here)
  const ask = (
    of: { id: IdOf<'recovery'>; version: unknown },
    to: string,
    who: 'leader' | 'manager' | 'collector' = 'leader',
  ) => as(who).recoveries.dispute({ id: of.id, version: of.version as never, to: to as never, reason: 'x' })

  await expect(ask(row!, row!.collector.id)).rejects.toMatchObject({
    fault: 'same_collector',
    fields: [{ field: 'to' }],
  })
  await expect(ask(row!, 'S-leader')).rejects.toMatchObject({ fault: 'unknown_collector', fields: [{ field: 'to' }] })
  await expect(ask(row!, colleague, 'manager')).rejects.toMatchObject({ code: 403 })
  await expect(ask(row!, colleague, 'collector')).rejects.toMatchObject({ code: 403 })
  await ask(row!, colleague)
  await expect(ask({ id: row!.id, version: (row!.version + 1) as never }, colleague)).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
  await as('manager').recoveries.pass({ id: row!.id, version: (row!.version + 1) as never })
  const [, back, next] = await rowsOf(here)
  await expect(ask(back!, colleague)).rejects.toMatchObject({ fault: 'not_allowed_now' })
  await ask(next!, row!.collector.id)
  expect(await rowsOf(here, 'state:disputed')).toMatchObject([{ id: next!.id, disputeTo: { id: row!.collector.id } }])
})

/** Has the payment of an order taken back. */
async function bounce({ as }: Here, loanId: IdOf<'loan'>) {
  const [paid] = (await as('admin').payments.list({ q: `loanId:${loanId}` })).rows
  await as('ops').payments.askReversal({ id: paid!.id, version: paid!.version, reason: 'Returned' })
  await as('executive').payments.reverse({ id: paid!.id, version: (Number(paid!.version) + 1) as never })
}

test('a payment that bounces while it is disputed ends the dispute', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  await given.parameter('payment.reversal', true)
  const { id, loanId } = await disputed(here, colleague)

  await bounce(here, loanId)

  const rows = await rowsOf(here)
  expect(rows.map(told)).toEqual(['first reversed 521000 41680', 'first reversed -521000 -41680'])
  expect(rows[0]).toMatchObject({ disputeState: 'overtaken' })
  await expect(as('manager').recoveries.pass({ id, version: rows[0]!.version })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
  expect((await as('manager').approvals.list({ q: 'page:recoveries' })).rows).toEqual([])
})

test('one that bounces after a dispute is taken back from whoever has it by then', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  await given.parameter('payment.reversal', true)
  const { id, version, loanId } = await disputed(here, colleague)
  await as('manager').recoveries.pass({ id, version })

  await bounce(here, loanId)

  expect((await rowsOf(here)).map(told)).toEqual([
    ...['first corrected 521000 41680', 'first corrected -521000 -41680'],
    ...['second reversed 521000 41680', 'second reversed -521000 -41680'],
  ])
  await mustAddUp(here)
})
