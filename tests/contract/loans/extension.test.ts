import { expect, test } from 'vitest'
import { noComponents } from '#contract/loans/balance.ts'
import { childOrderOf, childTerms, extendedDueDate, extensionRepayable, mayExtend } from '#contract/loans/extension.ts'
import { amountMinor, day, dueDate, of, overdue, planOverdue, terms } from './in7.ts'

const { extension } = terms()
const mayOn = (days: number, about: { times?: number; plans?: ReturnType<typeof planOverdue>[] } = {}) =>
  mayExtend({ plans: [planOverdue(0)], times: 0, ...about }, overdue(days), extension)

test.each([
  [0, 0, 68_500],
  [3, 7_500, 76_000],
])('%i days overdue an extension costs the arrears, the fee and the commission', (days, penalty, repayableMinor) => {
  expect(extensionRepayable(planOverdue(days), extension)).toEqual({
    arrears: of({ penalty, interest: 3_500 }),
    feeMinor: 60_000,
    commissionMinor: 5_000,
    repayableMinor,
  })
})

test('fee and commission are taken of the principal still owed, and reductions lower the price', () => {
  const plan = { ...planOverdue(3), paid: of({ principal: 100_000 }), reduced: of({ penalty: 7_000 }) }

  expect(extensionRepayable(plan, extension)).toMatchObject({
    feeMinor: 48_000,
    commissionMinor: 4_000,
    repayableMinor: 500 + 3_500 + 48_000 + 4_000,
  })
})

test('a fee due with the plan is paid with the extension', () => {
  const product = terms({ feeMode: 'atDue' })

  expect(extensionRepayable(planOverdue(0, product), extension).repayableMinor).toBe(68_500 + 75_000)
})

test('a fixed fee does not depend on the principal', () => {
  const fixed = terms({ extension: { fee: { fixedMinor: 9_900 } } }).extension

  expect(extensionRepayable(planOverdue(0), fixed).feeMinor).toBe(9_900)
})

test.each([
  ['2026-03-05', '2026-03-14'],
  ['2026-03-07', '2026-03-14'],
  ['2026-03-10', '2026-03-17'],
])('paid on %s, the plan due on 7 March is due on %s', (paidOn, newDue) => {
  expect(extendedDueDate(dueDate, day(paidOn), extension)).toBe(newDue)
})

test.each([
  [false, 0],
  [true, 3_500],
])('the child owes the principal, with interest only where the product charges it: %s', (chargeInterest, interest) => {
  const child = childOrderOf(planOverdue(3), day('2026-03-10'), terms({ extension: { chargeInterest } }))

  expect(child).toMatchObject({ amountMinor, receivedMinor: 0 })
  expect(child.plan).toEqual({
    ...planOverdue(0),
    dueDate: '2026-03-17',
    charged: of({ interest, principal: 500_000 }),
  })
})

test('the child of a partly paid plan owes what is left of the principal', () => {
  const plan = { ...planOverdue(3), paid: of({ principal: 100_000 }) }

  expect(childOrderOf(plan, day('2026-03-10'), terms()).plan.charged).toEqual(of({ principal: 400_000 }))
})

test('the child keeps the terms of its parent for one period, without fee and without withdrawal', () => {
  const parent = terms({ feeMode: 'atDue', gstPpm: 180_000, periods: 2, daysPerPeriod: 10, tenureDays: 20 })

  expect(childTerms(parent)).toEqual({
    ...parent,
    serviceRatePpm: 0,
    dailyInterestPpm: 0,
    coolingOffDays: 0,
    periods: 1,
    daysPerPeriod: 7,
    tenureDays: 7,
  })
})

test.each([-2, 0, 30])('an extension is offered %i days past due', (days) => {
  expect(mayOn(days)).toEqual({ ok: true })
})

const paid = { ...planOverdue(0), paid: planOverdue(0).charged }
const principalPaid = { ...planOverdue(0), paid: of({ principal: 500_000 }) }

test('a paid plan beside the open one is in nobody’s way', () => {
  expect(mayOn(0, { plans: [paid, { ...planOverdue(0), serial: 2 }] })).toEqual({ ok: true })
})

test.each([
  ['too early', -3, {}, { fault: 'extension_too_early', values: { from: '2026-03-05' } }],
  ['too late', 31, {}, { fault: 'extension_too_late', values: { until: '2026-04-06' } }],
  ['too often', 0, { times: 3 }, { fault: 'extension_too_often', values: { max: 3 } }],
  [
    'of two open plans',
    0,
    { plans: [planOverdue(0), planOverdue(0)] },
    { fault: 'extension_needs_one_plan', values: { open: 2 } },
  ],
  ['of nothing', 0, { plans: [paid] }, { fault: 'extension_needs_one_plan', values: { open: 0 } }],
])('an extension %s is refused', (_, days, about, refusal) => {
  expect(mayOn(days, about)).toEqual({ ok: false, ...refusal })
})

test('an extension of no principal is refused', () => {
  expect(mayOn(0, { plans: [principalPaid] })).toEqual({ ok: false, fault: 'extension_without_principal' })
})

test('a product that offers no extension refuses it', () => {
  const off = terms({ extension: { enabled: false } }).extension

  expect(mayExtend({ plans: [planOverdue(0)], times: 0 }, overdue(0), off)).toEqual({
    ok: false,
    fault: 'extension_off',
  })
  expect(planOverdue(0).paid).toEqual(noComponents)
})
