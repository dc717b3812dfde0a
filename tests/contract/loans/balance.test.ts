import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import {
  allocate,
  type Components,
  components,
  maxReduction,
  noComponents,
  outstandingOf,
  type Plan,
  type PlanBalance,
  reductionSplit,
  repayable,
  totalOf,
} from '#contract/loans/balance.ts'
import { dueDate, of, planOverdue } from './in7.ts'

const planOf = (serial: number, charged: Components): Plan => ({
  ...planOverdue(0),
  serial,
  dueDate: addDays(dueDate, serial * 10),
  charged,
})
/** Three plans that ask for the same, given latest first. */
const three = [3, 2, 1].map((serial) => planOf(serial, { penalty: 10, fee: 20, interest: 30, principal: 100 }))

test('five days overdue, penalty, interest and principal are repayable', () => {
  const plan = planOverdue(5)

  expect(outstandingOf(plan)).toEqual(of({ penalty: 17_500, interest: 3_500, principal: 500_000 }))
  expect(repayable([plan])).toBe(521_000)
})

test('what was paid, reduced, discounted or lost is not repayable', () => {
  const account: PlanBalance = {
    ...planOverdue(5),
    paid: of({ penalty: 1, interest: 2 }),
    reduced: of({ penalty: 4 }),
    discounted: of({ interest: 8 }),
    lost: of({ principal: 16 }),
  }

  expect(outstandingOf(account)).toEqual(of({ penalty: 17_495, interest: 3_490, principal: 499_984 }))
})

test.each([
  ['penaltyFirst', { penalty: 17_500, interest: 3_500, principal: 179_000 }],
  ['interestFirst', { interest: 3_500, principal: 196_500 }],
] as const)('a payment of 2,000 rupees on day 5 is used up in the order %s', (order, paid) => {
  expect(allocate(200_000, [planOverdue(5)], order, 'INR')).toEqual({
    ok: true,
    value: [{ serial: 1, paid: of(paid) }],
  })
})

test.each([
  ['penaltyFirst', 65, { penalty: 10, fee: 20, interest: 30, principal: 5 }],
  ['interestFirst', 55, { interest: 30, fee: 20, principal: 5 }],
  ['interestFirst', 155, { interest: 30, fee: 20, principal: 100, penalty: 5 }],
] as const)('in the order %s, %i units reach %j', (order, minor, paid) => {
  expect(allocate(minor, three, order, 'INR')).toEqual({ ok: true, value: [{ serial: 1, paid: of(paid) }] })
})

test('the plan due first is paid before the others get anything', () => {
  const answer = allocate(330, three, 'penaltyFirst', 'INR')

  expect(answer).toEqual({
    ok: true,
    value: [
      { serial: 1, paid: three[0]!.charged },
      { serial: 2, paid: three[0]!.charged },
      { serial: 3, paid: of({ penalty: 10 }) },
    ],
  })
})

test('a payment above what is repayable is refused, naming that', () => {
  expect(allocate(521_001, [planOverdue(5)], 'penaltyFirst', 'INR')).toEqual({
    ok: false,
    fault: 'more_than_repayable',
    values: { repayable: ofMinor(521_000, 'INR') },
  })
})

test.each([-1, 0.5, Number.NaN])('%d is no amount to allocate or to reduce by', (minor) => {
  expect(() => allocate(minor, three, 'penaltyFirst', 'INR')).toThrow(RangeError)
  expect(() => reductionSplit(minor, planOverdue(5), 'INR')).toThrow(RangeError)
})

test('a reduction takes penalty, then fee, then interest', () => {
  const [plan] = three

  expect(reductionSplit(10_000, planOverdue(5), 'INR')).toEqual({ ok: true, value: of({ penalty: 10_000 }) })
  expect(reductionSplit(15, plan!, 'INR')).toEqual({ ok: true, value: of({ penalty: 10, fee: 5 }) })
  expect(reductionSplit(60, plan!, 'INR')).toEqual({ ok: true, value: of({ penalty: 10, fee: 20, interest: 30 }) })
})

test('a reduction never reaches the principal', () => {
  expect(reductionSplit(21_001, planOverdue(5), 'INR')).toEqual({
    ok: false,
    fault: 'more_than_reducible',
    values: { reducible: ofMinor(21_000, 'INR') },
  })
})

test('a reduced plan asks for less, and goes on accruing', () => {
  const reduced = of({ penalty: 10_000 })

  expect(outstandingOf({ ...planOverdue(5), reduced })).toMatchObject({ penalty: 7_500 })
  expect(repayable([{ ...planOverdue(5), reduced }])).toBe(511_000)
  expect(repayable([{ ...planOverdue(6), reduced }])).toBe(516_000)
})

test.each([
  [300_000, 6_300],
  [700_000, 14_700],
  [1_000_000, 21_000],
  [0, 0],
])('who may waive %i ppm may take %i off', (limitPpm, minor) => {
  expect(maxReduction(limitPpm, planOverdue(5))).toBe(minor)
})

test('the limit is rounded down', () => {
  expect(maxReduction(333_333, planOf(1, of({ penalty: 10, principal: 100 })))).toBe(3)
})

test('a reduction in force counts against the limit, and never below nothing', () => {
  expect(maxReduction(300_000, { ...planOverdue(5), reduced: of({ penalty: 6_000 }) })).toBe(300)
  expect(maxReduction(300_000, { ...planOverdue(5), reduced: of({ penalty: 10_000 }) })).toBe(0)
})

const anyComponents = fc.record({
  penalty: fc.nat(1e6),
  fee: fc.nat(1e6),
  interest: fc.nat(1e6),
  principal: fc.nat(1e9),
})
const anyOrder = fc.constantFrom('penaltyFirst' as const, 'interestFirst' as const)

test('an allocation conserves the payment and takes from no component more than it owes', () => {
  fc.assert(
    fc.property(
      fc.array(anyComponents, { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      anyOrder,
      (charges, part, order) => {
        const plans = charges.map((charged, i) => planOf(i + 1, charged))
        const minor = Math.floor(repayable(plans) * part)

        const answer = allocate(minor, plans, order, 'INR')

        const allocations = answer.ok ? answer.value : []
        expect(allocations.reduce((all, { paid }) => all + totalOf(paid), 0)).toBe(minor)
        for (const { serial, paid } of allocations) {
          for (const component of components) {
            expect(paid[component]).toBeGreaterThanOrEqual(0)
            expect(paid[component]).toBeLessThanOrEqual(charges[serial - 1]![component])
          }
        }
      },
    ),
  )
})

test('whoever reduces up to their limit is never refused, and never passes it by asking again', () => {
  fc.assert(
    fc.property(anyComponents, fc.nat(1_000_000), (charged, limitPpm) => {
      const plan = planOf(1, charged)
      const minor = maxReduction(limitPpm, plan)

      const answer = reductionSplit(minor, plan, 'INR')

      const reduced = answer.ok ? answer.value : noComponents
      expect(totalOf(reduced)).toBe(minor)
      expect(reduced.principal).toBe(0)
      expect(maxReduction(limitPpm, { ...plan, reduced })).toBe(0)
    }),
  )
})
