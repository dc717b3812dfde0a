import { expect } from 'vitest'
import type { BusinessEvent } from '#contract/business-events.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { held, later, pay, test } from '../recoveries/support.ts'

const told = ({ kind, amount, unpaid, overdue }: BusinessEvent) =>
  [kind, amount?.minor, unpaid?.minor, overdue?.minor].filter((part) => part !== undefined).join(' ')

test('an order is told from its application to what came in, and the days count it', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await server.app.database.query(`insert into loan_decisions (loan_id, outcome, decided_by, at) values
    ('${loanId}', 'undecided', 'rule engine', '2026-02-25 05:00Z'), ('${loanId}', 'passed', 'S-reviewer', '2026-02-26 05:00Z')`)
  await later(here, 1)
  await pay(here, loanId, 100_000)
  await refreshDueFacts(server.app)

  const q = `loanId:${loanId}`
  const { rows } = await as('executive').businessEvents.list({ q })
  const { total, rows: days } = await as('executive').businessEvents.daily({ q })

  expect(rows.map(told).toSorted()).toEqual([
    ...['applied 500000', 'byReviewer', 'byRules', 'disbursed 500000', 'due 503500 503500 426000'],
    ...['received 100000', 'recovered 100000'],
  ])
  const value = (name: string) => total[name]?.value ?? null
  expect(value('lent')).toBe(500_000)
  expect(value('toReview')).toBe(1)
  expect(total.approved).toEqual({ value: 1, per: 1, rows: 1 })
  expect(total.missed).toEqual({ value: 503_500, per: 503_500, rows: 1 })
  expect(total.onTime).toEqual({ value: 0, per: 1, rows: 0 })
  expect(total.onTimeAmount).toEqual({ value: 0, per: null, rows: 0 })
  expect(value('overdue')).toBe(426_000)
  expect(value('received')).toBe(100_000)
  const [dueOn] = rows.filter(({ kind }) => kind === 'due').map(({ at }) => at.slice(0, 10))
  expect(days.find(({ value }) => value === dueOn)?.cells).toMatchObject({
    due: { value: 1 },
  })
  expect(days.find(({ value }) => value === '2026-02-26')?.cells).toMatchObject({
    ...{ disbursed: { value: 1 }, approved: { value: 1, per: 1 }, onTime: null },
  })
})

test('somebody who registers is told before there is an order, to whoever sees the day', async ({
  as,
  given,
  server,
  clock,
}) => {
  await held({ as, given, server, clock })
  await server.app.database.query(`update customers set registered_at = '2026-03-01 03:00Z'`)

  const { rows } = await as('executive').businessEvents.list({ q: 'kind:registered' })

  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ loanId, product, firstLoan }) => loanId === null && product === null && firstLoan)).toBe(true)
  await expect(as('collector').businessEvents.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('whoever holds cases is told of their orders and of no others, and a supervisor of what their departments lend', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await given.loan({ state: 20 })
  const ordersOf = async (who: 'executive' | 'group' | 'supervisor') => {
    const { rows } = await as(who).businessEvents.list({ q: 'kind:applied,disbursed' })
    return new Set(rows.map((event) => event.loanId))
  }

  expect((await ordersOf('executive')).size).toBeGreaterThan(1)
  expect([...(await ordersOf('group'))]).toEqual([loanId])
  expect((await ordersOf('supervisor')).size).toBe(0)
  await server.app.database.query(`update loans set department_id = 'AG1' where id = '${loanId}'`)
  expect([...(await ordersOf('supervisor'))]).toEqual([loanId])
})

test('what is known from today on is listed from local midnight on', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await refreshDueFacts(server.app)
  await moveTo(here, '2026-03-14T19:00:00Z') // half past midnight of the fifteenth
  await pay(here, loanId, 100_000)
  await refreshDueFacts(server.app)

  const { rows } = await as('executive').dueFacts.list({ q: `loanId:${loanId} no:knownUntil` })

  expect(rows.map(({ knownFrom }) => knownFrom)).toEqual(['2026-03-15'])
})
