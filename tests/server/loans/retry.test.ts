import { expect } from 'vitest'
import { doDisburse } from '#server/modules/loans/tasks.ts'
import { test, type World } from '#tests/support/server.ts'

type Order = Awaited<ReturnType<World['given']['loan']>>
const hourMs = 3_600_000

/** Orders whose pay-out has failed, and the number of hours that have gone by since. */
const hoursAgo = ({ clock }: Pick<World, 'clock'>, hours: number) => new Date(clock.now().getTime() - hours * hourMs)
const because = ({ server }: Pick<World, 'server'>, { id }: Order, code: string) =>
  server.app.database.query(`update loans set failure_code = '${code}' where id = '${id}'`)
const stateOf = async ({ as }: Pick<World, 'as'>, { id }: Order) => (await as('ops').loans.detail({ id })).loan.state
const nextTries = async ({ as }: Pick<World, 'as'>, q = '') =>
  (await as('ops').loans.failedPayouts({ q })).rows.map(({ id, nextTryAt }) => [id, nextTryAt])

test('what has failed for a passing reason is tried again once its hours are over, and once only', async ({
  as,
  given,
  server,
  clock,
}) => {
  await given.parameter('disburse.retryHours', 6)
  const order = await given.loan({ state: 31, failedAt: hoursAgo({ clock }, 5.75) })
  expect(await nextTries({ as })).toEqual([[order.id, '2026-03-10T06:15:00Z']])
  expect(await doDisburse(server.app)).toEqual({ done: 0, refused: 0 })

  clock.forward(hourMs / 4)
  const both = await Promise.all([doDisburse(server.app), doDisburse(server.app)])

  expect(both.reduce((all, { done }) => all + done, 0)).toBe(1)
  expect(await doDisburse(server.app)).toEqual({ done: 0, refused: 0 })
  const { loan, payouts, timeline } = await as('ops').loans.detail({ id: order.id })
  expect(loan).toMatchObject({ state: 29, attempts: 2 })
  expect(payouts.map(({ attempt, state }) => [attempt, state])).toEqual([
    [1, 'fail'],
    [2, 'paying'],
  ])
  expect(timeline.at(-1)).toMatchObject({ from: 31, to: 29, event: 'redisburse', actor: 'doDisburse' })
})

test('turns that were missed are caught up, where pay-outs are made by hand too', async ({
  as,
  given,
  server,
  clock,
}) => {
  await given.parameter('disburse.retryHours', 1)
  await given.parameter('disburse.manual', true)
  const [failed, fresh] = [await given.loan({ state: 31 }), await given.loan({ state: 20 })]
  clock.forward(3 * 24 * hourMs)

  expect(await doDisburse(server.app)).toEqual({ done: 1, refused: 0 })

  expect([await stateOf({ as }, failed), await stateOf({ as }, fresh)]).toEqual([29, 20])
})

test.for([
  ['nothing says so', 0, 'bank_down'],
  ['the card is not valid', 1, 'card_invalid'],
  ['the holder is called otherwise', 1, 'name_mismatch'],
  ['nobody knows why it failed', 1, 'other'],
] as const)('nothing is tried again by itself where %s', async ([, hours, code], { as, given, server, clock }) => {
  if (hours > 0) await given.parameter('disburse.retryHours', hours)
  const order = await given.loan({ state: 31, failedAt: hoursAgo({ clock }, 48) })
  await because({ server }, order, code)

  expect(await doDisburse(server.app)).toEqual({ done: 0, refused: 0 })

  expect(await stateOf({ as }, order)).toBe(31)
  expect(await nextTries({ as })).toEqual([[order.id, null]])
})

test('as often as by hand and no more, and under every guard of that', async ({ as, given, server, clock }) => {
  await given.parameter('disburse.retryHours', 1)
  await given.parameter('disburse.dailyCapMinor', 900_000)
  const failedAt = hoursAgo({ clock }, 2)
  const due = { state: 31, failedAt } as const
  const exhausted = await given.loan({ ...due, attempts: 5 })
  const refused = [
    await given.loan({ ...due, card: { state: 'unbound' } }),
    await given.loan({ ...due, card: { similarityPpm: 1 } }),
    await given.loan({ ...due, decidedAt: hoursAgo({ clock }, 24 * 15) }),
    await given.loan({ ...due, payout: 'paying' }),
  ]
  const [first, second] = [await given.loan(due), await given.loan(due)]

  expect(await doDisburse(server.app)).toMatchObject({ done: 1, refused: 5 })

  for (const order of [exhausted, ...refused, second]) expect(await stateOf({ as }, order)).toBe(31)
  expect(await stateOf({ as }, first)).toBe(29)
  expect(await nextTries({ as }, `id:${exhausted.id}`)).toEqual([[exhausted.id, null]])
})

test('who has to be spoken to first is not paid again before that', async ({ as, given, server, clock }) => {
  await given.parameter('disburse.retryHours', 1)
  await given.parameter('disburse.verified', true)
  const order = await given.loan({ state: 31, failedAt: hoursAgo({ clock }, 2) })

  expect(await doDisburse(server.app)).toMatchObject({ done: 0, refused: 1 })

  expect(await stateOf({ as }, order)).toBe(31)
})

test('the next try is filtered and sorted by, and stands in the file', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  await given.parameter('disburse.retryHours', 13)
  const [late, soon, never] = [
    await given.loan({ state: 31 }),
    await given.loan({ state: 31, failedAt: hoursAgo({ clock }, 5) }),
    await given.loan({ state: 31 }),
  ]
  await because({ server }, never, 'card_invalid')

  const sorted = await nextTries({ as }, 'sort:nextTryAt')
  expect(sorted.filter(([, at]) => at).map(([id]) => id)).toEqual([soon.id, late.id])
  expect(await nextTries({ as }, 'nextTryAt:today')).toEqual([[soon.id, '2026-03-10T14:00:00Z']])
  const headers = { authentication: await tokenOf('ops'), 'accept-language': 'en' }
  const file = await (await fetch(`${server.url}/api/export/failed-payouts`, { headers })).text()
  expect(file).toContain('Next auto retry')
  expect(file).toContain('2026-03-10 19:30')
})
