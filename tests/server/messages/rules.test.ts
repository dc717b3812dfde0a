import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { sandboxMessageRows } from '#server/modules/sandbox/store.ts'
import { departments } from '#server/seed/units.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import { test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
const everything = { channel: 'all', scope: 'everything', origin: 'customer' } as const
const sent = async ({ server }: Pick<World, 'server'>) => {
  await server.dispatcher.flush()
  return server.app.database.db.select().from(sandboxMessageRows)
}
const offer = async ({ as }: Pick<World, 'as'>, id: IdOf<'customer'>, which = 'limitWaiting') => {
  const { rows } = await as('cs').customers.list({ q: `id:${id}` })
  return as('cs').messages.offer({ id, version: rows[0]!.version, offer: which as 'limitWaiting' })
}
/** Somebody with a limit and no order. */
async function prospect({ given, server }: Pick<World, 'given' | 'server'>, about = {}) {
  const id = await given.customer({ phone: '9000012345', ...about })
  await server.app.database.query('update customers set limit_minor = 1500000 where id = $1', [id])
  return id
}

test('an offer reaches whoever has a limit, says how much, and stands among the messages', async ({
  as,
  given,
  server,
}) => {
  const id = await prospect({ given, server })

  await offer({ as }, id)

  const text = 'Lendline: Asha Rao, a limit of ₹ 15,000 is ready for you. If you need it, apply in the app.'
  expect(await sent({ server })).toMatchObject([{ text, to: '+919000012345' }])
  const { rows } = await as('manager').messages.list({ q: `customerId:${id}` })
  expect(rows).toMatchObject([{ template: 'limitWaiting', state: 'sent', loanId: null, madeBy: 'Customer service' }])
})

test.for([
  ['on the blacklist', 'customer_blacklisted', 'update customers set blacklisted = true'],
  ['whose account is frozen', 'customer_not_enabled', `update customers set state = 'frozen'`],
  ['without a limit', 'no_limit', 'update customers set limit_minor = null'],
] as const)('nobody %s is made an offer', async ([, fault, sql], { as, given, server }) => {
  const id = await prospect({ given, server })
  await server.app.database.query(sql)

  await expect(offer({ as }, id)).rejects.toMatchObject({ fault })
  expect(await sent({ server })).toEqual([])
})

test('nobody is made an offer while an order of theirs is under way, nor who wants no offers', async ({
  as,
  given,
  server,
}) => {
  const { customerId } = await given.loan()
  await server.app.database.query('update customers set limit_minor = 1500000')
  await expect(offer({ as }, customerId)).rejects.toMatchObject({ fault: 'order_open' })

  const id = await prospect({ given, server })
  await as('cs').doNotDisturb.add({ kind: 'customer', value: id, ...everything, scope: 'marketing' })
  await expect(offer({ as }, id)).rejects.toMatchObject({ fault: 'do_not_disturb' })
})

test('a customer gets so many messages a day, over all channels and occasions; a refusal names the bound', async ({
  as,
  given,
  server,
}) => {
  await given.parameter('messages.dailyMax', 1)
  const { loanId } = await given.plan()
  const { loan } = await as('ops').loans.detail({ id: loanId })
  await server.app.database.query(
    `insert into messages (id, customer_id, template, state, channel, language, text, made_by, created_at, send_at)
     values ('MS1', $1, 'limitWaiting', 'sent', 'whatsapp', 'en', 'x', 'x', now(), '2026-03-10T04:00:00Z')`,
    [loan.customerId],
  )

  const reminded = as('cs').messages.remind({ id: loanId, version: loan.version })

  await expect(reminded).rejects.toMatchObject({ fault: 'contacted_enough', values: { max: 1 } })
  const { rows } = await as('admin').audit.list({ q: 'command:messages.remind' })
  expect(rows).toMatchObject([{ outcome: 'refused', fault: 'contacted_enough' }])
  await server.app.database.query(`update messages set send_at = '2026-03-09T04:00:00Z'`)
  expect(await as('cs').messages.remind({ id: loanId, version: loan.version })).toMatchObject({ remindedToday: true })
})

test('so many offers a week; reminders go on', async ({ as, given, server, clock }) => {
  await given.parameter('messages.offersPerWeekMax', 1)
  const id = await prospect({ given, server })
  await offer({ as }, id)
  await server.dispatcher.flush()
  await moveTo({ server, clock }, '2026-03-16T06:00:00.000Z')
  await expect(offer({ as }, id, 'borrowAgain')).rejects.toMatchObject({ fault: 'contacted_enough' })

  await moveTo({ server, clock }, '2026-03-17T06:00:00.000Z')

  expect(await offer({ as }, id, 'borrowAgain')).toMatchObject({ id })
  expect(await sent({ server })).toHaveLength(2)
})

test('what the customer asks for is never one too many', async ({ as, given, server }) => {
  await given.parameter('messages.dailyMax', 1)
  const { loanId } = await given.plan({ phone: '9000012345' })
  const { loan } = await as('ops').loans.detail({ id: loanId })
  await as('cs').messages.remind({ id: loanId, version: loan.version })
  const { loan: reminded } = await as('ops').loans.detail({ id: loanId })

  await as('cs').payments.sendLink({
    ...{ id: loanId, version: reminded.version },
    amount: { minor: 100_000, currency: 'INR' } as never,
  })
  await server.dispatcher.flush()

  expect((await sent({ server })).map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining('₹ 1,000')]),
  )
})

test('a link that may not be sent is there all the same, and why it was not sent is kept', async ({
  as,
  given,
  server,
}) => {
  const { loanId } = await given.plan({ phone: '9000012345' })
  const { loan } = await as('ops').loans.detail({ id: loanId })
  await as('cs').doNotDisturb.add({ kind: 'customer', value: loan.customerId, ...everything })

  await as('cs').payments.sendLink({
    ...{ id: loanId, version: loan.version },
    amount: { minor: 100_000, currency: 'INR' } as never,
  })

  expect(await sent({ server })).toEqual([])
  const { rows } = await as('ops').messages.list({ q: 'state:refused' })
  expect(rows).toMatchObject([{ loanId, template: 'paymentLink', refusal: 'do_not_disturb', text: '' }])
})

test('whom the job may not remind is kept with the reason, once a day', async ({ as, given, server, clock }: Here) => {
  const { loanId } = await given.plan({ state: 30, dueDate: '2026-03-17' as never, charged: { penalty: 0 } })
  const { customerId } = (await as('ops').loans.detail({ id: loanId })).loan
  await as('cs').doNotDisturb.add({ kind: 'customer', value: customerId, ...everything })
  await moveTo({ server, clock }, '2026-03-17T04:00:00.000Z')
  const run = () => server.app.taskRunners.get('sendMessages')!(server.app)

  expect([await run(), await run()]).toEqual([
    { done: 0, refused: 0 },
    { done: 0, refused: 0 },
  ])

  const { rows } = await as('ops').messages.list({ q: `loanId:${loanId}` })
  expect(rows).toMatchObject([{ state: 'refused', refusal: 'do_not_disturb', template: 'dueToday', sentAt: null }])
  const { loan } = await as('ops').loans.detail({ id: loanId })
  expect(loan.remindedToday).toBe(false)
})

test('who asked not to be disturbed overnight is not sent what waited for the morning', async ({
  as,
  given,
  server,
  clock,
}: Here) => {
  const { loanId } = await given.plan({ phone: '9000012345' })
  const { loan } = await as('ops').loans.detail({ id: loanId })
  await as('cs').messages.remind({ id: loanId, version: loan.version })
  await moveTo({ server, clock }, '2026-03-10T14:00:00.000Z')
  expect(await sent({ server })).toEqual([])
  await as('cs').doNotDisturb.add({ kind: 'phone', value: '9000012345', ...everything })

  await moveTo({ server, clock }, '2026-03-11T03:00:00.000Z')
  await server.app.taskRunners.get('sendMessages')!(server.app)

  expect(await sent({ server })).toEqual([])
  expect((await as('ops').loans.detail({ id: loanId })).messages).toMatchObject([
    { state: 'refused', refusal: 'do_not_disturb' },
  ])
})

restaffing('messages are seen by whoever keeps the customer', async ({ as, given, server }) => {
  await offer({ as }, await prospect({ given, server }))
  const seen = async () => (await as('manager').messages.list({ q: '' })).rows.length
  expect(await seen()).toBe(1)

  await server.app.database.query(`update staff set unit_id = $1 where account = 'manager'`, [departments.service.id])

  expect(await seen()).toBe(0)
  expect((await as('ops').messages.list({ q: '' })).rows).toHaveLength(1)
  await expect(as('collector').messages.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
