import { expect } from 'vitest'
import { sandboxMessageRows } from '#server/modules/sandbox/store.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
const sent = ({ server }: Pick<World, 'server'>) => server.app.database.db.select().from(sandboxMessageRows)
const messagesOf = async ({ as }: Pick<World, 'as'>, id: string) =>
  (await as('ops').loans.detail({ id: id as never })).messages
const sendMessages = async ({ server }: Pick<World, 'server'>) => {
  const tally = await server.app.taskRunners.get('sendMessages')!(server.app)
  await server.dispatcher.flush()
  return tally
}
/** A reminder that leaves the building only when it is `later`. */
async function lateTo(later: string, id: string, { as, server, clock }: Omit<Here, 'given'>) {
  const { loan } = await as('ops').loans.detail({ id: id as never })
  await as('cs').messages.remind({ id: loan.id, version: loan.version })
  await moveTo({ server, clock }, later)
  await server.dispatcher.flush()
}
/** An order that was paid out on 10 March, for seven days. */
async function paidOut({ as, given, server }: Here) {
  const order = await given.loan({ state: 26, card: { account: '50100234560000' }, phone: '9000012345' })
  await server.app.database.query(
    `insert into parameters (id, value) values ('disburse.manual', 'true') on conflict (id) do update set value = excluded.value`,
  )
  await as('ops').loans.disburse(order)
  await server.deliver()
  expect((await as('ops').loans.detail({ id: order.id })).loan.state).toBe(30)
  return order
}

/** An order of somebody else's days that falls due on 17 March, and was never paid out by us. */
const dueThen = ({ given }: Pick<World, 'given'>, about: Parameters<World['given']['plan']>[0] = {}) =>
  given.plan({ state: 30, dueDate: '2026-03-17' as never, charged: { penalty: 0 }, phone: '9000012345', ...about })

test('whoever has something falling due is reminded on that day, in the first hour customers are written to', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id } = await paidOut(here)
  const { loanId: elsewhere } = await dueThen(here)
  await dueThen(here, { dueDate: '2026-03-18' as never })

  await moveTo(here, '2026-03-17T02:00:00.000Z')
  expect(await sendMessages(here)).toEqual({ done: 0, refused: 0 })
  await moveTo(here, '2026-03-17T02:31:00.000Z')
  expect(await sendMessages(here)).toEqual({ done: 2, refused: 0 })
  expect(await sendMessages(here)).toEqual({ done: 0, refused: 0 })

  const said = (loan: string) =>
    `Lendline: ₹ 5,035 of your loan ${loan} is due today, 17 Mar 2026. Please pay in the app. If you have paid already, thank you.`
  expect((await sent(here)).map(({ text }) => text).toSorted()).toEqual([said(id), said(elsewhere)].toSorted())
  expect(await messagesOf(here, id)).toMatchObject([{ template: 'dueToday', state: 'sent', madeBy: 'sendMessages' }])
  await moveTo(here, '2026-03-18T02:31:00.000Z')
  expect(await sendMessages(here)).toEqual({ done: 1, refused: 0 })
})

test('whoever has paid, was reminded that day, disputes the debt or has no number is not written to; two orders are one customer', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  const [paid, reminded, disputed, silent] = [
    await dueThen(here),
    await dueThen(here),
    await given.case({ collector: 'collector', phone: '9000012345' }),
    await dueThen(here),
  ]
  await as('collector').caseHolds.hold({ ...disputed, kind: 'dispute', remark: 'x' })
  await query(
    `update customers set phone = null where id = (select customer_id from loans where id = '${silent.loanId}')`,
  )
  await query(`update plans set due_date = '2026-03-17' where loan_id = '${disputed.loanId}'`)
  await query(`update plans set state = 'paid' where loan_id = '${paid.loanId}'`)
  const { customerId } = (await as('ops').loans.detail({ id: (await dueThen(here)).loanId })).loan
  await dueThen(here, { customerId })
  await moveTo(here, '2026-03-17T02:35:00.000Z')
  const { loan } = await as('ops').loans.detail({ id: reminded.loanId })
  await as('cs').messages.remind({ id: loan.id, version: loan.version })

  expect(await sendMessages(here)).toEqual({ done: 1, refused: 0 })

  for (const { loanId } of [paid, disputed]) expect(await messagesOf(here, loanId)).toEqual([])
  expect(await messagesOf(here, silent.loanId)).toMatchObject([{ state: 'refused', refusal: 'no_phone', sentAt: null }])
  expect(await messagesOf(here, reminded.loanId)).toMatchObject([{ state: 'sent', madeBy: 'Customer service' }])
  expect(await sent(here)).toHaveLength(2)
})

test('what the channel could not take in the evening waits for the morning, and says what is owed then', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await given.plan({ phone: '9000012345' })

  await lateTo('2026-03-10T14:00:00.000Z', loanId, { as, server, clock })

  expect(await messagesOf({ as }, loanId)).toMatchObject([{ state: 'scheduled', sendAt: '2026-03-11T02:30:00.000Z' }])
  await moveTo({ server, clock }, '2026-03-11T02:40:00.000Z')
  await sendMessages({ server })
  expect(await sent({ server })).toMatchObject([{ text: expect.stringContaining('₹ 5,260 is open today') }])
})

test.for([
  ['messages.dailyMax', 'limitWaiting', { state: 'refused', refusal: 'contacted_enough' }],
  ['contacts.dailyMax', 'overdue', { state: 'refused', refusal: 'attempts_spent' }],
  ['messages.dailyMax', null, { state: 'sent' }],
  ['contacts.dailyMax', null, { state: 'sent' }],
] as const)(
  'what was put off to the morning is held to %s of that day: after %s',
  async ([limit, other, outcome], { as, given, server, clock }) => {
    await given.parameter(limit, 1)
    const { loanId } = await given.plan({ phone: '9000012345' })
    const { customerId } = (await as('ops').loans.detail({ id: loanId })).loan
    await lateTo('2026-03-10T14:00:00.000Z', loanId, { as, server, clock })
    if (other)
      await server.app.database.query(
        `insert into messages (id, customer_id, template, state, channel, language, text, made_by, created_at, send_at)
         values ('MS1', $1, $2, 'sent', 'sms', 'en', 'x', 'x', now(), '2026-03-11T02:30:00Z')`,
        [customerId, other],
      )

    await moveTo({ server, clock }, '2026-03-11T02:40:00.000Z')
    await sendMessages({ server })

    expect(await messagesOf({ as }, loanId)).toMatchObject([outcome])
    expect(await sent({ server })).toHaveLength(other ? 0 : 1)
  },
)

test('a link goes to the customer with where it leads; made at night, the last one waits for the morning', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await given.plan({ phone: '9000012345' })
  const link = async () => {
    const { loan } = await as('ops').loans.detail({ id: loanId })
    await as('cs').payments.sendLink({
      id: loanId,
      version: loan.version,
      amount: { minor: 100_005, currency: 'INR' } as never,
    })
    await server.dispatcher.flush()
    await server.dispatcher.flush()
  }

  await link()

  const said =
    /^Lendline: pay ₹ 1,000.05 for your loan LN\d+ here: http.*\/sandbox\/pay\/SP\w+ \(until 11 Mar 2026 11:30\)\.$/
  expect(await sent({ server })).toMatchObject([{ text: expect.stringMatching(said) }])
  await moveTo({ server, clock }, '2026-03-10T18:00:00.000Z')
  await link()
  await link()
  const waiting = { template: 'paymentLink', state: 'scheduled', sendAt: '2026-03-11T02:30:00.000Z' }
  expect(await messagesOf({ as }, loanId)).toMatchObject([
    { template: 'paymentLink', state: 'sent', madeBy: 'Customer service' },
    waiting,
    waiting,
  ])
  await moveTo({ server, clock }, '2026-03-11T02:40:00.000Z')
  await sendMessages({ server })
  // the one that the last has taken the place of leads nowhere
  expect((await messagesOf({ as }, loanId)).map(({ state }) => state)).toEqual(['sent', 'dropped', 'sent'])
  expect(await sent({ server })).toHaveLength(2)
})

test('a channel that is down is tried again, and given up when there is no point any more', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await given.plan({ phone: '9000012345' })

  await lateTo('2026-03-10T11:00:00.000Z', loanId, { as, server, clock })

  const failed = [{ state: 'failed', failure: 'notInTime' }]
  expect(await messagesOf({ as }, loanId)).toMatchObject(failed)
  expect((await as('cs').messages.list({ q: '' })).rows).toMatchObject(failed)
})

test('whoever has asked for quiet, or has paid, while the channel was down is not written to', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const [quiet, paid] = [await given.plan({ phone: '9000012345' }), await given.plan({ phone: '9000054321' })]
  for (const { loanId } of [quiet, paid]) {
    const { loan } = await as('ops').loans.detail({ id: loanId })
    await as('cs').messages.remind({ id: loan.id, version: loan.version })
  }
  const value = '9000012345'
  await as('cs').doNotDisturb.add({ kind: 'phone', value, channel: 'all', scope: 'everything', origin: 'customer' })
  await server.app.database.query(`update loans set state = 40 where id = $1`, [paid.loanId])
  await moveTo(here, '2026-03-10T07:00:00.000Z')

  await server.dispatcher.flush()
  await sendMessages(here)

  expect(await sent(here)).toEqual([])
  expect(await messagesOf(here, quiet.loanId)).toMatchObject([{ state: 'refused', refusal: 'do_not_disturb' }])
  expect(await messagesOf(here, paid.loanId)).toMatchObject([{ state: 'dropped' }])
})

test.for([
  ['is on the blacklist', `update customers set blacklisted = true`],
  ['may borrow nothing', `update customers set limit_minor = null`],
] as const)(
  'whoever %s by the time the channel is back is made no offer',
  async ([, change], { as, given, server, clock }) => {
    const here = { as, given, server, clock }
    const { query } = server.app.database
    const id = await given.customer()
    await query('update customers set limit_minor = 1500000 where id = $1', [id])
    const { version } = (await as('cs').customers.list({ q: `id:${id}` })).rows[0]!
    await as('cs').messages.offer({ id, version, offer: 'limitWaiting' })
    await query(change)
    await moveTo(here, '2026-03-10T07:00:00.000Z')

    await server.dispatcher.flush()
    await sendMessages(here)

    expect(await sent(here)).toEqual([])
    expect((await as('cs').messages.list({ q: `customerId:${id}` })).rows).toMatchObject([{ state: 'dropped' }])
  },
)

test('what the outbox has given up, and nobody had tried again in time, is told as failed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await given.plan({ phone: '9000012345' })
  const { loan } = await as('ops').loans.detail({ id: loanId })
  await as('cs').messages.remind({ id: loan.id, version: loan.version })
  const { query } = server.app.database
  await query(`update outbox set state = 'dead' where topic = 'messages.send'`)
  await query(
    `insert into failed_messages (id, message_id, failed_at) select id::text, id, now() from outbox where state = 'dead'`,
  )

  await moveTo({ server, clock }, '2026-03-10T09:59:00.000Z')
  await sendMessages({ server })
  expect(await messagesOf({ as }, loanId)).toMatchObject([{ state: 'queued' }])
  await moveTo({ server, clock }, '2026-03-10T10:01:00.000Z')
  await sendMessages({ server })

  expect(await messagesOf({ as }, loanId)).toMatchObject([{ state: 'failed', failure: 'notInTime' }])
  expect(await sent({ server })).toEqual([])
})

test('what is not signed by us the channel does not take', async ({ server }) => {
  const body = JSON.stringify({ messageId: 'MS1', channel: 'sms', to: '+919000012345', text: 'x' })
  const headers = { 'content-type': 'application/json', 'x-signature': 'forged' }

  const { status } = await fetch(`${server.url}/sandbox/messages`, { method: 'POST', headers, body })

  expect(status).toBe(401)
  expect(await sent({ server })).toEqual([])
})
