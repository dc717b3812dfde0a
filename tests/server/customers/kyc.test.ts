import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { KycReport, Registration } from '#contract/kyc.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { test, type World } from '#tests/support/server.ts'

type Side = Pick<World, 'as' | 'server'>
type Told = KycReport extends infer One ? (One extends KycReport ? Omit<One, 'customerId' | 'at'> : never) : never

const signed = ({ server }: Side, told: object) => {
  const payload = JSON.stringify(told)
  return { payload, signature: server.app.secrets.sign(customerApp, payload) }
}
const register = (side: Side, told: Partial<Registration> = {}) =>
  side.as(null).customers.register(signed(side, { phone: '98765 43210', app: 'Lendline', channel: 'search', ...told }))
const report = (side: Side, customerId: IdOf<'customer'>, told: Told, at = '2026-03-10T05:50:00Z') =>
  side.as(null).customers.report(signed(side, { customerId, at, ...told }))

const contact = { name: 'Suresh Rao', phone: '+91 98200 12345', relation: 'parents' }
const contacts = [contact, { ...contact, name: 'Meera Rao', relation: 'sibling' }, { ...contact, name: 'Anil Das' }]
const basic = { name: 'Asha Rao', birthDate: '1994-08-12', maritalStatus: 'married', children: 2 } as const
const card = { holder: 'Asha Rao', bank: 'HDFC', ifsc: 'HDFC0000123', account: '50123456789' }
const identity = { event: 'identity', pan: 'abcpe1234f', aadhaar: '2341 2341 2346' } as const

test('somebody registers and does every step: each says when, and the list where they are', async ({ as, server }) => {
  const side = { as, server }
  const { customerId, kyc } = await register(side)
  expect(kyc).toBe('basic')

  await report(side, customerId, { event: 'begun', step: 'basic' }, '2026-03-10T05:40:00Z')
  const device = { mark: 'a91f03c7', brand: 'Nimbus', model: 'N5', memoryMb: 4_096 }
  expect(await report(side, customerId, { event: 'basic', basic, device })).toEqual({ kyc: 'contacts' })
  expect(await report(side, customerId, { event: 'contacts', contacts })).toEqual({ kyc: 'identity' })
  expect(await report(side, customerId, { ...identity, pan: 'ABCPE1234F' })).toEqual({ kyc: 'card' })
  expect(await report(side, customerId, { event: 'card', card })).toEqual({ kyc: 'live' })
  expect(await report(side, customerId, { event: 'live' })).toEqual({ kyc: 'done' })

  const { customer, aadhaar } = await as('ops').customers.detail({ id: customerId })
  expect(customer).toMatchObject({ name: 'Asha Rao', age: 31, children: 2, kyc: 'done', pan: 'XXXXXX234F' })
  expect(aadhaar).toBe('XXXX XXXX 2346')
  const { steps } = await as('ops').customers.kyc({ id: customerId })
  expect(steps[0]).toMatchObject({
    step: 'basic',
    begunAt: '2026-03-10T05:40:00.000Z',
    doneAt: '2026-03-10T05:50:00.000Z',
  })
  expect(steps.every(({ doneAt }) => doneAt !== null)).toBe(true)
  expect((await as('ops').customers.cards({ id: customerId })).cards).toMatchObject([
    { holder: 'Asha Rao', account: '****6789', state: 'bound', similarity: 1_000_000 },
  ])
  const { devices } = await as('ops').customers.devices({ id: customerId })
  expect(devices).toMatchObject([device])
  expect(Date.parse(customer.lastSeenAt!)).toBe(Date.parse(devices[0]!.seenAt))
})

test('a number that an app knows is the same customer, however it is written and at once', async ({ as, server }) => {
  const side = { as, server }

  const all = await Promise.all(
    ['98765 43210', '+919876543210', '09876543210'].map((phone) => register(side, { phone })),
  )

  expect(new Set(all.map(({ customerId }) => customerId)).size).toBe(1)
  const other = await register(side, { phone: '9876543211' })
  expect(other.customerId).not.toBe(all[0]!.customerId)
})

test('whom they have named is shown by the last four; the number is encrypted, and revealed on the record', async ({
  as,
  server,
}) => {
  const side = { as, server }
  const { customerId: id } = await register(side)
  await report(side, id, { event: 'contacts', contacts })

  const named = (await as('ops').customers.contacts({ id })).contacts

  expect(named).toMatchObject([
    { name: 'Suresh Rao', phone: '****2345', relation: 'parents' },
    { name: 'Meera Rao', relation: 'sibling' },
    { name: 'Anil Das' },
  ])
  const { rows } = await server.app.database.query('select phone from customer_contacts')
  expect(JSON.stringify(rows)).not.toContain('98200')
  const reveal = { id, field: 'phone', contact: named[0]!.id, reason: 'Customer moved' } as const
  expect(await as('cs').customers.reveal(reveal)).toEqual({ value: '+919820012345' })
  await expect(as('cs').customers.reveal({ ...reveal, field: 'pan' })).rejects.toMatchObject({
    fault: 'nothing_to_reveal',
  })
  const { customerId: other } = await register(side, { phone: '9876543211' })
  await expect(as('cs').customers.reveal({ ...reveal, id: other })).rejects.toMatchObject({
    fault: 'nothing_to_reveal',
  })
  await report(side, id, { event: 'contacts', contacts: contacts.map((one) => ({ ...one, relation: 'friend' })) })
  expect((await as('ops').customers.contacts({ id })).contacts.map(({ relation }) => relation)).toEqual([
    ...['friend', 'friend', 'friend'],
  ])
})

test.for([
  [
    'wrong_phone',
    'contacts.1.phone',
    { event: 'contacts', contacts: [contact, { ...contact, phone: '12345' }, contact] },
  ],
  [
    'unknown_entry',
    'contacts.2.relation',
    { event: 'contacts', contacts: [contact, contact, { ...contact, relation: 'dog' }] },
  ],
  ['wrong_pan', 'pan', { ...identity, pan: 'ABCDE1234F' }],
  ['wrong_aadhaar', 'aadhaar', { ...identity, pan: 'ABCPE1234F', aadhaar: '234123412347' }],
  ['too_young', 'birthDate', { event: 'basic', basic: { ...basic, birthDate: '2008-03-11' } }],
  ['wrong_currency', 'currency', { event: 'basic', basic: { ...basic, incomeMinor: 100, currency: 'VND' } }],
  ['ifsc_malformed', 'card.ifsc', { event: 'card', card: { ...card, ifsc: 'HDFC1' } }],
] as const)('%s is refused by the field %s, and nothing is done', async ([fault, field, told], { as, server }) => {
  const side = { as, server }
  const { customerId: id } = await register(side)

  await expect(report(side, id, told as Told)).rejects.toMatchObject({ fault, fields: [{ field }] })

  const { steps } = await as('ops').customers.kyc({ id })
  expect(steps.every(({ doneAt }) => doneAt === null)).toBe(true)
})

test('who is not the app, whom nobody knows, and what is no payload are refused', async ({ as, server }) => {
  const side = { as, server }
  const { customerId } = await register(side)
  const forged = { ...signed(side, { customerId, at: '2026-03-10T05:50:00Z', event: 'live' }), signature: 'x' }

  await expect(as(null).customers.report(forged)).rejects.toMatchObject({ fault: 'bad_signature' })
  await expect(report(side, 'CU260310999999' as typeof customerId, { event: 'live' })).rejects.toMatchObject({
    fault: 'unknown_customer',
  })
  await expect(as(null).customers.report(signed(side, { event: 'dance' }))).rejects.toMatchObject({
    fault: 'bad_payload',
  })
  await expect(register(side, { phone: '12345' })).rejects.toMatchObject({ fault: 'wrong_phone' })
})

test('a step that is asked for again is next once more, and says why; one that is not done cannot be', async ({
  as,
  server,
}) => {
  const side = { as, server }
  const { customerId: id } = await register(side)
  await report(side, id, { event: 'basic', basic })
  await report(side, id, { event: 'contacts', contacts })
  const { customer } = await as('cs').customers.detail({ id })
  expect(customer.kyc).toBe('identity')
  const ask = { id, version: customer.version, reason: 'unreadable' }

  await expect(as('cs').customers.askAgain({ ...ask, step: 'live' })).rejects.toMatchObject({ fault: 'not_done_yet' })
  await expect(as('collector').customers.askAgain({ ...ask, step: 'basic' })).rejects.toMatchObject({ code: 403 })
  const asked = await as('cs').customers.askAgain({ ...ask, step: 'basic' })

  expect(asked.kyc).toBe('basic')
  const { steps } = await as('cs').customers.kyc({ id })
  expect(steps[0]).toMatchObject({ doneAt: null, askedAt: '2026-03-10T06:00:00.000Z', reason: 'unreadable' })
  expect(await report(side, id, { event: 'basic', basic })).toEqual({ kyc: 'identity' })
})

test('a card is unbound, but not while money is on its way', async ({ as, given }) => {
  const { customerId: id } = await given.loan({ state: 29 })
  const unbind = async () => {
    const { version } = (await as('cs').customers.detail({ id })).customer
    return as('cs').customers.unbindCard({ id, version, reason: 'customerAsked' })
  }

  await expect(unbind()).rejects.toMatchObject({ fault: 'card_in_use' })
  const other = await given.customer()
  await given.card(other)
  const { version } = (await as('cs').customers.detail({ id: other })).customer
  await as('cs').customers.unbindCard({ id: other, version, reason: 'customerAsked' })

  expect((await as('cs').customers.cards({ id: other })).cards).toMatchObject([{ state: 'unbound' }])
  await expect(as('cs').customers.unbindCard({ id: other, version, reason: 'customerAsked' })).rejects.toMatchObject({
    fault: 'no_card_bound',
  })
})

test('nobody reads the parts of a customer who may not see them', async ({ as, given }) => {
  const id = await given.customer()

  for (const part of ['contacts', 'kyc', 'cards', 'devices'] as const) {
    await expect(as('collector').customers[part]({ id })).rejects.toMatchObject({ fault: 'not_found' })
  }
})
