import { expect, vi } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { LoanRequest } from '#contract/loans/application.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { decisionPort } from '#server/modules/loans/decision/decide.ts'
import { test, type World } from '#tests/support/server.ts'

type Wanting = Partial<LoanRequest> & { customerId: IdOf<'customer'> }

/** A request as the app sends it. */
const signed = ({ server }: Pick<World, 'server'>, request: Wanting) => {
  const whole = { ref: 'R1', productId: 'IN-7', amountMinor: 500_000, currency: 'INR', tenureDays: 7, ...request }
  const payload = JSON.stringify(whole)
  return { payload, signature: server.app.secrets.sign(customerApp, payload) }
}
const submit = ({ as, server }: Pick<World, 'as' | 'server'>, request: Wanting) =>
  as(null).loans.submit(signed({ server }, request))

/** The order once the rules have decided. */
const decided = async ({ as, server }: Pick<World, 'as' | 'server'>, request: Wanting) => {
  const { loanId } = await submit({ as, server }, request)
  await server.dispatcher.flush()
  return as('ops').loans.detail({ id: loanId })
}

/** Somebody who may borrow. */
const borrower = async (given: World['given'], about: Parameters<World['given']['customer']>[0] = {}) => {
  await given.product()
  const customerId = await given.customer(about)
  await given.card(customerId)
  return customerId
}

test('an application begins in 10 with the terms of its product, and the rules take it to 20', async ({
  as,
  given,
  server,
}) => {
  const customerId = await borrower(given)

  const { loan, timeline, decisions } = await decided({ as, server }, { customerId })

  expect(loan).toMatchObject({
    ...{ state: 20, amount: { minor: 500_000 }, received: { minor: 425_000 }, firstLoan: true, tenureDays: 7 },
    ...{ customerId, app: 'Lendline', deniedCode: null, overQuota: false, decidedAt: '2026-03-10T06:00:00Z' },
  })
  expect(timeline).toMatchObject([
    { from: null, to: 10, event: 'submit', actor: 'customer app' },
    { from: 10, to: 20, event: 'machinePass', actor: 'rule engine' },
  ])
  expect(decisions).toMatchObject([{ outcome: 'passed', decidedBy: 'rule engine', code: null }])
  expect(decisions[0]!.trace.map(({ rule, hit }) => [rule, hit])).toEqual([
    ['accountEnabled', false],
    ['blacklisted', false],
    ['age', false],
    ['worstOverdueDays', false],
    ['limit', false],
    ['quotaLeft', false],
    ['ageKnown', false],
    ['documents', false],
    ['card', false],
  ])
})

test.for([
  ['a customer too young', { birthDate: '2009-03-11' }, {}, codes.autoFailed, 'age', 'D03'],
  ['a customer too old', { birthDate: '1950-01-01' }, {}, codes.autoFailed, 'age', 'D03'],
  ['an amount above the limit', {}, { amountMinor: 550_000 }, codes.overQuota, 'limit', null],
  ['no date of birth', { birthDate: null }, {}, codes.undecided, 'ageKnown', null],
  ['no PAN', { pan: null }, {}, codes.undecided, 'documents', null],
  ['an Aadhaar that fails its check digit', { aadhaar: '234123412347' }, {}, codes.undecided, 'documents', null],
] as const)(
  '%s leads to the code and the rule of the table',
  async ([, about, request, state, rule, code], { as, given, server }) => {
    const customerId = await borrower(given, about as Parameters<typeof borrower>[1])

    const { loan, decisions, timeline } = await decided({ as, server }, { customerId, ...request })

    expect(loan).toMatchObject({ state, deniedCode: code, overQuota: state === codes.overQuota })
    expect(decisions[0]!.trace.filter(({ hit }) => hit)).toEqual([expect.objectContaining({ rule })])
    expect(timeline.at(-1)).toMatchObject({ from: 10, to: state, actor: 'rule engine' })
  },
)

test('somebody without a bound card is left to a reviewer', async ({ as, given, server }) => {
  await given.product()
  const customerId = await given.customer()

  const { loan } = await decided({ as, server }, { customerId })

  expect(loan.state).toBe(22)
})

test('who was blacklisted or disabled after applying is refused by the rules', async ({ as, given, server }) => {
  for (const change of [`blacklisted = true`, `state = 'frozen'`]) {
    const customerId = await borrower(given)
    const { loanId } = await submit({ as, server }, { customerId, ref: customerId })
    await server.app.database.query(`update customers set ${change} where id = '${customerId}'`)
    await server.dispatcher.flush()

    expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(21)
  }
})

test('a loan repaid on time raises the limit, and one repaid very late refuses the next', async ({
  as,
  given,
  server,
}) => {
  const { query } = server.app.database
  const repaid = async (late: number) => {
    const { loanId } = await given.plan({ state: codes.repaid, dueDate: '2026-02-01' as never })
    await query(
      `update plans set state = 'paid', settled_at = timestamptz '2026-02-01 06:00Z' + interval '${late} days'`,
    )
    return (await as('ops').loans.detail({ id: loanId })).loan.customerId
  }

  const good = await decided({ as, server }, { customerId: await repaid(0), amountMinor: 550_000, ref: 'A' })
  const bad = await decided({ as, server }, { customerId: await repaid(31), ref: 'B' })

  expect(good.loan.state).toBe(20)
  expect(bad.loan).toMatchObject({ state: 21, deniedCode: 'D04' })
})

test('the same request again is the same order; a new one while it is under way is refused', async ({
  as,
  given,
  server,
}) => {
  const customerId = await borrower(given)
  const first = await submit({ as, server }, { customerId })

  const again = await submit({ as, server }, { customerId })
  const another = submit({ as, server }, { customerId, ref: 'R2' })

  expect(again.loanId).toBe(first.loanId)
  await expect(another).rejects.toMatchObject({ code: 400, fault: 'order_open' })
})

test.for([10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90] as const)(
  'nobody applies while an order of theirs is in %i',
  async (state, { as, given, server }) => {
    const { customerId } = await given.loan({ state })

    const another = submit({ as, server }, { customerId })

    await expect(another).rejects.toMatchObject({ fault: 'order_open' })
  },
)

test.for([40, 41, 70, 80, 100, 110] as const)(
  'whoever has an order in %i may apply again',
  async (state, { as, given, server }) => {
    const { customerId } = await given.loan({ state })

    expect(await submit({ as, server }, { customerId })).toMatchObject({ state: 10 })
  },
)

test('whoever was refused may apply again after the days of cooling down, not before', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { customerId } = await given.loan({ state: 27, decidedAt: clock.now() })

  await expect(submit({ as, server }, { customerId })).rejects.toMatchObject({
    fault: 'cooling_down',
    values: { until: '2026-03-17' },
  })
  clock.set('2026-03-16T18:30:00.000Z')
  expect(await submit({ as, server }, { customerId })).toMatchObject({ state: 10 })
})

test.for([
  ['an account that is frozen', { account: 'frozen' }, {}, 'customer_not_enabled'],
  ['a customer on the blacklist', { blacklisted: true }, {}, 'customer_blacklisted'],
  ['a product there is not', {}, { productId: 'NONE' }, 'product_not_offered'],
  ['an amount between two steps', {}, { amountMinor: 510_000 }, 'outside_level'],
  ['an amount above the level', {}, { amountMinor: 750_000 }, 'outside_level'],
  ['a tenure that is not offered', {}, { tenureDays: 14 }, 'outside_level'],
  ['another currency', {}, { currency: 'VND' }, 'wrong_currency'],
  ['somebody nobody knows', {}, { customerId: 'CU0' }, 'unknown_customer'],
  ['no amount', {}, { amountMinor: 0 }, 'bad_payload'],
] as const)(
  '%s is refused when it is handed in, and leaves no order',
  async ([, about, request, fault], { as, given, server }) => {
    const customerId = await borrower(given, about)

    const refused = submit({ as, server }, { customerId, ...(request as Partial<LoanRequest>) })

    await expect(refused).rejects.toMatchObject({ code: 400, fault })
    expect((await as('ops').loans.applications({ q: '' })).rows).toEqual([])
  },
)

test('what the app has not signed is no application', async ({ as, given, server }) => {
  const customerId = await borrower(given)
  const { payload } = signed({ server }, { customerId })

  const forged = as(null).loans.submit({ payload, signature: server.app.secrets.sign('payout gateway', payload) })

  await expect(forged).rejects.toMatchObject({ fault: 'bad_signature' })
})

test('rules that break down leave the application to a reviewer, with what they said', async ({
  as,
  given,
  server,
}) => {
  const { id } = await given.loan({ state: codes.reviewing })
  const broken = decisionPort(server.app, () => Promise.reject(new Error('bureau is down')))

  await broken({ topic: 'loans.decide', key: `${id}-0`, body: { loanId: id } })

  const { loan, decisions } = await as('ops').loans.detail({ id })
  expect(loan.state).toBe(22)
  expect(decisions[0]!.trace).toEqual([{ rule: 'unanswered', value: 'bureau is down', hit: true }])
})

test('a message that comes twice decides once, and one about an earlier submission decides nothing', async ({
  as,
  given,
  server,
}) => {
  const { id } = await given.loan({ state: codes.reviewing })
  const decide = vi.fn(async () => ({ outcome: 'passed' as const, code: null, trace: [] }))
  const deliver = (key: string) =>
    decisionPort(server.app, decide)({ topic: 'loans.decide', key, body: { loanId: id } })

  await deliver(`${id}-1`)
  await deliver(`${id}-0`)
  await deliver(`${id}-0`)

  expect(decide).toHaveBeenCalledTimes(1)
  expect((await as('ops').loans.detail({ id })).decisions).toHaveLength(1)
})
