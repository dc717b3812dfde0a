import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { sealAudit } from '#server/kernel/base/audit-chain.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { test, type World } from '#tests/support/server.ts'
import { about, approve, file, proved } from './asked.ts'

type Here = Pick<World, 'as' | 'server' | 'given'>
type Customer = IdOf<'customer'>
const address = '14 Lake View Road'

/** Somebody whose address was edited, twice, and whose order was looked after. */
async function edited({ as, given }: Here): Promise<Customer> {
  const id = await given.customer()
  for (const [company, told] of [
    ['Blue Mills', undefined],
    ['Red Mills', address],
  ] as const) {
    const { version } = await about({ as }, id)
    await as('cs').customers.edit({ id, version, company, ...(told && { address: told }) })
  }
  return id
}
const changesOf = async ({ as }: Pick<Here, 'as'>, id: Customer, language = 'en') =>
  (await as('admin', { language }).audit.list({ q: `objectId:${id} command:customers.edit` })).rows.map(
    ({ changes }) => changes,
  )
const stored = async ({ server }: Pick<Here, 'server'>) =>
  JSON.stringify((await server.app.database.query('select before, after, input from audit')).rows)

test('personal values about a customer stand in the log encrypted, and are read as they were', async ({
  as,
  server,
  given,
}) => {
  const id = await edited({ as, server, given })

  const log = await stored({ server })

  for (const value of ['Asha Rao', 'Blue Mills', 'Red Mills', address]) expect(log).not.toContain(value)
  expect(log).toContain('"state":"enabled"')
  expect(await changesOf({ as }, id)).toEqual([
    `Address: – → ${address}; Company: Blue Mills → Red Mills`,
    'Company: – → Blue Mills',
  ])
})

test('what the app has reported of somebody stands in the log under their key, and under none not at all', async ({
  as,
  server,
  given,
}) => {
  const customerId = await given.customer()
  const contact = { name: 'Suresh Rao', phone: '+91 98200 12345', relation: 'parents' }
  const payload = JSON.stringify({
    ...{ event: 'contacts', customerId, at: '2026-03-10T05:50:00Z', contacts: [contact, contact, contact] },
  })
  const signed = (text: string) => ({ payload: text, signature: server.app.secrets.sign(customerApp, text) })
  await as(null).customers.report(signed(payload))
  const wrong = JSON.stringify({ phone: '12345', app: 'Lendline', channel: 'search' })
  await expect(as(null).customers.register(signed(wrong))).rejects.toMatchObject({ fault: 'wrong_phone' })

  const log = await stored({ server })

  expect(log).not.toContain('98200')
  expect(log).not.toContain('12345')
})

test('a key is kept encrypted, and each customer has their own', async ({ as, server, given }) => {
  await edited({ as, server, given })
  await edited({ as, server, given })

  const { rows } = await server.app.database.query('select customer_id, key from customer_keys')

  expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
  const opened = rows.map(({ key }) => server.app.secrets.open(Buffer.from(String(key), 'base64url')))
  expect(opened.map((bytes) => bytes.length)).toEqual([32, 32])
})

test('erasing destroys the key: the values read erased, in each language, and the chain still verifies', async ({
  as,
  server,
  given,
}) => {
  const here = { as, server, given }
  const id = await edited(here)
  await sealAudit(server.app)
  await proved(here, 'manager', 'executive')

  await approve(here, await file(here, 'askErasure', id))
  await sealAudit(server.app)

  expect(await changesOf(here, id)).toEqual(['Address: – → erased; Company: erased → erased', 'Company: – → erased'])
  expect((await changesOf(here, id, 'ja'))[1]).toContain('消去済み')
  const verified = await as('admin').audit.verify({})
  expect(verified.checked).toBeGreaterThan(4)
  const { rows } = await server.app.database.query('select key, destroyed_at from customer_keys')
  expect(rows).toMatchObject([{ key: null, destroyed_at: expect.anything() }])
  expect(await stored(here)).not.toContain('Asha')
  const [erasure] = (await as('admin').audit.list({ q: `objectId:${id} command:dataRequests.askErasure` })).rows
  expect(erasure!.changes).toContain('Account: Normal → Erased')
  expect(erasure!.changes).toContain('Name: erased → –')
})

test('nothing that is written about somebody later brings their key back', async ({ as, server, given }) => {
  const here = { as, server, given }
  const id = await edited(here)
  await proved(here, 'manager', 'executive')
  await approve(here, await file(here, 'askErasure', id))

  const refused = as('cs').customers.edit({ ...(await about(here, id)), company: 'Green Mills' })

  await expect(refused).rejects.toMatchObject({ fault: 'not_allowed_now' })
  expect(await stored(here)).not.toContain('Green Mills')
  const { rows } = await server.app.database.query('select key from customer_keys')
  expect(rows).toEqual([{ key: null }])
})
