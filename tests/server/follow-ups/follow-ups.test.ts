import { expect } from 'vitest'
import type { followUps } from '#contract/follow-ups.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import { money } from '#contract/kernel/money.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { test, type World } from '#tests/support/server.ts'

type Asked = Omit<Input<typeof followUps.add>, 'id' | 'version'>
const answered: Asked = {
  ...{ number: 'own', way: 'phone', result: 1, willingness: 2, remark: 'Salary comes on Friday' },
  nextAt: '2026-03-13T04:30:00Z' as Asked['nextAt'],
  promises: [{ amount: money('5000', 'INR'), promisedFor: '2026-03-13' as never }],
}
const nobody: Asked = { ...answered, result: 3, willingness: 5, promises: [] }
const evening = '2026-03-10T13:30:00.000Z'

/** A case of the collector, whose customer has named their wife. It owes ₹5,210, and ₹50 more every day. */
async function ofCollector({ given, server }: Pick<World, 'given' | 'server'>) {
  const { id, version, loanId } = await given.case({ collector: 'collector', phone: '9000012345' })
  const { database, secrets } = server.app
  const { rows } = await database.query(`select customer_id from loans where id = '${loanId}'`)
  const customerId = rows[0]!.customer_id as string
  await database.query(
    `insert into customer_contacts (id, customer_id, name, phone, phone_tail, phone_index, relation, at)
     values ($1, $2, 'Sunita Rao', $3, '8841', 'x', 'spouse', now())`,
    [`${customerId}-1`, customerId, secrets.encrypt('9700008841')],
  )
  return { id, version, loanId, customerId, wife: `${customerId}-1` }
}

test('a follow-up is noted with what was promised, and the case shows what came of it', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id, version, loanId } = await ofCollector({ given, server })

  const after = await as('collector').followUps.add({ id, version, ...answered })

  expect(after).toMatchObject({ lastResult: 1, willingness: 2, promisedFor: '2026-03-13' })
  expect(after.followUpAt).toBe(answered.nextAt)
  expect(Date.parse(after.lastContactAt!)).toBe(clock.now().getTime())
  const file = await as('collector').followUps.ofCase({ id })
  expect(file.followUps).toMatchObject([
    { result: 1, way: 'phone', phone: '****2345', remark: 'Salary comes on Friday', collector: { id: 'S-collector' } },
  ])
  expect(file.promises).toMatchObject([
    { loanId, amount: { minor: 500_000 }, paid: { minor: 0 }, state: 'open', collector: { id: 'S-collector' } },
  ])
  expect(file.lastAnswer).toEqual({ at: clock.now().toISOString(), way: 'phone' })
  expect(file.numbers).toMatchObject([
    { number: 'own', phone: '90****2345', mark: null },
    { name: 'Sunita Rao', phone: '****8841', relation: 'spouse' },
  ])
  const log = await server.app.database.db.select().from(auditRows)
  expect(JSON.stringify(log)).not.toContain('9000012345')
})

test('several promises are noted, and the case shows the first day', async ({ as, given, server }) => {
  const { id, version } = await ofCollector({ given, server })
  const promises = ['2026-03-16', '2026-03-12'].map((promisedFor) => ({
    ...{ amount: money('1000', 'INR'), promisedFor: promisedFor as never },
  }))

  const after = await as('collector').followUps.add({ id, version, ...answered, promises })

  expect(after.promisedFor).toBe('2026-03-12')
})

const day = (promisedFor: string, amount = '10') => [
  { amount: money(amount, 'INR'), promisedFor: promisedFor as never },
]
test.for([
  ['without a promise of whoever is willing', { promises: [] }, 'promise_needed', 'promises'],
  ['with a promise of nobody', { ...nobody, promises: answered.promises }, 'promise_without_answer', 'promises'],
  ['for a day gone by', { promises: day('2026-03-09') }, 'promise_in_past', 'promises.0.promisedFor'],
  ['for more than a week ahead', { promises: day('2026-03-18') }, 'promise_too_far', 'promises.0.promisedFor'],
  // 5,210 and seven days at 50
  ['of more than will be owed', { promises: day('2026-03-17', '5560.01') }, 'promise_more_than_owed', 'promises'],
  ['by a number of nobody', { number: 'CU1-9' }, 'unknown_number', 'number'],
  ['with a next one that is over', { nextAt: '2026-03-10T05:59:00.000Z' }, 'follow_up_in_past', 'nextAt'],
  ['of somebody else who is the customer', { notTheirs: true }, 'answered_themselves', 'notTheirs'],
  ['without a remark', { remark: ' ' }, 'invalid', 'remark'],
  ['of no known result', { result: 10 }, 'invalid', 'result'],
  ['without a way', { way: undefined }, 'invalid', 'way'],
  ['without a number', { number: undefined }, 'invalid', 'number'],
  ['without willingness', { willingness: undefined }, 'invalid', 'willingness'],
  ['without a next one', { nextAt: undefined }, 'invalid', 'nextAt'],
] as const)(
  'a follow-up %s is refused by that field, and nothing is kept',
  async ([, wrong, fault, field], { as, given, server }) => {
    const { id, version } = await ofCollector({ given, server })

    const adding = as('collector').followUps.add({ id, version, ...answered, ...(wrong as Partial<Asked>) })

    await expect(adding).rejects.toMatchObject({
      code: 400,
      fault,
      fields: [{ field, reason: expect.stringMatching(/\w/) }],
    })
    const { followUps: kept, promises } = await as('collector').followUps.ofCase({ id })
    expect([kept, promises]).toEqual([[], []])
  },
)

test('as much may be promised as will be owed on that day', async ({ as, given, server }) => {
  const { id, version } = await ofCollector({ given, server })

  const adding = as('collector').followUps.add({ id, version, ...answered, promises: day('2026-03-17', '5560') })

  await expect(adding).resolves.toMatchObject({ promisedFor: '2026-03-17' })
})

test('out of hours nothing is noted but that the customer has contacted us', async ({ as, given, server, clock }) => {
  const { id, version } = await ofCollector({ given, server })
  clock.set(evening)

  await expect(as('collector').followUps.add({ id, version, ...answered })).rejects.toMatchObject({
    ...{ fault: 'out_of_hours', msg: 'Customers may be contacted again from 2026-03-11 08:00' },
  })
  await expect(as('collector').followUps.add({ id, version, ...answered, way: 'inbound' })).resolves.toBeTruthy()
})

test('others than the customer promise nothing, and are asked only how to locate them', async ({
  as,
  given,
  server,
}) => {
  const { id, version, wife } = await ofCollector({ given, server })
  const byWife = { ...answered, number: wife, result: 2, willingness: 5 } as const

  await expect(as('collector').followUps.add({ id, version, ...byWife })).rejects.toMatchObject({
    fault: 'promise_by_another',
  })
  await as('collector').followUps.add({ id, version, ...byWife, promises: [] })

  const { followUps: kept, lastAnswer } = await as('collector').followUps.ofCase({ id })
  expect(kept).toMatchObject([{ relation: 'spouse', phone: '****8841' }])
  expect(lastAnswer).toBeNull()
})

test('a number that nobody has is marked and used no more, until its customer is heard from it', async ({
  as,
  given,
  server,
}) => {
  const { id, version } = await ofCollector({ given, server })
  const { version: second } = await as('collector').followUps.add({ id, version, ...nobody, result: 5 })
  const marked = async () => (await as('collector').followUps.ofCase({ id })).numbers[0]!.mark

  expect(await marked()).toBe('invalid')
  await expect(as('collector').followUps.add({ id, version: second, ...nobody })).rejects.toMatchObject({
    ...{ fault: 'number_marked', fields: [{ field: 'number', reason: expect.stringContaining('Invalid number') }] },
  })
  await expect(as('collector').cases.call({ id, version: second })).rejects.toMatchObject({ fault: 'number_marked' })
  await as('collector').followUps.add({ id, version: second, ...answered, way: 'inbound' })
  expect(await marked()).toBeNull()
})

test('a number that is somebody else’s is marked by whom it was found, for this customer alone', async ({
  as,
  given,
  server,
}) => {
  const { id, version } = await ofCollector({ given, server })
  const other = await given.case({ collector: 'collector', phone: '9000012345' })

  await as('collector').followUps.add({ id, version, ...nobody, result: 2, notTheirs: true })

  expect((await as('collector').followUps.ofCase({ id })).numbers[0]).toMatchObject({ mark: 'notTheirs' })
  expect((await as('collector').followUps.ofCase({ id: other.id })).numbers[0]).toMatchObject({ mark: null })
})

test('a case of somebody else is neither worked nor read, whoever asks', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'agency' })

  await expect(as('collector').followUps.add({ id, version, ...nobody })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('collector').followUps.ofCase({ id })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('cs').followUps.ofCase({ id })).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').followUps.add({ id, version, ...nobody })).rejects.toMatchObject({ code: 403 })
})

test('a case that was closed meanwhile is refused, and says what it is', async ({ as, given, server }) => {
  const { id, version } = await ofCollector({ given, server })
  await as('leader').cases.end({ id, version, reason: 'recalled' })

  const adding = as('collector').followUps.add({ id, version: 2 as never, ...answered })

  await expect(adding).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('a rehearsal tells what is promised, and leaves nothing', async ({ as, given, server }) => {
  const { id, version } = await ofCollector({ given, server })

  await as('collector', { rehearse: true }).followUps.add({ id, version, ...answered })

  expect((await as('collector').followUps.ofCase({ id })).followUps).toEqual([])
})

test('a contact that the rules forbid is not noted either, unless the customer has made it', async ({
  as,
  given,
  server,
}) => {
  await given.parameter('contacts.dailyMax', 1)
  const { id, version } = await ofCollector({ given, server })
  const called = await as('collector').cases.call({ id, version })
  const first = await as('collector').followUps.add({ id, version: called.version, ...nobody })

  const again = as('collector').followUps.add({ id, version: first.version, ...nobody })

  await expect(again).rejects.toMatchObject({ fault: 'attempts_spent', fields: [{ field: 'way' }] })
  const byWhatsApp = as('collector').followUps.add({
    id,
    version: first.version,
    ...nobody,
    way: 'whatsApp',
    result: 8,
  })
  await expect(byWhatsApp).rejects.toMatchObject({ fault: 'attempts_spent' })
  await as('collector').followUps.add({ id, version: first.version, ...answered, way: 'inbound' })
  expect((await as('collector').followUps.ofCase({ id })).followUps).toHaveLength(2)
})

test('a call that began within the hours is noted after them', async ({ as, given, server, clock }) => {
  const { id, version } = await ofCollector({ given, server })
  clock.set('2026-03-10T13:29:00.000Z')
  const called = await as('collector').cases.call({ id, version })
  clock.set('2026-03-10T13:33:00.000Z')

  const adding = as('collector').followUps.add({ id, version: called.version, ...answered })

  await expect(adding).resolves.toMatchObject({ lastResult: 1 })
})

test('while a dispute stops calls nothing is noted but what the customer says', async ({ as, given, server }) => {
  const { id, version } = await ofCollector({ given, server })
  const held = await as('collector').caseHolds.hold({ id, version, kind: 'dispute', remark: 'x' })

  const adding = as('collector').followUps.add({ id, version: held.version, ...nobody })

  await expect(adding).rejects.toMatchObject({ fault: 'case_on_hold', fields: [{ field: 'way' }] })
  const inbound: Asked = { ...answered, way: 'inbound', willingness: 3, promises: [] }
  await as('collector').followUps.add({ id, version: held.version, ...inbound })
})

test('whether anybody was spoken to is noted of the own last call, not of a colleague’s or of one that came in', async ({
  as,
  given,
  server,
}) => {
  const { id, version } = await ofCollector({ given, server })
  const first = await as('collector').cases.call({ id, version })
  const second = await as('leader').cases.call({ id, version: first.version })

  await as('collector').followUps.add({ id, version: second.version, ...nobody })

  const { rows } = await as('leader').calls.list({ q: `caseId:${id} sort:id` })
  expect(rows.map(({ staff, connected }) => [staff?.id, connected])).toEqual([
    ['S-collector', false],
    ['S-leader', null],
  ])
})

test.for(['sms', 'phone', 'whatsApp'] as const)(
  'a contact by %s that was not placed here counts once it is noted; one that was counts once',
  async (way, { as, given, server }) => {
    await given.parameter('contacts.dailyMax', 2)
    const { id, version } = await ofCollector({ given, server })
    const called = await as('collector').cases.call({ id, version })
    const noted = await as('collector').followUps.add({ id, version: called.version, ...nobody })
    const rowOf = async () => (await as('leader').cases.open({ q: `id:${id}` })).rows[0]!
    expect((await rowOf()).contactsToday).toBe(1)

    const again = await as('collector').followUps.add({ id, version: noted.version, ...nobody, way, result: 8 })

    expect((await rowOf()).contactsToday).toBe(2)
    const third = as('collector').followUps.add({ id, version: again.version, ...nobody, way, result: 8 })
    await expect(third).rejects.toMatchObject({ fault: 'attempts_spent' })
    await expect(as('collector').cases.call({ id, version: again.version })).rejects.toMatchObject({
      fault: 'attempts_spent',
    })
    await as('collector').followUps.add({ id, version: again.version, ...answered, way: 'inbound' })
    expect((await rowOf()).contactsToday).toBe(2)
  },
)
