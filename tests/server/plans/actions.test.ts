import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { test, type World } from '#tests/support/server.ts'

type Desk = Pick<World, 'as' | 'given'>
const rupees = (amount: string) => money(amount, 'INR')
const slip = {
  ...({ channel: 'bankTransfer', bankCode: 'HDFC', utr: '123456789012', upi: 'asha@okhdfc' } as const),
  repaidOn: '2026-03-10' as never,
}

/** An instalment of an order that owes 5,210, five days overdue, as acts on it need it. */
async function owing({ given }: Pick<World, 'given'>, about: Parameters<World['given']['plan']>[0] = {}) {
  const { id, version, loanId } = await given.plan(about)
  return { plan: { id, version }, loanId }
}
/** What became of write-offs and offers of an order. */
const asked = async ({ as }: Pick<World, 'as'>, loanId: string) => ({
  writeOffs: (await as('ops').writeOffs.list({ q: `loanId:${loanId}` })).rows,
  offers: (await as('ops').extensions.list({ q: `loanId:${loanId}` })).rows,
})

test.for([
  ['fullPlan', 'full', '5210'],
  ['partialPlan', 'partial', '1000'],
  ['rolloverPlan', 'rollover', '860'],
] as const)('from an instalment %s files a write-off of its order', async ([act, type, amount], { as, given }) => {
  const { plan, loanId } = await owing({ given })

  const after = await as('ops').writeOffs[act]({ ...plan, ...slip, amount: rupees(amount) })

  expect(after).toMatchObject({ id: plan.id, openRequest: true })
  const [filed] = (await asked({ as }, loanId)).writeOffs
  expect(filed).toMatchObject({ type, state: 'pending', amount: rupees(amount), repayable: rupees('5210') })
  const again = as('cs').writeOffs[act]({ ...plan, version: after.version, ...slip, amount: rupees(amount) })
  await expect(again).rejects.toMatchObject({ fault: 'open_request' })
})

test('from an instalment its order is given up at once, within limits, and the customer is blacklisted', async ({
  as,
  given,
}) => {
  const { plan, loanId } = await owing({ given })

  await expect(as('ops').writeOffs.operationalPlan({ ...plan, reason: 'x' })).rejects.toMatchObject({ code: 403 })
  const unproved = as('manager').writeOffs.operationalPlan({ ...plan, reason: 'x' })
  await expect(unproved).rejects.toMatchObject({ fault: 'step_up_needed' })
  await as('manager').session.prove({ proof: 'Lendline#1' })
  expect(await as('manager').writeOffs.operationalPlan({ ...plan, reason: 'Fled' })).toMatchObject({
    ...{ id: plan.id, state: 'writtenOff', loanState: 100 },
  })

  const { loan } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(100)
  expect((await asked({ as }, loanId)).writeOffs).toMatchObject([{ type: 'operational', loss: rupees('5210') }])
  expect((await as('ops').blacklist.list({ q: '' })).rows).toMatchObject([
    { kind: 'customer', customerId: loan.customerId, source: 'writeOff', reason: 'Fled', addedBy: 'Manager' },
  ])
})

test('from an instalment an extension is quoted, and from an offer whose day is over another', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { plan, loanId } = await owing({ given })
  await as('ops').extensions.quotePlan(plan)
  const [offer] = (await asked({ as }, loanId)).offers
  expect(offer).toMatchObject({ state: 'quoted', total: rupees('860') })
  const open = as('ops').extensions.quoteAgain({ id: offer!.id, version: offer!.version })
  await expect(open).rejects.toMatchObject({ fault: 'not_allowed_now' })

  await as('ops').extensions.cancel({ id: offer!.id, version: offer!.version })
  clock.forward(60_000)
  const [ended] = (await asked({ as }, loanId)).offers
  await as('ops').extensions.quoteAgain({ id: ended!.id, version: ended!.version })

  const states = (await asked({ as }, loanId)).offers.map(({ state }) => state)
  expect(states.toSorted()).toEqual(['expired', 'quoted'])
  await server.app.database.query(`update loans set state = 90 where id = '${loanId}'`)
  const late = as('ops').extensions.quoteAgain({ id: ended!.id, version: ended!.version })
  await expect(late).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

const acts = {
  fullPlan: ({ as }, plan) => as('ops').writeOffs.fullPlan({ ...plan, ...slip, amount: rupees('5210') }),
  partialPlan: ({ as }, plan) => as('ops').writeOffs.partialPlan({ ...plan, ...slip, amount: rupees('1') }),
  rolloverPlan: ({ as }, plan) => as('ops').writeOffs.rolloverPlan({ ...plan, ...slip, amount: rupees('860') }),
  operationalPlan: async ({ as }, plan) => {
    await as('manager').session.prove({ proof: 'Lendline#1' })
    return as('manager').writeOffs.operationalPlan({ ...plan, reason: 'x' })
  },
  quotePlan: ({ as }, plan) => as('ops').extensions.quotePlan(plan),
  sendPlanLink: ({ as }, plan) => as('ops').payments.sendPlanLink(plan),
  sendPlanLinkOf: ({ as }, plan) => as('ops').payments.sendPlanLink({ ...plan, amount: rupees('1') }),
} as const satisfies Record<string, (desk: Desk, plan: Awaited<ReturnType<typeof owing>>['plan']) => Promise<unknown>>

test.for(Object.keys(acts) as (keyof typeof acts)[])(
  '%s is refused of a settled instalment, and while a payment of its order is under way',
  async (act, { as, given, server }) => {
    const [settled, paying] = [await owing({ given }), await owing({ given }, { state: 43 })]
    await server.app.database.query(
      `update plans set state = 'paid', paid_principal = charged_principal, settled_at = now() where id = '${settled.plan.id}'`,
    )
    const again = { ...settled.plan, version: 2 as never }

    await expect(acts[act]({ as, given }, again)).rejects.toMatchObject({ fault: 'plan_settled' })
    await expect(acts[act]({ as, given }, paying.plan)).rejects.toMatchObject({ fault: 'not_allowed_now' })

    for (const { loanId } of [settled, paying])
      expect(await asked({ as }, loanId)).toEqual({ writeOffs: [], offers: [] })
  },
)
