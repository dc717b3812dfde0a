import { money } from '#contract/kernel/money.ts'
import type { World } from '#tests/support/server.ts'

type Desk = Pick<World, 'as' | 'given'>
/** An amount in rupees. */
export const rupees = (amount: string) => money(amount, 'INR')
/** A fifth of interest and penalty, up to 100, where 3,000 or more are owed. */
export const fifth = {
  name: 'A fifth off',
  kind: 'reduction',
  amountType: 'ratio',
  discountType: 'interestAndPenalty',
  ratio: 200_000 as never,
  amount: rupees('100'),
  applicable: rupees('3000'),
  validDays: 7,
} as const
/** Raises a limit by 1,000. */
export const raise = {
  name: 'More',
  kind: 'limit',
  amountType: 'fixed',
  discountType: 'limit',
  amount: rupees('1000'),
  applicable: rupees('0'),
  validDays: 7,
} as const

/** A template that coupons are made of. */
export async function offered(
  { as }: Pick<World, 'as'>,
  worth: Parameters<ReturnType<World['as']>['couponTemplates']['add']>[0] = fifth,
) {
  const { id } = await as('ops').couponTemplates.add(worth)
  await as('ops').couponTemplates.enable({ id, version: 1 as never })
  return id
}
/** The coupons of a customer. */
export const heldBy = async ({ as }: Pick<World, 'as'>, customerId: string) =>
  (await as('ops').coupons.list({ q: `customerId:${customerId}` })).rows
/** A customer with a coupon, and an order five days overdue that owes 5,210. */
export async function holding({ as, given }: Desk, worth?: Parameters<typeof offered>[1]) {
  const template = await offered({ as }, worth)
  const customerId = await given.customer()
  const { loanId } = await given.plan({ customerId })
  await as('ops').coupons.issue({ id: customerId, version: 1 as never, template })
  const [coupon] = await heldBy({ as }, customerId)
  return { template, customerId, loanId, coupon: coupon!, one: { id: coupon!.id, version: coupon!.version } }
}
