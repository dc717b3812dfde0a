import { expect } from 'vitest'
import type { LocalDate } from '#contract/kernel/values.ts'
import { test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
type Entry = NonNullable<Parameters<ReturnType<World['as']>['doNotDisturb']['add']>[0]>
const wish = { channel: 'all', scope: 'everything', origin: 'customer' } as const
const add = ({ as }: Pick<World, 'as'>, entry: Entry) => as('cs').doNotDisturb.add({ ...wish, ...entry })
const remind = async ({ as }: Pick<World, 'as'>, id: string) => {
  const { loan } = await as('ops').loans.detail({ id: id as never })
  return as('cs').messages.remind({ id: loan.id, version: loan.version })
}
/** Somebody with a debt and a number. */
async function debtor({ as, given }: Pick<Here, 'as' | 'given'>, phone = '9000012345') {
  const { loanId } = await given.plan({ phone })
  const { customerId } = (await as('ops').loans.detail({ id: loanId })).loan
  return { loanId, customerId }
}
const refusedAsDisturbed = { fault: 'do_not_disturb' }

test('whoever is on the list is not written to, by id or by number, until the entry is lifted', async ({
  as,
  given,
}) => {
  const [first, second] = [await debtor({ as, given }), await debtor({ as, given }, '9000054321')]
  await add({ as }, { kind: 'customer', value: first.customerId })
  await add({ as }, { kind: 'phone', value: '+91 90000 54321' })

  for (const { loanId } of [first, second])
    await expect(remind({ as }, loanId)).rejects.toMatchObject(refusedAsDisturbed)

  const { rows } = await as('manager').doNotDisturb.list({ q: '' })
  expect(rows.map(({ value, state, customerId }) => [value, state, customerId])).toEqual(
    expect.arrayContaining([
      [first.customerId, 'active', first.customerId],
      ['…4321', 'active', second.customerId],
    ]),
  )
  const phone = rows.find(({ kind }) => kind === 'phone')!
  const lifted = await as('cs').doNotDisturb.lift({ id: phone.id, version: phone.version })
  expect(lifted).toMatchObject({ state: 'lifted', liftedBy: 'Customer service' })
  expect(await remind({ as }, second.loanId)).toMatchObject({ remindedToday: true })
  await expect(as('cs').doNotDisturb.lift({ id: phone.id, version: lifted.version })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
})

test.for([
  ['marketing only', { scope: 'marketing' }],
  ['another channel', { channel: 'whatsapp' }],
] as const)('%s leaves reminders by SMS alone', async ([, narrower], { as, given }) => {
  const { loanId, customerId } = await debtor({ as, given })
  await add({ as }, { kind: 'customer', value: customerId, ...narrower })

  expect(await remind({ as }, loanId)).toMatchObject({ remindedToday: true })
})

test('an entry holds on its last day and no longer; then it makes room for another', async ({ as, given, server }) => {
  const { loanId, customerId } = await debtor({ as, given })
  const until = '2026-03-10' as LocalDate
  await add({ as }, { kind: 'customer', value: customerId, until })
  await expect(remind({ as }, loanId)).rejects.toMatchObject(refusedAsDisturbed)
  await expect(add({ as }, { kind: 'customer', value: customerId, until })).rejects.toMatchObject({
    fault: 'listed_already',
  })

  await server.app.database.query(`update do_not_disturb set until = '2026-03-09'`)

  expect((await as('cs').doNotDisturb.list({ q: 'state:expired' })).rows).toHaveLength(1)
  expect(await remind({ as }, loanId)).toMatchObject({ remindedToday: true })
  await add({ as }, { kind: 'customer', value: customerId })
  expect((await as('cs').doNotDisturb.list({ q: 'state:active' })).rows).toHaveLength(1)
})

test.for([
  ['offers, then everything', { scope: 'marketing' }, {}, true],
  ['a while, then for good', { until: '2026-03-12' }, {}, true],
  ['a while, then longer', { until: '2026-03-12' }, { until: '2026-03-20' }, true],
  ['offers for good, then everything for good', { scope: 'marketing' }, { scope: 'everything' }, true],
  ['everything, then offers', {}, { scope: 'marketing' }, false],
  ['for good, then a while', {}, { until: '2026-03-12' }, false],
  ['everything for a while, then offers for good', { until: '2026-03-12' }, { scope: 'marketing' }, false],
  ['offers for good, then everything for a while', { scope: 'marketing' }, { until: '2026-03-12' }, false],
] as const)(
  'whoever wants no %s: what says more takes the place of what says less',
  async ([, first, second, isMore], { as, given }) => {
    const { customerId } = await debtor({ as, given })
    const of = { kind: 'customer', value: customerId } as const
    await add({ as }, { ...of, ...first } as Entry)

    const asked = add({ as }, { ...of, ...second } as Entry)

    if (!isMore) await expect(asked).rejects.toMatchObject({ fault: 'listed_already' })
    await asked.catch(() => {})
    const { rows } = await as('cs').doNotDisturb.list({ q: 'state:active' })
    const { scope, until = null } = { ...wish, ...(isMore ? second : first) } as Entry
    expect(rows).toMatchObject([{ scope, until }])
    const lifted = (await as('cs').doNotDisturb.list({ q: 'state:lifted' })).rows
    expect(lifted.map(({ liftedBy }) => liftedBy)).toEqual(isMore ? ['Customer service'] : [])
  },
)

test('from the customer’s page it is one step, and the record says who asked', async ({ as, given }) => {
  const { loanId, customerId } = await debtor({ as, given })
  const { rows } = await as('cs').customers.list({ q: `id:${customerId}` })

  await as('cs').doNotDisturb.addCustomer({ id: customerId, version: rows[0]!.version, ...wish, remark: 'called' })

  await expect(remind({ as }, loanId)).rejects.toMatchObject(refusedAsDisturbed)
  const [entry] = (await as('cs').doNotDisturb.list({ q: '' })).rows
  expect(entry).toMatchObject({ customerId, origin: 'customer', remark: 'called', addedBy: 'Customer service' })
})

test.for([
  [{ kind: 'customer', value: 'CU260310999999' }, 'unknown_customer', 'value'],
  [{ kind: 'phone', value: 'hello' }, 'not_a_phone', 'value'],
  // dialled from abroad, or nobody's: no customer is recognised by it
  [{ kind: 'phone', value: '0091 90000 12345' }, 'not_a_phone', 'value'],
  [{ kind: 'phone', value: '022 4000 1000' }, 'not_a_phone', 'value'],
  [{ kind: 'phone', value: '9000012345', until: '2026-03-09' }, 'until_in_past', 'until'],
  [{ kind: 'phone', value: '9000012345', channel: 'fax' }, 'invalid', 'channel'],
  [{ kind: 'phone', value: '9000012345', origin: undefined }, 'invalid', 'origin'],
] as const)('%j is refused as %s of %s', async ([wrong, fault, field], { as }) => {
  await expect(add({ as }, wrong as never)).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
  expect((await as('cs').doNotDisturb.list({ q: '' })).rows).toEqual([])
})

test('whoever may only look changes nothing; others see nothing', async ({ as, given }) => {
  const { customerId } = await debtor({ as, given })
  const entry = { kind: 'customer', value: customerId, ...wish } as const

  await expect(as('executive').doNotDisturb.add(entry)).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').doNotDisturb.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  const { id } = await as('cs').doNotDisturb.add(entry)
  const { rows } = await as('admin').audit.list({ q: 'command:doNotDisturb.add outcome:done' })
  expect(rows).toMatchObject([{ objectId: id, outcome: 'done' }])
})

test('a customer out of reach of whoever puts them on the list is nobody’s', async ({ as, given, server }) => {
  const { query } = server.app.database
  const theirs = await given.customer({ departmentId: 'MKT' as never })
  await query(`update staff set unit_id = 'OPS' where id = 'S-manager'`)

  const added = await as('manager')
    .doNotDisturb.add({ kind: 'customer', value: theirs, ...wish })
    .catch((error: unknown) => error)

  await query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  expect(added).toMatchObject({ code: 400, fault: 'unknown_customer', fields: [{ field: 'value' }] })
  expect((await as('cs').doNotDisturb.list({ q: '' })).rows).toEqual([])
})
