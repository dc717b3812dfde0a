import { expect } from 'vitest'
import type { HoldKind } from '#contract/hold-kinds.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

const everything = { scope: 'everything', origin: 'customer' } as const
const evening = '2026-03-10T13:30:00.000Z'

type Here = Pick<World, 'as' | 'given' | 'server'>
type CaseId = IdOf<'case'>

/** A case of the collector's, and its customer. */
async function held({ as, given }: Here, about = {}) {
  const { id } = await given.case({ collector: 'collector', phone: '9000012345', ...about })
  const { rows } = await as('collector').cases.open({ q: `id:${id}` })
  return { id, loanId: rows[0]!.loanId, customerId: rows[0]!.customerId }
}
const rowOf = async ({ as }: Pick<World, 'as'>, id: CaseId) =>
  (await as('collector').cases.open({ q: `id:${id}` })).rows[0]!
const reach = async (here: Here, id: CaseId, verb: 'call' | 'whatsApp' = 'call') =>
  here.as('collector').cases[verb]({ id, version: (await rowOf(here, id)).version })
const refusals = async ({ server }: Pick<World, 'server'>) =>
  (
    await server.app.database.query(
      `select way, rule, fault, customer_id, loan_id, case_id, staff_id, agency_id from contact_refusals order by id`,
    )
  ).rows
const setHold = async (here: Here, id: CaseId, kind: HoldKind) =>
  here.as('leader').caseHolds.hold({
    ...{ id, version: (await rowOf(here, id)).version, kind, remark: 'x' },
    ...(kind === 'promise' && { until: '2026-03-12' as never }),
  })

test('so many contacts a day, whatever the way; the refusal says when the next may be', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server }
  await given.parameter('contacts.dailyMax', 2)
  const { id, customerId, loanId } = await held(here)
  await reach(here, id)
  await reach(here, id, 'whatsApp')
  expect(await rowOf(here, id)).toMatchObject({ contactsToday: 2 })

  const third = reach(here, id)

  await expect(third).rejects.toMatchObject({
    fault: 'attempts_spent',
    msg: 'The customer was contacted 2 times today, which is all that is allowed: again from 2026-03-11 08:00',
  })
  const refused = { way: 'call', rule: 'limit', fault: 'attempts_spent', customer_id: customerId, loan_id: loanId }
  expect(await refusals({ server })).toEqual([{ ...refused, case_id: id, staff_id: 'S-collector', agency_id: 'AG1' }])
  await moveTo({ server, clock }, '2026-03-11T06:00:00.000Z')
  expect(await reach(here, id)).toMatchObject({ contactsToday: 1, number: '+919000012345' })
})

test('a reminder counts as a contact, and is refused as one', async ({ as, given, server }) => {
  const here = { as, given, server }
  await given.parameter('contacts.dailyMax', 1)
  const [first, second] = [await held(here), await held(here)]
  const remind = async (id: CaseId) =>
    as('collector').messages.remindCase({ id, version: (await rowOf(here, id)).version })
  await remind(first.id)
  await reach(here, second.id)

  await expect(reach(here, first.id)).rejects.toMatchObject({ fault: 'attempts_spent' })
  await expect(remind(second.id)).rejects.toMatchObject({ fault: 'attempts_spent' })

  expect(await refusals({ server })).toMatchObject([
    { way: 'call', customer_id: first.customerId },
    { way: 'message', customer_id: second.customerId },
  ])
})

test('two orders of one customer are one customer; calls about a pay-out count for no debt', async ({
  as,
  given,
  server,
}) => {
  const here = { as, given, server }
  await given.parameter('contacts.dailyMax', 1)
  const { id, customerId } = await held(here)
  const other = await held(here, { customerId })
  const payout = await given.loan({ state: 31, customerId })
  await as('ops').loans.callCustomer({ id: payout.id, version: payout.version })
  expect(await rowOf(here, id)).toMatchObject({ contactsToday: 0 })

  await reach(here, id)

  await expect(reach(here, other.id)).rejects.toMatchObject({ fault: 'attempts_spent' })
})

test.for(['dispute', 'deceased', 'legal'] as const)(
  'nobody is called about a case on hold: %s',
  async (hold, { as, given, server }) => {
    const here = { as, given, server }
    const { id } = await held(here)
    await setHold(here, id, hold)

    await expect(reach(here, id)).rejects.toMatchObject({ fault: 'case_on_hold' })
    await expect(reach(here, id, 'whatsApp')).rejects.toMatchObject({ fault: 'case_on_hold' })

    expect(await refusals({ server })).toMatchObject([
      { way: 'call', rule: 'hold' },
      { way: 'whatsApp', rule: 'hold' },
    ])
  },
)

test('of the dead no case is worked; a dispute leaves the other debts; who has promised may be called', async ({
  as,
  given,
  server,
}) => {
  const here = { as, given, server }
  const { id, customerId } = await held(here)
  const other = await held(here, { customerId })
  await setHold(here, other.id, 'dispute')
  expect(await reach(here, id)).toMatchObject({ id })
  await setHold(here, id, 'promise')
  expect(await reach(here, id)).toMatchObject({ id })

  await setHold(here, other.id, 'deceased')

  await expect(reach(here, id)).rejects.toMatchObject({ fault: 'case_on_hold' })
  const { ways } = await as('collector').contactRules.ofCase({ id })
  expect(ways.map(({ way, rule }) => [way, rule])).toEqual([
    ['call', 'hold'],
    ['whatsApp', 'hold'],
    ['message', 'hold'],
    ['robot', 'hold'],
  ])
})

test.for([
  ['all', ['call', 'whatsApp']],
  ['call', ['call']],
  ['whatsapp', ['whatsApp']],
  ['sms', []],
] as const)(
  'an entry of the do-not-disturb list that closes %s refuses %j',
  async ([channel, closed], { as, given, server }) => {
    const here = { as, given, server }
    const { id, customerId } = await held(here)
    await as('cs').doNotDisturb.add({ kind: 'customer', value: customerId, channel, ...everything })

    for (const verb of ['call', 'whatsApp'] as const) {
      const asked = reach(here, id, verb)
      if (closed.some((one) => one === verb)) await expect(asked).rejects.toMatchObject({ fault: 'do_not_disturb' })
      else expect(await asked).toMatchObject({ id })
    }
  },
)

test('who is called out of hours is written down, once for each that was refused; a rehearsal is not', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server }
  const { id, loanId } = await held(here)
  const { version } = await rowOf(here, id)
  const payout = await given.loan({ state: 31 })
  await moveTo({ server, clock }, evening)

  await expect(as('collector', { rehearse: true }).cases.call({ id, version })).rejects.toMatchObject({ code: 400 })
  await expect(as('collector').cases.call({ id, version })).rejects.toMatchObject({ fault: 'out_of_hours' })
  await expect(as('ops').loans.callCustomer({ id: payout.id, version: payout.version })).rejects.toMatchObject({
    fault: 'out_of_hours',
  })

  expect(await refusals({ server })).toMatchObject([
    { way: 'call', rule: 'window', loan_id: loanId, case_id: id, staff_id: 'S-collector', agency_id: 'AG1' },
    { way: 'call', rule: 'window', loan_id: payout.id, case_id: null, staff_id: 'S-ops', agency_id: null },
  ])
})

test('what was refused for another reason is no refused contact', async ({ as, given, server }) => {
  const here = { as, given, server }
  const { id } = await held(here, { phone: null })
  const { version } = await rowOf(here, id)

  await expect(as('collector').cases.call({ id, version })).rejects.toMatchObject({ fault: 'no_phone' })
  await expect(as('collector').cases.call({ id, version: 99 as never })).rejects.toMatchObject({
    fault: 'stale_version',
  })

  expect(await refusals({ server })).toEqual([])
})

test('whom a job may not remind is written down as well, by who has the case', async ({ as, given, server, clock }) => {
  const here = { as, given, server }
  const { id, customerId } = await held(here, { dueDate: '2026-03-17', state: 30 })
  await as('cs').doNotDisturb.add({ kind: 'customer', value: customerId, channel: 'all', ...everything })
  await moveTo({ server, clock }, '2026-03-17T04:00:00.000Z')

  await server.app.taskRunners.get('sendMessages')!(server.app)

  expect(await refusals({ server })).toMatchObject([
    { way: 'message', rule: 'doNotDisturb', case_id: id, staff_id: null, agency_id: 'AG1' },
  ])
})

test('before anybody calls they are told what holds: window, contacts so far, each way with the reason', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server }
  const { id } = await held(here)
  await reach(here, id)
  const window = { from: '2026-03-10T02:30:00.000Z', to: '2026-03-10T13:30:00.000Z' }
  const open = { rule: null, reason: null, opensAt: null }
  expect(await as('collector').contactRules.ofCase({ id })).toEqual({
    ...{ window, contacts: 1, contactsMax: 5 },
    ways: ['call', 'whatsApp', 'message', 'robot'].map((way) => ({ way, ...open })),
  })

  await moveTo({ server, clock }, evening)

  const { ways } = await as('collector', { language: 'vi' }).contactRules.ofCase({ id })
  const closed = {
    ...{ rule: 'window', opensAt: '2026-03-11T02:30:00.000Z' },
    reason: 'Có thể liên hệ khách hàng lại từ 2026-03-11 08:00',
  }
  // a message waits for its hour
  expect(ways).toEqual([
    { way: 'call', ...closed },
    { way: 'whatsApp', ...closed },
    { way: 'message', ...open },
    { way: 'robot', ...closed },
  ])
})

test('nobody learns the rules of a case that is not theirs', async ({ as, given }) => {
  const { id } = await given.case({ collector: null })

  await expect(as('collector').contactRules.ofCase({ id })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('reviewer').contactRules.ofCase({ id })).rejects.toMatchObject({ code: 403 })
})

test('of two who call at once, one is the last of the day', async ({ as, given, server }) => {
  const here = { as, given, server }
  await given.parameter('contacts.dailyMax', 1)
  const { id, customerId } = await held(here)
  const other = await held(here, { customerId })

  const both = await Promise.allSettled([reach(here, id), reach(here, other.id)])

  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
