import { expect } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { register } from '#server/modules/customers/register.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { type Client, test, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'

type As = Pick<World, 'as'>
type Entry = NonNullable<Parameters<Client['blacklist']['add']>[0]>

/** Operations ask, a manager releases. */
const release = async ({ as }: As, call: string, input: object) => {
  const { id, version } = await as('ops').approvals.file({ call, input: { ...input } })
  await as('manager').approvals.approve({ id, version })
}
const list = (world: As, entry: Entry) => release(world, 'blacklist.add', entry)
const entries = async ({ as }: As, q = '') => (await as('ops').blacklist.list({ q: `${q} sort:addedAt` })).rows
const customer = async ({ as }: As, id: IdOf<'customer'>) =>
  (await as('ops').customers.list({ q: `id:${id}` })).rows[0]!

let asked = 0
/** Hands an application in, as the customer app does. */
const apply = ({ as, server }: Pick<World, 'as' | 'server'>, customerId: IdOf<'customer'>, device?: string) => {
  asked += 1
  const wanted = { ref: `bl-${asked}`, customerId, productId: 'IN-7', amountMinor: 500_000, currency: 'INR' }
  const payload = JSON.stringify({ ...wanted, tenureDays: 7, ...(device && { device }) })
  return as(null).loans.submit({ payload, signature: server.app.secrets.sign(customerApp, payload) })
}

test('nobody is listed alone; once released, whoever has the phone is flagged, and no log has it', async ({
  as,
  given,
  server,
}) => {
  const theirs = await given.customer({ phone: '9812345678' })
  const entry = { kind: 'phone', value: '+91 98123-45678', reason: 'fraud' } as const
  await expect(as('ops').blacklist.add(entry)).rejects.toMatchObject({ fault: 'second_person_needed' })
  expect(await entries({ as })).toEqual([])

  await list({ as }, entry)

  expect(await entries({ as })).toMatchObject([
    {
      ...{ state: 'listed', kind: 'phone', value: '…5678', customerId: theirs, source: 'staff', reason: 'fraud' },
      addedBy: 'Operations',
    },
  ])
  expect((await customer({ as }, theirs)).blacklisted).toBe(true)
  const { query } = server.app.database
  const logged = (
    await query(`select string_agg(audit::text || coalesce(a.input, ''), ' ') as all
    from audit left join approvals a on true`)
  ).rows[0]!.all
  expect(logged).not.toMatch(/98123-?45678/)
  const again = as('ops').approvals.file({ call: 'blacklist.add', input: entry })
  await expect(again).rejects.toMatchObject({ fault: 'listed_already', fields: [{ field: 'value' }] })
})

test('a request to list a number tells nobody whose it is', async ({ as, given }) => {
  await given.customer({ phone: '9812345678' })
  const requests: unknown[] = []
  for (const value of ['9812345678', '9812345679']) {
    const input = { kind: 'phone', value, reason: 'fraud' }
    const { id } = await as('ops').approvals.file({ call: 'blacklist.add', input })
    const { objectId, changes } = (await as('ops').approvals.list({ q: `id:${id}` })).rows[0]!
    requests.push({ objectId, changes: changes?.replace(value.slice(-4), '') })
  }

  expect(requests[0]).toEqual(requests[1])
})

test('a PAN, a phone and a device are refused of whoever comes with them later', async ({ as, given, server }) => {
  const world = { as, server }
  await list(world, { kind: 'pan', value: 'ABCPE9999F', reason: 'stolenIdentity' })
  await list(world, { kind: 'phone', value: '9800000001', reason: 'fraud' })
  await list(world, { kind: 'device', value: 'imei-356938035643809', reason: 'fraud' })

  const byPan = await given.customer({ pan: 'ABCPE9999F', phone: '9800000002' })
  const byPhone = await given.customer({ pan: 'ABCPE1111F', phone: '919800000001' })
  const other = await given.customer({ pan: 'ABCPE2222F', phone: '9800000003' })

  await given.product()
  const refused = { fault: 'customer_blacklisted' }
  await expect(apply(world, byPan)).rejects.toMatchObject(refused)
  await expect(apply(world, byPhone)).rejects.toMatchObject(refused)
  await expect(apply(world, other, 'imei-356938035643809')).rejects.toMatchObject(refused)
  expect(await apply(world, other, 'imei-1')).toMatchObject({ state: 10 })
})

test('no money leaves for somebody who is listed', async ({ as, given }) => {
  const { id, customerId } = await given.loan()
  await release({ as }, 'blacklist.addCustomer', {
    ...{ id: customerId, version: (await customer({ as }, customerId)).version },
    reason: 'falseDocuments',
  })

  const { loan } = await as('ops').loans.detail({ id })
  const sent = as('ops').loans.redisburse({ id, version: loan.version })

  await expect(sent).rejects.toMatchObject({ fault: 'customer_blacklisted' })
})

test('no money leaves for a device that was listed once the order had been approved', async ({ as, given, server }) => {
  const { id } = await given.loan()
  await server.app.database.query(`update loans set device = 'imei-356938035643809' where id = '${id}'`)
  await list({ as }, { kind: 'device', value: 'imei-356938035643809', reason: 'fraud' })

  const { loan } = await as('ops').loans.detail({ id })
  const sent = as('ops').loans.redisburse({ id, version: loan.version })

  await expect(sent).rejects.toMatchObject({ fault: 'customer_blacklisted' })
})

test('who registers with a phone that is listed is flagged at once', async ({ as, server }) => {
  await list({ as }, { kind: 'phone', value: '9800000009', reason: 'fraud' })
  const of = async (phone: string) => {
    const { query } = server.app.database
    const about = { tx: server.app.database.db, now: new Date('2026-03-10T06:00:00Z'), today: '2026-03-10' as never }
    const told = { phone, app: 'Lendline', channel: 'sandbox', release: '1.0.0' } as never
    const { customerId } = await register(told, { ...about, app: server.app })
    const { rows } = await query(`select blacklisted from customers where id = '${customerId}'`)
    return rows[0]!.blacklisted
  }

  expect(await of('9800000009')).toBe(true)
  expect(await of('9800000010')).toBe(false)
})

test('who is taken off may borrow again, unless another entry lists them', async ({ as, given, server }) => {
  const id = await given.customer({ phone: '9811111111' })
  await list({ as }, { kind: 'phone', value: '9811111111', reason: 'fraud' })
  await list({ as }, { kind: 'customer', value: id, reason: 'threatens' })
  const [byPhone, byId] = await entries({ as })
  const off = (entry: typeof byPhone) =>
    release({ as }, 'blacklist.remove', { id: entry!.id, version: entry!.version, removal: 'wrongPerson' })

  await off(byPhone)
  expect((await customer({ as }, id)).blacklisted).toBe(true)
  await off(byId)

  expect((await customer({ as }, id)).blacklisted).toBe(false)
  expect(await entries({ as }, 'state:removed')).toMatchObject([
    { removal: 'wrongPerson', removedBy: 'Operations' },
    { removal: 'wrongPerson' },
  ])
  const { query } = server.app.database
  expect((await query(`select count(*)::int as n from audit where command = 'blacklist.remove'`)).rows).toEqual([
    { n: 2 },
  ])
  const gone = await entries({ as }, `id:${byId!.id}`)
  const late = as('ops').blacklist.remove({ id: byId!.id, version: gone[0]!.version, removal: 'again' })
  await expect(late).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('a phone that was listed before anybody had it is taken off whoever has it now', async ({ as, given, server }) => {
  await list({ as }, { kind: 'phone', value: '9822222222', reason: 'fraud' })
  const id = await given.customer({ phone: '919822222222', blacklisted: true })
  const other = await given.customer({ phone: '9833333333', blacklisted: true })
  const [entry] = await entries({ as })

  await release({ as }, 'blacklist.remove', { id: entry!.id, version: entry!.version, removal: 'wrongPerson' })

  expect((await customer({ as }, id)).blacklisted).toBe(false)
  expect((await customer({ as }, other)).blacklisted).toBe(true)
  const { rows } = await server.app.database.query(`select customer_id from blacklist where id = '${entry!.id}'`)
  expect(rows).toEqual([{ customer_id: null }])
})

test('several are listed, and taken off again, by one request each time', async ({ as, given }) => {
  const ids = [await given.customer(), await given.customer()]
  const run = async (command: string, listing: string, chosen: readonly string[], args: Record<string, string>) => {
    const { id } = await as('ops').batches.preview({ command, selection: { listing, ids: [...chosen] }, args })
    const filed = await as('ops').approvals.request({ id: id!, reason: 'agreed' })
    await as('manager').approvals.approve({ id: filed.id, version: filed.version })
  }
  await run('blacklist.addCustomer', 'customers.list', ids, { reason: 'fraud' })
  const listed = await entries({ as }, 'state:listed')
  expect(listed.map(({ customerId }) => customerId).sort()).toEqual([...ids].sort())

  const own = listed.map(({ id }) => id)
  await run('blacklist.remove', 'blacklist.list', own, { removal: 'wrongPerson' })

  expect(await entries({ as }, 'state:listed')).toEqual([])
  expect((await customer({ as }, ids[0]!)).blacklisted).toBe(false)
})

test.for([
  [{ kind: 'customer', value: 'CU000000000000' }, 'unknown_customer', 'value'],
  [{ kind: 'phone', value: '12345' }, 'not_a_phone', 'value'],
  [{ kind: 'pan', value: 'AB-1' }, 'not_a_pan', 'value'],
  [{ value: 'abc' }, 'invalid', 'value'],
  [{ kind: 'email' }, 'invalid', 'kind'],
  [{ reason: '' }, 'invalid', 'reason'],
] as const)('%j is refused as %s of %s', async ([wrong, fault, field], { as }) => {
  const entry = { kind: 'phone', value: '9812345678', reason: 'fraud', ...wrong }

  const refused = as('ops').approvals.file({ call: 'blacklist.add', input: entry })

  await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
  expect(await entries({ as })).toEqual([])
})

test('a sheet waits as one request; a wrong line keeps all of it out, and is named', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const id = await given.customer()
  const blank = await blankSheet({ server, tokenOf }, '/blacklist/template')
  const right = [
    { kind: 'customer', value: id, reason: 'fraud' },
    { kind: 'device', value: 'imei-7', reason: 'stolenIdentity' },
  ]
  const send = (lines: readonly Record<string, string>[]) =>
    sendSheet({ raw }, 'POST /blacklist/sheet', filledSheet(blank, lines))

  const refused = await send([...right, { kind: 'phone', value: '1', reason: '' }, right[0]!])
  const answer = await send(right)

  const named = refused.fields!.map((one) => (one as { field: string }).field)
  expect(named).toEqual(expect.arrayContaining(['5.value', '5.reason']))
  const { request: filed } = answer.data as { request: Approval['id'] }
  const [request] = (await as('manager').approvals.list({ q: `id:${filed}` })).rows
  expect(request).toMatchObject({ command: 'blacklist.addMany', changes: `Device: – → …ei-7; Customer: – → ${id}` })
  await as('manager').approvals.approve({ id: filed, version: request!.version })
  expect(await entries({ as })).toMatchObject([{ source: 'sheet' }, { source: 'sheet' }])
  const { rows } = await as('manager').audit.list({ q: 'command:blacklist.addMany outcome:done' })
  expect(rows).toMatchObject([{ actor: 'Operations', changes: `Added: 2 (${id}, …ei-7)` }])
  const [release] = (await as('manager').audit.list({ q: 'command:approvals.approve outcome:done' })).rows
  expect(release).toMatchObject({ actor: 'Manager', objectId: filed })
})

test('a sheet of the blacklist that takes no second person is on the record with what it added', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  await given.parameter('blacklist.fourEyes', false)
  const blank = await blankSheet({ server, tokenOf }, '/blacklist/template')
  const lines = [
    { kind: 'device', value: 'imei-7', reason: 'fraud' },
    { kind: 'phone', value: '9812345678', reason: 'fraud' },
  ]

  const answer = await sendSheet({ raw }, 'POST /blacklist/sheet', filledSheet(blank, lines))

  expect(answer).toMatchObject({ code: 200, data: { added: 2, request: null } })
  const { rows } = await as('manager').audit.list({ q: 'command:blacklist.addSheet outcome:done' })
  expect(rows).toMatchObject([{ actor: 'Operations' }])
  expect(rows[0]!.changes).toMatch(/^Added: 2 \(.*ei-7, .*5678\)$/)
  expect(rows[0]!.changes).not.toContain('9812345678')
})

test('where one person is enough, one is; who may only look lists nobody', async ({ as, given }) => {
  await given.parameter('blacklist.fourEyes', false)
  const entry = { kind: 'device', value: 'imei-7', reason: 'fraud' } as const

  await as('ops').blacklist.add(entry)

  expect(await entries({ as })).toHaveLength(1)
  await expect(as('cs').blacklist.add({ ...entry, value: 'imei-8' })).rejects.toMatchObject({ code: 403 })
  await expect(as('admin').blacklist.add({ ...entry, value: 'imei-8' })).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').blacklist.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('a customer out of reach is nobody, by a form and by a sheet', async ({ as, given, raw, server, tokenOf }) => {
  await given.parameter('blacklist.fourEyes', false)
  const { query } = server.app.database
  const theirs = await given.customer({ departmentId: 'MKT' as never })
  await query(`update staff set unit_id = 'OPS' where id = 'S-manager'`)
  const entry = { kind: 'customer', value: theirs, reason: 'fraud' } as const
  const blank = await blankSheet({ server, tokenOf }, '/blacklist/template', 'manager')

  const typed = await as('manager')
    .blacklist.add(entry)
    .catch((error: unknown) => error)
  const sent = await sendSheet({ raw }, 'POST /blacklist/sheet', filledSheet(blank, [entry]), { who: 'manager' })

  await query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  expect(typed).toMatchObject({ fault: 'unknown_customer' })
  expect(sent.fields).toEqual([{ field: '3.value', reason: 'There is no such customer' }])
  expect(await entries({ as })).toEqual([])
})
