import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Instant } from '#contract/kernel/values.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { toE164 } from '#server/modules/customers/steps/customers.ts'
import { manyLike } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

const evening = '2026-03-10T13:30:00.000Z'
const late = { code: 400, fault: 'out_of_hours', msg: 'Customers may be contacted again from 2026-03-11 08:00' }

test('whoever holds a case reaches its customer: the number in full, and the case remembers when', async ({
  as,
  given,
  clock,
}) => {
  const { id, version } = await given.case({ collector: 'collector', phone: '9000012345' })

  const reached = await as('collector').cases.call({ id, version })

  expect(reached).toMatchObject({ id, phone: '90****2345', number: '+919000012345' })
  expect(Date.parse(reached.lastContactAt!)).toBe(clock.now().getTime())
})

test.for(['call', 'whatsApp'] as const)(
  'out of hours nobody is reached by %s, and nothing shows',
  async (verb, { as, given, clock }) => {
    const { id, version } = await given.case({ collector: 'collector', phone: '9000012345' })
    clock.set(evening)

    await expect(as('collector').cases[verb]({ id, version })).rejects.toMatchObject(late)

    const { rows } = await as('collector').cases.open({ q: `id:${id}` })
    expect(rows).toMatchObject([{ version, lastContactAt: null }])
  },
)

test('a run over many cases is refused by the hour as well, row by row', async ({ as, given, clock }) => {
  const { id } = await given.case({ collector: 'collector' })
  clock.set(evening)

  const preview = await as('collector').batches.preview({
    command: 'cases.call',
    selection: { listing: 'cases.open', ids: [id] },
    args: {},
  })

  expect(preview).toMatchObject({ eligible: 0, refused: [{ fault: 'out_of_hours', count: 1, ids: [id] }] })
})

test('the rows beyond those that are rehearsed are refused by the hour as well', async ({
  as,
  given,
  clock,
  server,
}) => {
  const { id, loanId } = await given.case({ collector: 'collector' })
  const { database } = server.app
  await manyLike(database, loanId, 502)
  await database.query(
    `insert into cases select made.* from loans l, cases c,
       jsonb_populate_record(c, jsonb_build_object('id', 'CS' || l.id, 'loan_id', l.id)) made
     where l.id like 'LNK%' and c.id = '${id}'`,
  )
  clock.set(evening)

  const preview = await as('collector').batches.preview({
    command: 'cases.call',
    selection: { listing: 'cases.open', query: '', asOf: clock.now().toISOString() as Instant, excluded: [] },
    args: {},
  })

  expect(preview).toMatchObject({ matched: 502, rehearsed: 500, eligible: 0, refused: [{ count: 502 }] })
})

test('whoever pays out calls the customer about it, within hours, and the record shows who', async ({
  as,
  given,
  clock,
  server,
}) => {
  const { id, version } = await given.loan({ state: 31, phone: '9000012345' })

  const reached = await as('ops').loans.callCustomer({ id, version })

  expect(reached).toMatchObject({ id, number: '+919000012345' })
  await expect(as('cs').loans.callCustomer({ id, version })).rejects.toMatchObject({ code: 403 })
  clock.set(evening)
  await expect(as('manager').loans.callCustomer({ id, version })).rejects.toMatchObject(late)
  const rows = await server.app.database.db.select().from(auditRows).where(eq(auditRows.command, 'loans.callCustomer'))
  expect(rows.map(({ actorId, outcome }) => [actorId, outcome])).toContainEqual(['S-ops', 'done'])
  expect(JSON.stringify(rows)).not.toContain('9000012345')
})

test('a rehearsal shows no number, and neither does the record', async ({ as, given, server }) => {
  const { id, version } = await given.case({ collector: 'collector', phone: '9000012345' })

  expect(await as('collector', { rehearse: true }).cases.call({ id, version })).not.toHaveProperty('number')
  await as('collector').cases.call({ id, version })

  const rows = await server.app.database.db.select().from(auditRows).where(eq(auditRows.command, 'cases.call'))
  expect(rows).toMatchObject([{ actorId: 'S-collector', objectId: id, outcome: 'done' }])
  expect(JSON.stringify(rows)).not.toContain('9000012345')
})

test('a case of somebody else, or of nobody, reaches nobody', async ({ as, given }) => {
  const other = await given.case({ collector: null })

  await expect(as('collector').cases.call(other)).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('group').cases.call(other)).rejects.toMatchObject({ code: 400 })
  await expect(as('manager').cases.call(other)).rejects.toMatchObject({ code: 403 })
})

test.for([
  ['9000012345', 'IN', '+919000012345'],
  ['09000012345', 'IN', '+919000012345'],
  ['+91 90000 12345', 'IN', '+919000012345'],
  ['0912 345 678', 'VN', '+84912345678'],
  ['5512345678', 'MX', '+525512345678'],
] as const)('%s of %s is dialled as %s', ([phone, country, number]) => {
  expect(toE164(phone, country)).toBe(number)
})
