import { getTableName } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { sections } from '#server/modules/data-requests/sections.ts'
import { test, type World } from '#tests/support/server.ts'
import { drawn, its, robotSpoke } from '../conduct-checks/support.ts'
import { about, approve, file, proved } from './asked.ts'

type Here = Pick<World, 'as' | 'server' | 'given'>
type Customer = IdOf<'customer'>

const contacts = ['Suresh Rao', 'Meera Rao', 'Anil Das'].map((name, nth) => ({
  ...{ name, phone: `+91 98200 1234${nth}`, relation: 'parents' },
}))
/** What is personal of them, in the words it was told in. */
const personal = [
  'Asha',
  'Rao',
  '9876543210',
  'asha@example.org',
  'Hill Road',
  '501002340000',
  '12340',
  'Nimbus',
  '234F',
]

function told({ as, server }: Pick<Here, 'as' | 'server'>, report: object) {
  const payload = JSON.stringify({ at: '2026-03-10T05:50:00Z', ...report })
  return as(null).customers.report({ payload, signature: server.app.secrets.sign(customerApp, payload) })
}

/** Somebody whose only order was repaid, and who has told everything about themselves. */
async function settled({ as, server, given }: Here) {
  const { customerId, id: loanId } = await given.loan({ state: loanCode.repaid })
  await server.app.database.query(`update loans set closed_at = '2025-11-02T06:00:00Z' where id = $1`, [loanId])
  const basic = { name: 'Asha Rao', birthDate: '1990-05-01', email: 'asha@example.org', address: '1 Hill Road' }
  const device = { mark: 'a91f03c7', brand: 'Nimbus' }
  await told({ as, server }, { event: 'basic', customerId, basic, device })
  await told({ as, server }, { event: 'contacts', customerId, contacts })
  await server.app.database.query(
    `insert into messages (id, loan_id, customer_id, template, state, channel, language, text, made_by, created_at, send_at)
     values ('MS1', $1, $2, 'overdue', 'sent', 'sms', 'en', 'Asha Rao, pay', 'x', now(), now())`,
    [loanId, customerId],
  )
  await server.app.database.query(
    `insert into document_readings (id, customer_id, field, value, confidence, from_source, read_at)
     values ('r', $1, 'name', 'ASHA RAO', 1, 'pan', now())`,
    [customerId],
  )
  await server.app.files.put('pictures/aa/face.jpg', Buffer.from('a face'))
  await server.app.database.query(
    `insert into customer_pictures (id, customer_id, kind, file_key, width, height, sha256, uploaded_at)
     values ('p', $1, 'face', 'pictures/aa/face.jpg', 1, 1, 'x', now())`,
    [customerId],
  )
  return { customerId, loanId }
}

const erase = async ({ as }: Pick<Here, 'as'>, id: Customer) => approve({ as }, await file({ as }, 'askErasure', id))
const customerOf = async ({ as }: Pick<Here, 'as'>, id: Customer) => (await as('ops').customers.detail({ id })).customer

/** Everything that the database holds of somebody, as text. */
async function held({ server }: Pick<Here, 'server'>): Promise<string> {
  const all = sections.map(({ table }) => server.app.database.query(`select * from ${getTableName(table)}`))
  return JSON.stringify((await Promise.all(all)).map(({ rows }) => rows))
}

test('nothing personal is left in any table once two people have erased somebody; orders stay', async ({
  as,
  server,
  given,
}) => {
  const here = { as, server, given }
  const { customerId: id, loanId } = await settled(here)
  await proved(here, 'manager', 'executive')
  const before = await held(here)
  expect(personal.filter((value) => !before.includes(value))).toEqual(['501002340000', '12340'])

  await erase(here, id)
  await server.dispatcher.flush()

  const after = await held(here)
  expect(personal.filter((value) => after.includes(value))).toEqual([])
  expect(await server.app.files.get('pictures/aa/face.jpg')).toBeNull()
  const customer = await customerOf(here, id)
  expect(customer).toMatchObject({ state: 'erased', name: null, phone: null, pan: null, erasedOn: '2026-03-10' })
  expect(customer.keptUntil).toBe('2033-11-02')
  expect((await as('ops').loans.detail({ id: loanId })).loan).toMatchObject({ state: loanCode.repaid, name: null })
  const [request] = (await as('manager').dataRequests.list({ q: `customerId:${id}` })).rows
  expect(request).toMatchObject({ kind: 'erasure', state: 'done', keptUntil: '2033-11-02', name: null })
  expect(request!.kept).toBeGreaterThan(0)
  const { cards } = await as('ops').customers.cards({ id })
  expect(cards).toMatchObject([{ holder: '–', account: '****', state: 'unbound' }])
})

test('nobody who was erased is found by name, phone or number of papers; each language says that they were', async ({
  as,
  server,
  given,
}) => {
  const here = { as, server, given }
  const { customerId: id } = await settled(here)
  await proved(here, 'manager', 'executive')

  await erase(here, id)

  for (const q of ['name:Asha', 'phone:9876543210', 'Asha', '9876543210', 'email:asha@example.org'])
    expect((await as('cs').customers.list({ q })).rows).toEqual([])
  const { rows } = await as('cs').customers.list({ q: 'state:erased' })
  expect(rows.map((row) => row.id)).toEqual([id])
})

test('what was found of how somebody was spoken to loses its words and its recording with them; that it was found stays', async ({
  as,
  server,
  given,
}) => {
  const here = { as, server, given }
  const one = await given.case({ collector: 'collector' })
  const { recordId } = await robotSpoke(here, { about: one })
  const check = await drawn(here, { about: one })
  const inspector = as('inspector').conductChecks
  const [ofRobot] = (await inspector.list({ q: `recordId:${recordId}` })).rows
  await inspector.pass({ ...its(ofRobot!), remark: 'Said Zebra Rao is ill' })
  const found = await inspector.fail({ ...its(check), code: 'abuse', remark: 'Called Zebra Rao a liar' })
  const shown = await as('collector').conductChecks.show(its(found))
  const appealed = await as('collector').conductChecks.appeal({ ...its(shown), reason: 'Zebra Rao began' })
  await as('manager').conductChecks.uphold({ ...its(appealed), remark: 'Zebra Rao did not' })
  const { rows } = await server.app.database.query(
    `update loans set state = ${loanCode.repaid}, closed_at = '2026-03-09T06:00:00Z' where id = $1 returning customer_id as id`,
    [one.loanId],
  )
  await server.app.database.query(`update cases set state = 'closed', closed_at = '2026-03-09T06:00:00Z'`)
  await server.app.database.query('delete from plans')
  expect(await held(here)).toContain('Zebra')
  await proved(here, 'manager', 'executive')

  await erase(here, rows[0]!.id as Customer)

  expect(await held(here)).not.toContain('Zebra')
  const left = (await inspector.list({ q: 'sort:id' })).rows
  expect(left).toHaveLength(2)
  for (const row of left) expect(row).toMatchObject({ remark: null, appealRemark: null, recorded: false })
  expect(left.map(({ outcome }) => outcome).toSorted()).toEqual(['fail', 'pass'])
  const kept = await server.app.database.query('select transcript_key as key from ai_records')
  expect(kept.rows).toEqual([{ key: null }])
})

test('a dry run says before what goes, what stays and until when, and changes nothing', async ({
  as,
  server,
  given,
}) => {
  const here = { as, server, given }
  const { customerId: id } = await settled(here)
  await proved(here, 'manager')
  const before = await held(here)

  const outlook = await as('manager').dataRequests.outlook({ id })
  const { reason } = await about(here, id)
  const selection = { listing: 'customers.list', ids: [id] }
  const preview = await as('manager').batches.preview({
    command: 'dataRequests.askErasure',
    selection,
    args: { reason },
  })

  expect(outlook).toMatchObject({ keptUntil: '2033-11-02', blockers: [] })
  expect(outlook.erased).toEqual(expect.arrayContaining([{ group: 'contacts', count: 3 }]))
  expect(outlook.kept).toEqual(expect.arrayContaining([{ group: 'orders', count: 1 }]))
  expect(outlook.kept.some(({ group }) => group === 'contacts')).toBe(false)
  expect(preview).toMatchObject({ eligible: 1, blocker: { fault: 'second_person_needed', askable: true } })
  const told = Object.fromEntries(preview.effects.map(({ of, texts }) => [of, texts![0]]))
  expect(told.erased).toContain('Contacts 3')
  expect(told.kept).toMatch(/^until 2033-11-02: Person 1, .*Loans 1/)
  const filed = await file(here, 'askErasure', id)
  expect(filed.changes).toContain('Records kept until: – → 2033-11-02')
  expect(await held(here)).toBe(before)
})

test.for([
  ['an order under way', 'order_under_way', 'update loans set state = 26'],
  ['a debt', 'order_under_way', 'update loans set state = 50'],
  ['an open ticket', 'ticket_waits', `update tickets set state = 'following'`],
  ['a payment under way', 'payment_waits', `update payments set state = 'paying'`],
  ['money to be given back', 'payment_waits', 'update payments set unapplied_minor = 1'],
  ['a pay-out under way', 'payout_waits', `update payouts set state = 'paying'`],
] as const)('%s refuses an erasure by its name', async ([, fault, sql], { as, server, given }) => {
  const { customerId: id, id: loanId } = await given.loan({ state: loanCode.repaid, attempts: 1, payout: 'success' })
  const ticket = await given.ticket()
  await server.app.database.query(`update tickets set customer_id = $1, state = 'closed' where id = $2`, [
    id,
    ticket.id,
  ])
  await server.app.database.query(
    `insert into payments (id, loan_id, amount_minor, currency, kind, channel, state, created_at)
     values ('PY1', $1, 1, 'INR', 'normal', 'eWallet', 'success', now())`,
    [loanId],
  )
  await proved({ as }, 'manager')
  await server.app.database.query(sql)

  await expect(as('manager').dataRequests.askErasure(await about({ as }, id))).rejects.toMatchObject({ fault })

  const { blockers } = await as('manager').dataRequests.outlook({ id })
  expect(blockers).toHaveLength(1)
  expect(blockers[0]).toMatch(/LN|TK|PY/)
  expect((await customerOf({ as }, id)).state).toBe('enabled')
})

test('it takes a second person, and the right; whoever asks does not approve', async ({ as, server, given }) => {
  const { customerId: id } = await settled({ as, server, given })
  const asked = await about({ as }, id)
  await proved({ as }, 'manager', 'executive')
  await expect(as('manager').dataRequests.askErasure(asked)).rejects.toMatchObject({ fault: 'second_person_needed' })
  const filed = await file({ as }, 'askErasure', id)

  await expect(approve({ as }, filed, 'manager')).rejects.toMatchObject({ fault: 'own_request' })
  for (const who of ['cs', 'ops', 'executive', 'collector', 'reviewer'] as const) {
    await expect(as(who).dataRequests.askErasure(asked)).rejects.toMatchObject({ code: 403 })
    await expect(as(who).dataRequests.outlook({ id })).rejects.toMatchObject({ code: 403 })
  }
  expect((await customerOf({ as }, id)).state).toBe('enabled')
})

test('what has begun meanwhile refuses the release, and the request goes on waiting', async ({ as, server, given }) => {
  const here = { as, server, given }
  const { customerId: id } = await settled(here)
  await proved(here, 'manager', 'executive')
  const filed = await file(here, 'askErasure', id)
  await server.app.database.query('update loans set state = 50')

  await expect(approve(here, filed)).rejects.toMatchObject({ fault: 'order_under_way' })

  expect((await as('executive').approvals.list({ q: `id:${filed.id}` })).rows).toMatchObject([{ state: 'pending' }])
})

test('what the app tells of somebody who was erased is refused; their number registers anew', async ({
  as,
  server,
  given,
}) => {
  const here = { as, server, given }
  const { customerId } = await settled(here)
  await proved(here, 'manager', 'executive')
  await erase(here, customerId)

  await expect(told(here, { event: 'contacts', customerId, contacts })).rejects.toMatchObject({
    fault: 'customer_erased',
  })

  const again = as('manager').dataRequests.askErasure(await about(here, customerId))
  await expect(again).rejects.toMatchObject({ fault: 'not_allowed_now' })
  const payload = JSON.stringify({ phone: '9876543210', app: 'Lendline', channel: 'search' })
  const anew = await as(null).customers.register({ payload, signature: server.app.secrets.sign(customerApp, payload) })
  expect(anew.customerId).not.toBe(customerId)
})
