import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import { paymentLinkRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { providerBindingRows } from '#server/modules/provider-bindings/store.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { test, type World } from '#tests/support/server.ts'
import { givenConfig, nobody, providerAnswering } from './support.ts'

type Worldly = Pick<World, 'as' | 'given' | 'server' | 'clock'>
const sandboxOf = ({ server }: Pick<World, 'server'>) => `${server.url}/sandbox`

/** Delivers until what failed has been tried so often more. */
async function retried({ server, clock }: Pick<World, 'server' | 'clock'>, times: number) {
  for (let i = 0; i < times; i++) {
    clock.forward(10_000)
    await server.dispatcher.flush()
  }
}
async function redisbursed({ as, given }: Pick<World, 'as' | 'given'>) {
  const { id, version } = await given.loan({ card: { account: '501002340000' } })
  await as('ops').loans.redisburse({ id, version })
  return id
}
const payoutsOf = ({ server }: Pick<World, 'server'>, loanId: IdOf<'loan'>) =>
  server.app.database.db.select().from(payoutRows).where(eq(payoutRows.loanId, loanId)).orderBy(payoutRows.attempt)

test('a pay-out whose fate is unknown is never given to another provider, however long the first is down', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world: Worldly = { as, given, server, clock }
  const first = await providerAnswering(500, '{}')
  await givenConfig(world, { id: 'FIRST', kind: 'payout', address: first.url })
  const id = await redisbursed(world)
  await server.dispatcher.flush()
  const second = await providerAnswering(202, '{}')
  await givenConfig(world, { id: 'SECOND', kind: 'payout', address: second.url, weight: 1_000 })

  await retried(world, 8)

  expect(first.received.length).toBeGreaterThan(3)
  expect(second.received).toEqual([])
  expect((await payoutsOf(world, id)).at(-1)).toMatchObject({ configId: 'FIRST', state: 'paying' })
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(29)
})

test('not even where the first has been disabled meanwhile: it waits, and is paid once it is enabled', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world: Worldly = { as, given, server, clock }
  const { db } = server.app.database
  const config = await givenConfig(world, { id: 'FIRST', kind: 'payout', address: nobody })
  const id = await redisbursed(world)
  await server.dispatcher.flush()
  const second = await providerAnswering(202, '{}')
  await givenConfig(world, { id: 'SECOND', kind: 'payout', address: second.url })
  const change = (values: Partial<typeof providerConfigRows.$inferInsert>) =>
    db.update(providerConfigRows).set(values).where(eq(providerConfigRows.id, config))
  await change({ state: 'disabled', address: sandboxOf(world) })

  await retried(world, 4)
  expect(second.received).toEqual([])
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(29)
  expect((await as('ops').failedMessages.list({ q: '' })).rows[0]).toMatchObject({
    error: expect.stringContaining('disabled'),
  })

  await change({ state: 'enabled' })
  clock.forward(600_000)
  await server.deliver()
  clock.forward(1_000)
  await server.deliver()
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(30)
})

test('after three failures a provider is left out for a minute: other pay-outs go by another, on the record', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world: Worldly = { as, given, server, clock }
  await givenConfig(world, { id: 'FIRST', kind: 'payout', address: nobody, weight: 1_000 })
  await givenConfig(world, { id: 'STANDBY', kind: 'payout', address: sandboxOf(world), weight: 0 })
  await redisbursed(world)
  await server.dispatcher.flush()
  await retried(world, 2)
  const list = async (q: string) => (await as('ops').providerConfigs.list({ q })).rows
  expect(await list('id:FIRST')).toMatchObject([{ health: 'down', error: expect.stringContaining('fetch failed') }])

  const other = await redisbursed(world)
  await server.dispatcher.flush()
  clock.forward(1_000)
  await server.deliver()

  expect((await payoutsOf(world, other)).at(-1)).toMatchObject({ configId: 'STANDBY' })
  const { loan, payouts } = await as('ops').loans.detail({ id: other })
  expect([loan.state, payouts.at(-1)!.channel]).toEqual([30, 'STANDBY'])
  expect(await list('id:STANDBY')).toMatchObject([{ health: 'up' }])
  const { events } = await as('ops').providerConfigs.history({ id: 'STANDBY' as IdOf<'providerConfig'> })
  expect(events).toMatchObject([{ event: 'Stood in for another', what: `${other}-2: Config FIRST → Config STANDBY` }])
  const first = await as('ops').providerConfigs.history({ id: 'FIRST' as IdOf<'providerConfig'> })
  expect(first.events).toMatchObject([{ event: 'Went down', by: 'provider' }])
  const logged = (await as('admin').audit.list({ q: 'command:providerConfigs.wentDown' })).rows
  expect(logged).toMatchObject([{ objectId: 'FIRST', noun: 'providerConfigs' }])
})

test('a link and a message that one provider does not take go by another, and their rows say by which', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world: Worldly = { as, given, server, clock }
  const rubbish = await providerAnswering(200, '<html>Welcome</html>')
  await givenConfig(world, { id: 'LINKS', kind: 'collection', address: rubbish.url, weight: 1_000 })
  await givenConfig(world, { id: 'LINKS2', kind: 'collection', address: sandboxOf(world), weight: 0 })
  await givenConfig(world, { id: 'SMS', kind: 'sms', address: nobody, weight: 1_000 })
  await givenConfig(world, { id: 'SMS2', kind: 'sms', address: sandboxOf(world), weight: 0 })
  const { loanId: id } = await given.plan({ charged: { penalty: 0, interest: 3_500, principal: 500_000 } })
  const { version } = (await as('ops').loans.detail({ id })).loan

  await as('cs').payments.sendLink({ id, version })
  await server.dispatcher.flush()
  await retried(world, 8)

  const { db } = server.app.database
  expect(await db.select().from(paymentLinkRows)).toMatchObject([
    { configId: 'LINKS2', url: expect.stringContaining('/sandbox/pay/') },
  ])
  expect(await db.select().from(messageRows)).toMatchObject([{ configId: 'SMS2', state: 'sent' }])
  for (const standIn of ['LINKS2', 'SMS2']) {
    const { events } = await as('ops').providerConfigs.history({ id: standIn as IdOf<'providerConfig'> })
    expect(events.map(({ event }) => event)).toContain('Stood in for another')
  }
})

test('an app that is bound to a configuration uses no other, even where that is disabled', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world: Worldly = { as, given, server, clock }
  const { db } = server.app.database
  const own = await providerAnswering(202, '{}')
  const other = await providerAnswering(202, '{}')
  const configId = await givenConfig(world, { id: 'OWN', kind: 'payout', address: own.url, weight: 0 })
  await givenConfig(world, { id: 'OTHER', kind: 'payout', address: other.url, weight: 1_000 })
  const id = await redisbursed(world)
  const { app } = (await as('ops').loans.detail({ id })).loan
  await db
    .insert(providerBindingRows)
    .values({ id: 'PB1' as IdOf<'providerBinding'>, appId: app as IdOf<'app'>, configId, createdAt: clock.now() })

  await server.dispatcher.flush()
  expect([own.received.length, other.received.length]).toEqual([1, 0])
  await db.update(providerConfigRows).set({ state: 'disabled' }).where(eq(providerConfigRows.id, configId))
  await redisbursed(world)
  await server.dispatcher.flush()

  expect(other.received).toEqual([])
  const { rows } = await server.app.database.query(`select error from outbox where state = 'waiting'`)
  expect(rows).toEqual([{ error: 'no provider is enabled for payout' }])
})

test('what goes to a provider with a key of its own is signed by that key, and so has to be what it calls back with', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world: Worldly = { as, given, server, clock }
  const signingKey = 'a key that they gave us'
  const theirs = await providerAnswering(202, '{}')
  await givenConfig(world, { id: 'KEYED', kind: 'payout', address: theirs.url, signingKey })
  const id = await redisbursed(world)
  await server.dispatcher.flush()
  const [{ body, headers }] = theirs.received as [(typeof theirs.received)[number]]
  const signedBy = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
  expect(headers['x-signature']).toBe(signedBy(signingKey, body))

  const { payoutId, amountMinor, currency, callbackUrl } = JSON.parse(body)
  const result = {
    payoutId,
    amountMinor,
    currency,
    outcome: 'paid',
    channelRef: 'C1',
    utr: '000000000001',
    failure: null,
  }
  const payload = JSON.stringify(result)
  const ours = server.app.secrets.sign('payout gateway', payload)
  await expect(as(null).payouts.callback({ payload, signature: ours })).rejects.toMatchObject({
    fault: 'bad_signature',
  })
  await as(null).payouts.callback({ payload, signature: signedBy(signingKey, payload) })

  expect(callbackUrl).toBe(`${server.url}/api`)
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(30)
})

test('without any provider the environment is the first configuration, and is seen', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world: Worldly = { as, given, server, clock }
  const id = await redisbursed(world)
  await server.dispatcher.flush()

  expect((await payoutsOf(world, id)).at(-1)).toMatchObject({ configId: 'ENV-PAYOUT' })
  expect((await as('ops').providers.list({ q: 'sort:id' })).rows.map(({ id, kind }) => [id, kind])).toEqual([
    ['ENV-AI-CALL', 'aiCall'],
    ['ENV-COLLECTION', 'collection'],
    ['ENV-DIALLER', 'dialler'],
    ['ENV-EMAIL', 'email'],
    ['ENV-PAYOUT', 'payout'],
    ['ENV-PUSH', 'push'],
    ['ENV-SMS', 'sms'],
    ['ENV-WHATSAPP', 'whatsapp'],
  ])
  expect((await as('ops').providerConfigs.list({ q: 'id:ENV-PAYOUT' })).rows).toMatchObject([
    { address: null, health: 'up', weight: 100, apiKeyMask: null },
  ])
})
