import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Ticket } from '#contract/tickets.ts'
import { alone, test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given'>

const asked = { title: 'He says he paid', content: 'By UPI, last week', priority: 'normal' } as const

/** A ticket of operations about an order. */
async function opened({ as, given }: Here, kind = 'payout'): Promise<Ticket> {
  const { id, version } = await given.loan({ state: 31 })
  await as('cs').tickets.open({ id, version, kind: kind as 'payout', ...asked })
  return (await as('ops').tickets.operation({ q: `loanId:${id}` })).rows[0]!
}
/** A ticket of collection about a case of the collector. */
async function raised({ as, given }: Here, kind = 'complaint') {
  const made = await given.case({ collector: 'collector' })
  const { id, version, loanId } = made
  await as('collector').tickets.openForCase({ id, version, kind: kind as 'complaint', ...asked })
  return { loanId, caseId: id, ticket: (await as('leader').tickets.collection({ q: `loanId:${loanId}` })).rows[0]! }
}
const named = ({ id, version }: Ticket) => ({ id, version })
const holdOf = async ({ as }: Pick<World, 'as'>, id: IdOf<'case'>) =>
  (await as('leader').cases.open({ q: `id:${id}` })).rows[0]!.hold

test('the first answer counts, whoever gives it has the ticket, and each step stands there', async ({
  as,
  given,
  clock,
}) => {
  const fresh = await opened({ as, given })
  clock.forward(60_000)

  const first = await as('ops').tickets.follow({ ...named(fresh), note: 'Asked the bank' })
  clock.forward(60_000)
  const second = await as('ops').tickets.follow({ ...named(first), note: 'The bank has paid' })
  const closed = await as('ops').tickets.close({ ...named(second), result: 'Paid out' })

  expect(first).toMatchObject({ state: 'following', processor: { id: 'S-ops' } })
  expect(second.firstResponseAt).toBe(first.firstResponseAt)
  expect(closed).toMatchObject({ state: 'closed', closedAt: expect.any(String) })
  const { steps } = await as('cs').tickets.detail({ id: fresh.id })
  expect(steps.map(({ what, note, by }) => [what, note, by.id])).toEqual([
    ['follow', 'Asked the bank', 'S-ops'],
    ['follow', 'The bank has paid', 'S-ops'],
    ['close', 'Paid out', 'S-ops'],
  ])
  await expect(as('ops').tickets.follow({ ...named(closed), note: 'x' })).rejects.toMatchObject({ code: 400 })
})

test('what a complaint has held goes on once it is answered, and is held again where that was not the end', async ({
  as,
  given,
}) => {
  const { ticket, caseId } = await raised({ as, given })
  expect(ticket).toMatchObject({ desk: 'collection', source: 'collector', createdBy: { id: 'S-collector' } })
  expect(await holdOf({ as }, caseId)).toBe('dispute')

  const closed = await as('leader').tickets.close({ ...named(ticket), result: 'Shown the statement' })
  expect(await holdOf({ as }, caseId)).toBeNull()
  const reopened = await as('leader').tickets.reopen({ ...named(closed), note: 'He denies it' })

  expect(reopened).toMatchObject({ state: 'following', closedAt: null })
  expect(await holdOf({ as }, caseId)).toBe('dispute')
})

test('an escalated ticket is urgent, lies with the unit above and waits for its answer anew', async ({ as, given }) => {
  const fresh = await opened({ as, given })
  const followed = await as('ops').tickets.follow({ ...named(fresh), note: 'x' })

  const urgent = await as('ops').tickets.escalate({ ...named(followed), note: 'Nobody answers at the bank' })

  expect(urgent).toMatchObject({ priority: 'urgent', department: { id: 'HQ' }, state: 'notFollowed', processor: null })
  expect(urgent.firstResponseAt).toBeNull()
  const { steps } = await as('ops').tickets.detail({ id: fresh.id })
  expect(steps.at(-1)).toMatchObject({ what: 'escalate', to: urgent.department.name })
})

test('each desk has rights of its own, by list and by id', async ({ as, given }) => {
  const operation = await opened({ as, given })
  const { ticket: collection } = await raised({ as, given }, 'other')
  const note = { note: 'x' }

  expect((await as('collector').tickets.collection()).rows.map(({ id }) => id)).toEqual([collection.id])
  await expect(as('collector').tickets.operation()).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').tickets.detail({ id: operation.id })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('collector').tickets.follow({ ...named(operation), ...note })).rejects.toMatchObject({ code: 400 })
  // operations only look at the other desk's
  await expect(as('ops').tickets.follow({ ...named(collection), ...note })).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').tickets.close({ ...named(collection), result: 'x' })).rejects.toMatchObject({ code: 403 })
  expect((await as('ops').tickets.detail({ id: collection.id })).ticket.id).toBe(collection.id)
  await expect(as('reviewer').tickets.detail({ id: collection.id })).rejects.toMatchObject({ code: 403 })
})

test('nobody but the department of whoever opened a ticket opens it again; an empty note is refused by its field', async ({
  as,
  given,
}) => {
  const fresh = await opened({ as, given })
  const closed = await as('ops').tickets.close({ ...named(fresh), result: 'Done' })

  await expect(as('ops').tickets.reopen({ ...named(closed), note: 'x' })).rejects.toMatchObject({
    fault: 'not_your_ticket',
  })
  await expect(as('cs').tickets.reopen({ ...named(closed), note: ' ' })).rejects.toMatchObject({
    fault: 'invalid',
    fields: [{ field: 'note' }],
  })
  expect(await as('cs').tickets.reopen({ ...named(closed), note: 'Not paid' })).toMatchObject({ state: 'following' })
})

test('an agency sees tickets about its own orders alone, and gets no others', async ({ as, given, server }) => {
  const { ticket } = await raised({ as, given })
  const { query } = server.app.database
  const { rows } = await query(`select id from units where kind = 'agency' and external order by id limit 1`)
  const [external] = rows as { id: string }[]
  const seen = async () => (await as('agency').tickets.collection({ q: `id:${ticket.id}` })).rows.length

  const to = external!.id as IdOf<'assignee'>
  await expect(as('leader').tickets.transfer({ ...named(ticket), to })).rejects.toMatchObject({
    fault: 'not_their_order',
  })
  await query('update tickets set department_id = $2 where id = $1', [ticket.id, external!.id])
  expect(await seen()).toBe(0)
  await query('update loans set agency_id = $2 where id = $1', [ticket.loanId, external!.id])
  expect(await seen()).toBe(1)
})

test('a right of one desk does not reach further for what another role may do at the other', async ({
  as,
  given,
  server,
}) => {
  const { query } = server.app.database
  const { id, version, loanId } = await given.case({ collector: 'collector' })
  await as('leader').tickets.openForCase({ id, version, kind: 'other', ...asked })
  const ticket = (await as('leader').tickets.collection({ q: `loanId:${loanId}` })).rows[0]!
  await query(`insert into staff_roles (staff_id, role_id) values ('S-collector', 'OPS')`)
  const [kept] = (
    await query(`delete from role_grants where role_id = 'OPS' and page = 'collectionTickets' returning codes, scope`)
  ).rows as { codes: number; scope: string }[]
  const forget = () => query(`update roles set name = name where id = 'OPS'`)
  await forget()
  const refusal = (error: unknown) => error

  const listed = (await as('collector').tickets.collection({ q: '' })).rows
  const read = await as('collector').tickets.detail({ id: ticket.id }).catch(refusal)
  const followed = await as('collector')
    .tickets.follow({ ...named(ticket), note: 'x' })
    .catch(refusal)

  await query(`insert into role_grants (role_id, page, codes, scope) values ('OPS', 'collectionTickets', $1, $2)`, [
    kept!.codes,
    kept!.scope,
  ])
  await query(`delete from staff_roles where staff_id = 'S-collector' and role_id = 'OPS'`)
  await forget()
  expect(listed).toEqual([])
  expect([read, followed]).toMatchObject([{ fault: 'not_found' }, { fault: 'not_found' }])
})

alone(
  'units are named as the reader’s language has it: whose a ticket is, and where it went',
  async ({ as, given, server }) => {
    await server.app.database.query(`update units set names = '{"zh": "第一催收公司"}' where id = 'AG1'`)
    const { ticket } = await raised({ as, given }, 'other')
    await as('leader').tickets.transfer({ ...named(ticket), to: 'OPS' as never })

    const chinese = await as('ops', { language: 'zh' }).tickets.detail({ id: ticket.id })

    expect(chinese.ticket.agency).toEqual({ id: 'AG1', name: '第一催收公司' })
    expect(chinese.steps.at(-1)).toMatchObject({ what: 'transfer', to: '运营部' })
  },
)
