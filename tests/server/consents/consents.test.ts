import { expect } from 'vitest'
import type { ConsentReport } from '#contract/consents.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { agencies, departments } from '#server/seed/units.ts'
import { type Account, test, type World } from '#tests/support/server.ts'

type Side = Pick<World, 'as' | 'server'>
type Customer = IdOf<'customer'>

const at = '2026-03-09T05:00:00Z'
const later = '2026-03-10T05:00:00Z'
function report({ as, server }: Side, customerId: Customer, told: Partial<ConsentReport> = {}) {
  const payload = JSON.stringify({
    event: 'given',
    customerId,
    document: 'marketing',
    documentVersion: '1',
    at,
    ...told,
  })
  return as(null).consents.report({ payload, signature: server.app.secrets.sign(customerApp, payload) })
}
const listed = async ({ as }: Pick<World, 'as'>, id: Customer, who: Account = 'cs') =>
  (await as(who).consents.list({ q: `customerId:${id} sort:givenAt` })).rows
const customerOf = async ({ as }: Pick<World, 'as'>, id: Customer) =>
  (await as('cs').customers.list({ q: `id:${id}` })).rows[0]!
const said = { document: 'bureau', documentVersion: '2026-01', channel: 'paper', reason: 'signedPaper' } as const
async function record({ as }: Pick<World, 'as'>, id: Customer, more: object = {}, who: Account = 'cs') {
  const { version } = await customerOf({ as }, id)
  return as(who).consents.record({ id, version, ...said, ...more })
}
const offer = async ({ as }: Pick<World, 'as'>, id: Customer) => {
  const { version } = await customerOf({ as }, id)
  return as('cs').messages.offer({ id, version, offer: 'limitWaiting' })
}

test('what the app reports is kept with document, version, channel and time, once however often it is sent', async ({
  as,
  server,
  given,
}) => {
  const id = await given.customer()

  const first = await report({ as, server }, id)
  const again = await report({ as, server }, id)

  expect(again).toEqual(first)
  const row = { document: 'marketing', documentVersion: '1', channel: 'app', state: 'given', givenAt: at }
  expect(await listed({ as }, id)).toMatchObject([{ ...row, endedAt: null, recordedBy: null, name: 'Asha Rao' }])
})

test('another version takes the place of the one before, and a late report does not', async ({ as, server, given }) => {
  const id = await given.customer()
  await report({ as, server }, id)

  await report({ as, server }, id, { documentVersion: '2', at: later })
  await report({ as, server }, id, { documentVersion: '0', at: '2026-03-01T05:00:00Z' })

  expect(await listed({ as }, id)).toMatchObject([
    { documentVersion: '0', state: 'replaced', endedAt: later },
    { documentVersion: '1', state: 'replaced', endedAt: later },
    { documentVersion: '2', state: 'given', endedAt: null },
  ])
})

test('what was withdrawn stays so, whichever report comes first', async ({ as, server, given }) => {
  const id = await given.customer()

  await report({ as, server }, id, { event: 'withdrawn', at: later })
  await report({ as, server }, id)

  const rows = await listed({ as }, id)
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['replaced', 'withdrawn'])
  expect(rows.every(({ endedAt }) => endedAt === later)).toBe(true)
})

test('what was withdrawn a second time stands against what was agreed to between, told last', async ({
  as,
  server,
  given,
}) => {
  const id = await given.customer()

  const second = { event: 'withdrawn', at: later } as const
  await report({ as, server }, id, { event: 'withdrawn', at: '2026-03-08T05:00:00Z' })
  const told = await report({ as, server }, id, second)
  expect(await report({ as, server }, id, second)).toEqual(told)
  await report({ as, server }, id)

  const states = (await listed({ as }, id)).map(({ state }) => state).toSorted()
  expect(states).toEqual(['replaced', 'withdrawn', 'withdrawn'])
})

test('whoever has withdrawn consent to marketing is made no offer, until they give it again', async ({
  as,
  server,
  given,
  clock,
}) => {
  const id = await given.customer()
  await server.app.database.query('update customers set limit_minor = 1500000 where id = $1', [id])
  await report({ as, server }, id, { event: 'withdrawn' })
  await expect(offer({ as }, id)).rejects.toMatchObject({ fault: 'consent_withdrawn' })

  await report({ as, server }, id, { documentVersion: '2', at: clock.now().toISOString() })

  await expect(offer({ as }, id)).resolves.toMatchObject({ id })
})

test('consent to something else is withdrawn without a word about marketing; service goes on', async ({
  as,
  server,
  given,
}) => {
  const { loanId } = await given.plan()
  const { loan } = await as('ops').loans.detail({ id: loanId })
  for (const document of ['privacy', 'marketing'] as const)
    await report({ as, server }, loan.customerId, { event: 'withdrawn', document })

  const reminded = await as('cs').messages.remind({ id: loanId, version: loan.version })

  expect(reminded).toMatchObject({ remindedToday: true })
})

test('staff record what was said or signed, and withdraw it, with a reason and on the record', async ({
  as,
  given,
}) => {
  const id = await given.customer()
  await record({ as }, id, { givenOn: '2026-03-02' as LocalDate })

  const [row] = await listed({ as }, id)
  const withdrawn = await as('cs').consents.withdraw({
    ...{ id: row!.id, version: row!.version, channel: 'phone', reason: 'customerAsked' },
  })

  expect(row).toMatchObject({
    ...said,
    state: 'given',
    givenAt: '2026-03-01T18:30:00Z',
    recordedBy: 'Customer service',
  })
  expect(withdrawn).toMatchObject({ state: 'withdrawn', withdrawnBy: 'phone', reason: 'customerAsked' })
  const { rows } = await as('admin').audit.list({ q: `objectId:${row!.id}` })
  expect(rows[0]).toMatchObject({ command: 'consents.withdraw', outcome: 'done' })
  expect(rows[0]!.changes).toContain('Status: Given → Withdrawn')
  const again = as('cs').consents.withdraw({ ...withdrawn, channel: 'phone', reason: 'customerAsked' })
  await expect(again).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test.for([
  ['a day to come', { givenOn: '2026-03-11' }, 'day_to_come'],
  ['a day before what was said since', { document: 'marketing', givenOn: '2026-03-02' }, 'consented_since'],
  ['no reason', { reason: '' }, 'invalid'],
  ['the app’s own channel', { channel: 'app' }, 'invalid'],
  ['an unknown document', { document: 'everything' }, 'invalid'],
] as const)('%s is refused, and nothing is kept', async ([, wrong, fault], { as, server, given }) => {
  const id = await given.customer()
  await report({ as, server }, id)

  await expect(record({ as }, id, wrong)).rejects.toMatchObject({ fault })

  expect(await listed({ as }, id)).toHaveLength(1)
})

test('a report that is not signed, or is of nobody, is refused', async ({ as, server, given }) => {
  const id = await given.customer()
  const payload = JSON.stringify({ event: 'given', customerId: id, document: 'terms', documentVersion: '1', at })

  const forged = as(null).consents.report({ payload, signature: 'ab' })

  await expect(forged).rejects.toMatchObject({ fault: 'bad_signature' })
  const stranger = report({ as, server }, 'CU260310999999' as Customer)
  await expect(stranger).rejects.toMatchObject({ fault: 'unknown_customer' })
  expect(await listed({ as }, id)).toEqual([])
})

test('whose consents one sees is whose customers one sees; who only looks changes nothing', async ({
  as,
  server,
  given,
}) => {
  const [here, elsewhere] = [await given.customer(), await given.customer({ departmentId: agencies[0].id })]
  expect(departments.operations.id).not.toBe(agencies[0].id)
  for (const id of [here, elsewhere]) await report({ as, server }, id)

  const seenBy = async (who: Account) =>
    (await as(who).consents.list({ q: '' })).rows.map((row) => row.customerId).toSorted()

  expect(await seenBy('cs')).toEqual([here, elsewhere].toSorted())
  expect(await seenBy('reviewer')).toEqual([])
  for (const who of ['executive', 'collector', 'reviewer'] as const)
    await expect(record({ as }, here, {}, who)).rejects.toMatchObject({ code: 403 })
  const customers = async (who: Account) =>
    (await as(who).customers.list({ q: '' })).rows.map(({ id }) => id).toSorted()
  for (const who of ['manager', 'supervisor', 'collector'] as const)
    expect(await seenBy(who)).toEqual(await customers(who))
})
