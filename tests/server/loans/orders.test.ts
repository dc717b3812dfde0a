import { expect } from 'vitest'
import { tell } from '#tests/server/payments/support.ts'
import { test } from '#tests/support/server.ts'

test('the list of orders tells what each owes, has paid, and how it stands in the books', async ({
  as,
  given,
  server,
}) => {
  const { loanId, id } = await given.plan()
  await given.loan({ state: 20 })
  await server.app.database.query(`update plans set paid_penalty = 10000 where id = '${id}'`)

  const { rows } = await as('ops').loans.orders({ q: '' })

  expect(rows).toMatchObject([
    {
      ...{ id: loanId, state: 50, closure: 'notClosed', overdueDays: 5, kind: 'regular', stage: null, collector: null },
      ...{ penalty: { minor: 17_500 }, paid: { minor: 10_000 }, repayable: { minor: 511_000 }, reduced: false },
    },
  ])
})

test('the tax on a fee is told beside it: on the application, on the order, on the record and in the file', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const { loanId: id } = await given.plan()
  await server.app.database.query('update loans set fee_minor = 50000, gst_minor = 9000, received_minor = 441000')
  const charges = { fee: { minor: 50_000 }, gst: { minor: 9_000 } }

  const applications = await as('ops').loans.applications({ q: '' })
  const orders = await as('ops').loans.orders({ q: '' })
  const { loan } = await as('ops').loans.detail({ id })
  const headers = { authentication: await tokenOf('ops') }
  const file = await (await fetch(`${server.url}/api/export/pay-out`, { headers })).text()

  expect([applications.rows[0], orders.rows[0], loan]).toMatchObject([charges, charges, charges])
  const [headings, row] = file
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','))
  expect(row![headings!.indexOf('Tax on the fee (INR)')]).toBe('90.00')
})

test('an order that is not due yet says in how many days it is, one past due for how many it has been', async ({
  as,
  given,
}) => {
  await given.plan({ state: 30, dueDate: '2026-03-13' as never, charged: { penalty: 0 } })
  await given.plan()

  const { rows } = await as('ops').loans.orders({ q: 'sort:dueDate' })

  expect(rows.map(({ daysToDue, overdueDays }) => [daysToDue, overdueDays])).toEqual([
    [0, 5],
    [3, 0],
  ])
})

test('orders and applications are put in the order of what customers received', async ({ as, given, server }) => {
  const made = [await given.plan(), await given.plan(), await given.plan()]
  for (const [place, minor] of [40_000, 20_000, 30_000].entries())
    await server.app.database.query(`update loans set received_minor = ${minor} where id = '${made[place]!.loanId}'`)

  const { rows: orders } = await as('ops').loans.orders({ q: 'sort:received' })
  const { rows: applications } = await as('ops').loans.applications({ q: 'sort:received-' })

  expect(orders.map(({ received }) => received.minor)).toEqual([20_000, 30_000, 40_000])
  expect(applications.map(({ received }) => received.minor)).toEqual([40_000, 30_000, 20_000])
})

test('an order is found by its closure, its collector and what it owes', async ({ as, given }) => {
  await given.case({ collector: 'collector' })
  await given.plan()

  const count = async (q: string) => (await as('ops').loans.orders({ q })).rows.length

  expect(await count('closure:notClosed')).toBe(2)
  expect(await count('closure:repaidClosed')).toBe(0)
  expect(await count('stage:S1')).toBe(1)
  expect(await count('repayable>5000')).toBe(2)
})

test('an application says what it came to, and is found by it; one that can still change says nothing', async ({
  as,
  given,
}) => {
  for (const state of [21, 22, 27, 50, 70, 100] as const) await given.loan({ state })

  const { rows } = await as('ops').loans.applications({ q: '' })
  const found = async (q: string) => (await as('ops').loans.applications({ q })).rows.map(({ state }) => state)

  expect(Object.fromEntries(rows.map(({ state, finalState }) => [state, finalState]))).toEqual({
    ...{ 21: 'rejected', 22: null, 27: 'rejected', 50: null, 70: 'cancelled', 100: 'writtenOff' },
  })
  expect((await found('finalState:rejected')).toSorted()).toEqual([21, 27])
  expect(await found('finalState:cancelled')).toEqual([70])
  expect((await found('-finalState:rejected,cancelled,writtenOff')).toSorted()).toEqual([22, 50])
})

test('a collector sees the orders they hold, and their details; a team leader those of the agency', async ({
  as,
  given,
}) => {
  const held = await given.case({ collector: 'collector' })
  const free = await given.case()

  expect((await as('collector').loans.orders({ q: '' })).rows.map(({ id }) => id)).toEqual([held.loanId])
  expect((await as('collector').loans.detail({ id: held.loanId })).loan.id).toBe(held.loanId)
  await expect(as('collector').loans.detail({ id: free.loanId })).rejects.toMatchObject({ fault: 'not_found' })
  expect((await as('leader').loans.orders({ q: '' })).rows).toHaveLength(2)
  expect((await as('agency').loans.orders({ q: '' })).rows).toHaveLength(0)
})

test('an order whose case ends, or goes to somebody else, leaves the lists of whoever held it', async ({
  as,
  given,
  server,
  clock,
}) => {
  const seen = async () => {
    const { loans, plans, customers, payments } = as('collector')
    const lists = [loans.orders, plans.list, customers.list, payments.list, as('leader').extensions.list] as const
    const pages = await Promise.all(lists.map((list) => list({ q: '' })))
    return pages.map(({ rows }) => rows.length)
  }
  const ended = await given.case({ collector: 'collector' })
  const moved = await given.case({ collector: 'collector' })
  for (const { loanId } of [ended, moved]) {
    await tell({ as, server, clock }, { loanId, ref: loanId, utr: null, amountMinor: 10_000 })
    const { id, version } = (await as('ops').loans.detail({ id: loanId })).loan
    await as('ops').extensions.quote({ id, version })
  }
  expect(await seen()).toEqual([2, 2, 2, 2, 2])

  await as('leader').cases.end({ ...ended, reason: 'recalled' })
  expect(await seen()).toEqual([1, 1, 1, 1, 1])

  await server.app.database.query(`update cases set collector_id = 'S-collector2' where id = '${moved.id}'`)
  expect(await seen()).toEqual([0, 0, 0, 0, 1])
})

test('a pay-out that nobody has heard of is asked about when somebody wants to know, and again what its bank calls it', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id, version } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
  await server.app.database.query(
    `insert into sandbox.payouts (id, amount_minor, currency, callback_url, outcome, calls, due_at)
     values ('${id}-1', 425000, 'INR', 'http://127.0.0.1:9', 'paid', 0, '${clock.now().toISOString()}')`,
  )

  await as('ops').loans.queryPayout({ id, version })
  await server.dispatcher.flush()

  expect((await as('ops').loans.detail({ id })).loan.state).toBe(30)
  const { loan, payouts, timeline } = await as('ops').loans.detail({ id })
  await server.app.database.query(`update payouts set utr = null where loan_id = '${id}'`)

  await as('ops').loans.queryPayout({ id, version: loan.version })
  await server.dispatcher.flush()

  expect(await as('ops').loans.detail({ id })).toMatchObject({ payouts, timeline })
})

test('only an executive gives a debt up before its day, and only an overdue one', async ({ as, given }) => {
  const { loanId: id } = await given.plan()
  const version = 2 as never // the plan has set its due date
  const due = await given.loan({ state: 30 })

  await expect(as('manager').loans.badDebt({ id, version, reason: 'Fled' })).rejects.toMatchObject({ code: 403 })
  await expect(
    as('executive').loans.badDebt({ id: due.id, version: due.version, reason: 'Fled' }),
  ).rejects.toMatchObject({ fault: 'not_allowed_now' })
  expect(await as('executive').loans.badDebt({ id, version, reason: 'Fled' })).toMatchObject({ state: 90 })
  const { timeline } = await as('ops').loans.detail({ id })
  expect(timeline.at(-1)).toMatchObject({ from: 50, to: 90, event: 'badDebt', actor: 'Executive', reason: 'Fled' })
})
