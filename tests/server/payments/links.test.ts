import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { sandboxLinkRows } from '#server/modules/sandbox/store.ts'
import { statementsOf } from '#tests/support/migrations/statements.ts'
import { test, type World } from '#tests/support/server.ts'
import { booksOf, dayMs, owing } from './support.ts'

const inr = (text: string) => money(text, 'INR')
type Sender = Pick<World, 'as' | 'server'>
const send = async ({ as, server }: Sender, id: string, amount?: ReturnType<typeof inr>) => {
  const { rows } = await server.app.database.query(`select version from loans where id = '${id}'`)
  const version = rows[0]!.version as never
  return as('cs').payments.sendLink({ id: id as never, version, ...(amount && { amount }) })
}
/** So often a channel calls back about one link, at most. */
const callsMax = 4
/** The order once the customer has gone through the link; the clock goes on, since the sandbox waits by it. */
async function told({ as, clock, server }: Pick<World, 'as' | 'clock' | 'server'>, id: string) {
  for (let round = 0; round < callsMax; round++) {
    clock.forward(1_000)
    await server.deliver()
  }
  const { loan, payments } = await as('ops').loans.detail({ id: id as never })
  return { state: loan.state, payments: payments.map(({ state }) => state) }
}
const linksIn = async ({ server }: Pick<World, 'server'>) => {
  const { rows } = await server.app.database.query(
    `select amount_minor, kind, state, url from payment_links order by id`,
  )
  return rows
}
const paidExactly = '5210.07'

test('a link leaves after the commit, and the customer who pays through it settles the order', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server }, { charged: { penalty: 0, interest: 3_507, principal: 500_000 } })

  await send({ as, server }, loanId)
  await server.dispatcher.flush()

  expect(await linksIn({ server })).toMatchObject([{ amount_minor: 521_007, kind: 'normal' }])
  expect(await told({ as, clock, server }, loanId)).toEqual({ state: 40, payments: ['success'] })
  const { rows } = await as('ops').payments.list({ q: '' })
  expect(rows).toMatchObject([
    {
      ...{
        amount: inr(paidExactly),
        channel: 'link',
        kind: 'normal',
        unapplied: { minor: 0 },
        cost: { minor: 10_420 },
      },
      ...{ platformRef: expect.stringMatching(/^SP/), paymentNo: expect.stringMatching(/^PN/) },
    },
  ])
  expect(await linksIn({ server })).toMatchObject([
    { state: 'used', url: expect.stringMatching(/^http.*\/sandbox\/pay/) },
  ])
  const { timeline } = await as('ops').loans.detail({ id: loanId })
  expect(timeline[0]).toMatchObject({ event: 'sendPaymentLink', actor: 'Customer service', from: 50, to: 50 })
  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 0, allocated: 521_007, received: 521_007 })
})

test.for([
  ['declines', '1000.01', 50, ['fail'], 0],
  ['pays and is told of three times', '1000.03', 50, ['success'], 100_003],
  ['pays and is told of backwards', '1000.04', 50, ['success'], 100_004],
] as const)(
  'a channel that %s is believed once',
  async ([, amount, state, payments, received], { as, given, server, clock }) => {
    const { loanId } = await owing({ given, server })

    await send({ as, server }, loanId, inr(amount))
    expect(await told({ as, clock, server }, loanId)).toEqual({ state, payments })

    const [row] = await server.app.database.db.select().from(sandboxLinkRows)
    expect(row!.script.length - row!.sent).toBe(0)
    expect(await booksOf({ server }, loanId)).toMatchObject({ received, allocated: received })
  },
)

test('a channel that says nothing more is asked, and the money it knows of counts', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await send({ as, server }, loanId, inr('1000.02'))
  expect(await told({ as, clock, server }, loanId)).toEqual({ state: 43, payments: ['paying'] })
  const sweep = () => server.app.taskRunners.get('sweepPaying')!(server.app)

  expect(await sweep()).toEqual({ done: 0, refused: 0 })
  clock.forward(16 * 60_000)
  expect(await sweep()).toEqual({ done: 1, refused: 0 })

  expect(await told({ as, clock, server }, loanId)).toEqual({ state: 50, payments: ['success'] })
  expect(await sweep()).toEqual({ done: 0, refused: 0 })
})

test('somebody who wants to know has the channel asked at once', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  await send({ as, server }, loanId, inr('1000.02'))
  expect(await told({ as, clock, server }, loanId)).toEqual({ state: 43, payments: ['paying'] })
  const [row] = (await as('ops').payments.list({ q: '' })).rows

  await as('ops').payments.query({ id: row!.id, version: row!.version })
  await server.dispatcher.flush()

  expect(await told({ as, clock, server }, loanId)).toEqual({ state: 50, payments: ['success'] })
})

test('a payment that nobody knows of after a quarter of an hour is given up, once', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await send({ as, server }, loanId, inr('1000.06'))
  expect(await told({ as, clock, server }, loanId)).toEqual({ state: 43, payments: ['paying'] })
  clock.forward(16 * 60_000)
  const sweep = () => server.app.taskRunners.get('sweepPaying')!(server.app)

  expect([await sweep(), await sweep()]).toEqual([
    { done: 1, refused: 0 },
    { done: 0, refused: 0 },
  ])

  const { loan, timeline } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(50)
  expect(timeline.at(-1)).toMatchObject({ actor: 'sweepPaying', reason: 'channelSilent' })
})

/** The migration that tells by a key what was stored in English. */
const retelling = statementsOf('0101_silent_channels')

test('why a payment was given up is told by a key, of one that was stored in English too', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await send({ as, server }, loanId, inr('1000.06'))
  await told({ as, clock, server }, loanId)
  clock.forward(16 * 60_000)
  await server.app.taskRunners.get('sweepPaying')!(server.app)
  const seen = async () => {
    const [payment] = (await as('ops').payments.list({ q: '' })).rows
    const { timeline } = await as('ops').loans.detail({ id: loanId })
    return [payment!.failure, timeline.at(-1)!.reason]
  }
  const since = await seen()
  await server.app.database.query(`update payments set failure = 'No answer from the channel'`)
  await server.app.database.query(
    `update loan_states set reason = 'No answer from the channel' where reason is not null`,
  )
  for (const statement of retelling) await server.app.database.query(statement)

  expect([since, await seen()]).toEqual([
    ['channelSilent', 'channelSilent'],
    ['channelSilent', 'channelSilent'],
  ])
})

test('a sweep that could not ask changes nothing, and catches up days later', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  await send({ as, server }, loanId, inr('1000.02'))
  expect(await told({ as, clock, server }, loanId)).toEqual({ state: 43, payments: ['paying'] })
  clock.forward(3 * dayMs)
  const { database } = server.app
  const sweep = () => server.app.taskRunners.get('sweepPaying')!(server.app)
  await database.query(`alter table sandbox.links rename to links_away`)

  try {
    expect(await sweep()).toEqual({ done: 0, refused: 1 })
    expect((await as('admin').loans.detail({ id: loanId })).loan.state).toBe(43)
  } finally {
    await database.query(`alter table sandbox.links_away rename to links`)
  }

  expect(await sweep()).toEqual({ done: 1, refused: 0 })
  expect(await booksOf({ server }, loanId)).toMatchObject({ received: 100_002, penalty: 17_500 + 3 * 4_210 })
})

test('an order has one link at a time, and one that nobody used in time is good no more', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await send({ as, server }, loanId, inr('100.05'))
  await send({ as, server }, loanId, inr('200.05'))
  expect((await linksIn({ server })).map(({ state }) => state)).toEqual(['expired', 'open'])

  clock.forward(dayMs)
  const { done } = await server.app.taskRunners.get('sweepPaying')!(server.app)

  expect(done).toBe(1)
  expect((await linksIn({ server })).map(({ state }) => state)).toEqual(['expired', 'expired'])
})

test.for([
  ['beyond what is owed', inr('5210.01'), 'more_than_repayable', 'amount'],
  ['of nothing', inr('0'), 'not_positive', 'amount'],
  ['below nothing', inr('-5'), 'not_positive', 'amount'],
  ['of another currency', money('100', 'VND'), 'wrong_currency', 'amount'],
  ['of half a paisa', { minor: 100.5, currency: 'INR' } as never, 'invalid', 'amount.minor'],
] as const)('an amount %s is refused, naming the field', async ([, amount, fault, field], { as, given, server }) => {
  const { loanId } = await owing({ given, server })

  const refused = send({ as, server }, loanId, amount as never)

  await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
  await server.dispatcher.flush()
  expect(await linksIn({ server })).toEqual([])
  const { rows } = await server.app.database.query('select count(*)::int as count from outbox')
  expect(rows).toEqual([{ count: 0 }])
})

test.for([10, 20, 29, 31, 40, 41, 43, 70, 80, 100, 110] as const)(
  'no link is sent for an order in %i',
  async (state, { as, given, server }) => {
    const { loanId } = await owing({ given, server }, { state })

    await expect(send({ as, server }, loanId)).rejects.toMatchObject({ fault: 'not_allowed_now' })
    expect(await linksIn({ server })).toEqual([])
  },
)

test('one instalment is asked for by itself', async ({ as, given, server }) => {
  const { planId } = await owing({ given, server })

  await as('ops').payments.sendPlanLink({ id: planId, version: 1 as never })

  expect(await linksIn({ server })).toMatchObject([{ amount_minor: 521_000, kind: 'normal' }])
})

test('whoever only looks at orders sends no link', async ({ as, given, server }) => {
  const { loanId } = await owing({ given, server })

  const refused = as('manager').payments.sendLink({ id: loanId, version: 2 as never })

  await expect(refused).rejects.toMatchObject({ code: 403 })
})
