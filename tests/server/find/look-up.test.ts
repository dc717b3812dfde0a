import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { loans } from '#contract/loans/calls.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { test } from '#tests/support/server.ts'

const phone = '9812345670'
const pan = 'ABCPE1234F'

/** Whoever may reveal nothing: a list of candidates must not tell them a digit. */
const guesses = [`phone:${phone}`, `phone:9812345671,${phone}`, `-phone:${phone}`, 'has:phone']

test.for(['ops', 'supervisor'] as const)('%s cannot guess a phone by filtering', async (who, { as, given, raw }) => {
  await given.loan({ phone })
  const { applications } = loans

  for (const { at } of [
    applications,
    applications.count,
    applications.totals,
    applications.facet,
    applications.export!,
  ]) {
    for (const q of guesses) {
      const refused = await raw(`${at}?${new URLSearchParams({ q, field: 'state' })}`, { who })
      if (refused.code !== 403) expect([at, q, refused]).toMatchObject([at, q, { code: 400, fault: 'bad_query' }])
    }
  }
  const { rows } = await as(who).loans.applications({ q: phone })
  const { found } = await as(who).finding.records({ text: phone })
  expect([rows, found]).toEqual([[], []])
})

test('nobody filters by what nobody may reveal: an account', async ({ as, given }) => {
  await given.loan()

  await expect(as('manager').loans.failedPayouts({ q: 'account:501002340000' })).rejects.toMatchObject({
    values: { problem: 'look_up_only', field: 'account' },
  })
})

test('a value is looked up in full, on the record without it, and shown masked', async ({ as, given, server }) => {
  const id = await given.customer({ phone, pan })

  const { found } = await as('ops').finding.lookUp({ of: 'phone', value: '+91 98123 45670' })
  const byPan = await as('ops').finding.lookUp({ of: 'pan', value: pan.toLowerCase() })

  expect(found).toContainEqual(expect.objectContaining({ noun: 'customers', id }))
  expect(JSON.stringify(found)).not.toContain(phone)
  expect(byPan.found).toEqual(found)
  const rows = await server.app.database.db.select().from(auditRows).where(eq(auditRows.command, 'find.lookUp'))
  expect(rows).toMatchObject([
    { actorId: 'S-ops', objectId: id, input: { of: 'phone', value: '•••' }, outcome: 'done' },
    { actorId: 'S-ops', objectId: id, input: { of: 'pan', value: '•••' }, outcome: 'done' },
  ])
})

test('who has no page of theirs finds nobody', async ({ as, given }) => {
  await given.customer({ phone })

  await expect(as('agency').finding.lookUp({ of: 'phone', value: phone })).resolves.toMatchObject({ found: [] })
})

test.for(['pan', 'aadhaar'] as const)(
  'people of an agency find nobody by %s, not even whose case they have: to guess it would be to read it',
  async (of, { as, given, server }) => {
    const { loanId } = await given.case({ collector: 'collector' })
    const { query } = server.app.database
    await query(
      'update customers set phone = $1, aadhaar_tail = $2 where id = (select customer_id from loans where id = $3)',
      [...[phone, '4321', loanId]],
    )
    const asked = of === 'pan' ? ({ of, value: pan } as const) : ({ of, value: '4321', beside: phone } as const)

    const byPhone = await as('collector').finding.lookUp({ of: 'phone', value: phone })
    expect(byPhone.found).toContainEqual(expect.objectContaining({ noun: 'loans', id: loanId }))
    for (const who of ['collector', 'leader', 'agency'] as const)
      await expect(as(who).finding.lookUp(asked)).rejects.toMatchObject({ code: 400, fault: 'look_up_closed' })
  },
)

test.for([
  ['phone', '98123'],
  ['phone', '98123*'],
  ['pan', 'ABC'],
  ['email', 'asha@'],
  ['account', '1234'],
  ['aadhaar', '12345678'],
  ['upi', '@okaxis'],
] as const)('a part of a value is refused: %s %s', async ([of, value], { as }) => {
  await expect(as('ops').finding.lookUp({ of, value })).rejects.toMatchObject({ code: 400, fault: 'look_up_full' })
})

test('the end of an Aadhaar number finds somebody beside their phone or exact name only', async ({
  as,
  given,
  server,
}) => {
  const id = await given.customer({ phone, name: 'Asha Rao' })
  await server.app.database.db.update(customerRows).set({ aadhaarTail: '4321' }).where(eq(customerRows.id, id))
  const found = async (beside?: string, value = '4321') =>
    (await as('ops').finding.lookUp({ of: 'aadhaar', value, ...(beside && { beside }) })).found.map((one) => one.id)

  await expect(found()).rejects.toMatchObject({ code: 400, fault: 'look_up_beside' })
  expect(await found(phone)).toContain(id)
  expect(await found('asha rao')).toContain(id)
  expect(await found('asha%')).toEqual([])
  expect(await found(phone, '4322')).toEqual([])
})

test('so many a day, and no more', async ({ as, given }) => {
  await given.parameter('lookUp.dailyMax', 2)
  const lookUp = () => as('ops').finding.lookUp({ of: 'phone', value: phone })

  expect([(await lookUp()).left, (await lookUp()).left]).toEqual([1, 0])
  await expect(lookUp()).rejects.toMatchObject({ fault: 'look_ups_spent' })
  await expect(as('cs').finding.lookUp({ of: 'phone', value: phone })).resolves.toMatchObject({ left: 1 })
})

test('a number on the do-not-disturb list or the blacklist is a look-up for whoever may not reveal one', async ({
  as,
  given,
}) => {
  await given.parameter('lookUp.dailyMax', 2)
  await given.parameter('blacklist.fourEyes', false)
  const wish = { channel: 'all', scope: 'everything', origin: 'customer', kind: 'phone' } as const
  const disturb = (who: 'ops' | 'manager', value: string) => as(who).doNotDisturb.add({ ...wish, value })

  await disturb('ops', '9000000001')
  await as('ops').blacklist.add({ kind: 'phone', value: '9000000002', reason: 'fraud' })

  await expect(disturb('ops', '9000000003')).rejects.toMatchObject({ fault: 'look_ups_spent' })
  await expect(as('ops').finding.lookUp({ of: 'phone', value: phone })).rejects.toMatchObject({
    fault: 'look_ups_spent',
  })
  for (const value of ['9000000004', '9000000005', '9000000006']) await disturb('manager', value)
})

test('an e-mail and a UPI address are found, whatever their case', async ({ as, given, server }) => {
  const { id: loanId } = await given.loan()
  await server.app.database.query(`update customers set email = 'Asha.Rao@example.com'`)

  const byMail = await as('ops').finding.lookUp({ of: 'email', value: 'asha.rao@EXAMPLE.com' })

  expect(byMail.found).toContainEqual(expect.objectContaining({ noun: 'loans', id: loanId }))
})
