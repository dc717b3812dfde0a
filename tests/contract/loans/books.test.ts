import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mulPpm } from '#contract/kernel/money.ts'
import { addComponents, booksBalance, outstandingOf, type PlanBalance, repayable } from '#contract/loans/balance.ts'
import { isLive, loanCode } from '#contract/loans/flow.ts'
import { penaltyRows } from '#contract/loans/penalty.ts'
import { of, planOverdue, terms } from './in7.ts'
import { arrearsOf, type Life, live, opened, type Step } from './life.ts'

const account: PlanBalance = {
  ...planOverdue(5),
  paid: of({ penalty: 7_000, principal: 100_000 }),
  reduced: of({ penalty: 10_000 }),
  discounted: of({ interest: 500 }),
  lost: of({ principal: 50_000 }),
}
const outstanding = outstandingOf(account)
const books = (amountMinor: number, about: Partial<PlanBalance> & { outstanding?: typeof outstanding } = {}) => ({
  amountMinor,
  plans: [{ ...account, outstanding, ...about }],
})

test('books balance where everything charged became something', () => {
  expect(booksBalance(books(500_000))).toBe(true)
})

test.each([
  ['a figure is off by a unit', books(500_000, { outstanding: addComponents(outstanding, of({ interest: 1 })) })],
  [
    'two errors make up for each other',
    books(500_000, { outstanding: addComponents(outstanding, of({ interest: 1, fee: -1 })) }),
  ],
  [
    'a component is negative',
    books(500_000, {
      paid: addComponents(account.paid, of({ fee: 1 })),
      outstanding: addComponents(outstanding, of({ fee: -1 })),
    }),
  ],
  ['the plans do not make the amount', books(500_001)],
])('books do not balance where %s', (_, wrong) => {
  expect(booksBalance(wrong)).toBe(false)
})

const product = fc
  .record({
    periods: fc.integer({ min: 1, max: 3 }),
    feeMode: fc.constantFrom('upfront' as const, 'atDue' as const),
    allocationOrder: fc.constantFrom('penaltyFirst' as const, 'interestFirst' as const),
    base: fc.constantFrom('outstandingPrincipal' as const, 'originalDue' as const),
    capPpmOfPrincipal: fc.nat(1_000_000),
    chargeInterest: fc.boolean(),
  })
  .map(({ periods, feeMode, chargeInterest, ...penalty }) =>
    terms({
      periods,
      feeMode,
      tenureDays: periods * 7,
      penalty: { ...penalty, badDebtDays: 30 },
      extension: { chargeInterest, minDaysBeforeDue: 30 },
    }),
  )
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('wait', 'wait', 'wait', 'pay', 'pay', 'reduce', 'lapse', 'discount', 'extend', 'writeOff'),
  part: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
})
const steps = fc.array(step, { maxLength: 30 })
const amount = fc.integer({ min: 1_000, max: 10_000_000 })

/** An order and those it extends, after each step of its life. */
const chain = (order: Life): Life[] => (order.parent ? [order, ...chain(order.parent)] : [order])
const lives = fc.tuple(amount, product, steps).map(([minor, with_, taken]) => {
  const days = [opened(minor, with_)]
  for (const each of taken) days.push(live(days.at(-1)!, each))
  return days.map(chain)
})

test('the books balance after every step of any life, those of the orders it extends included', () => {
  fc.assert(
    fc.property(lives, (days) => {
      for (const order of days.flat()) {
        expect(booksBalance(order)).toBe(true)
        expect(order.plans.map(outstandingOf)).toEqual(order.plans.map((plan) => plan.outstanding))
      }
    }),
  )
})

test('a closed order owes nothing but what its child took over', () => {
  fc.assert(
    fc.property(lives, (days) => {
      const [order, ...parents] = days.at(-1)!
      const children = days.at(-1)!.map(({ amountMinor }) => amountMinor)

      expect(isLive(order!.state) || repayable(order!.plans) === 0).toBe(true)
      expect(parents.map(({ plans }) => repayable(plans))).toEqual(children.slice(0, parents.length))
      expect(parents.every(({ state }) => state === loanCode.extensionSettled)).toBe(true)
    }),
  )
})

test('penalties charged along a life are those that its payments alone give, and stay within the cap', () => {
  fc.assert(
    fc.property(lives, (days) => {
      for (const { plans, accruedTo, terms: lived } of days.at(-1)!) {
        for (const plan of plans) {
          expect(plan.accrued).toEqual(penaltyRows(arrearsOf(plan), accruedTo, lived.penalty))
          expect(plan.charged.penalty).toBe(plan.accrued.reduce((all, { minor }) => all + minor, 0))
          expect(plan.charged.penalty).toBeLessThanOrEqual(
            mulPpm(plan.charged.principal, lived.penalty.capPpmOfPrincipal),
          )
        }
      }
    }),
  )
})

test('the lives that are tried end in every way an order can', () => {
  const ends = new Set(
    fc.sample(lives, { numRuns: 400, seed: 7 }).flatMap((days) => days.at(-1)!.map(({ state }) => state)),
  )

  expect([...ends].toSorted((a, b) => a - b)).toEqual([30, 40, 41, 50, 80, 90, 100])
})
