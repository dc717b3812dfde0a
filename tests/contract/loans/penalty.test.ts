import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LocalDate } from '#contract/kernel/values.ts'
import { nextPenalties, type OverduePlan, type PenaltyRow, penaltyDays, penaltyRows } from '#contract/loans/penalty.ts'
import type { Terms } from '#contract/loans/terms.ts'
import { amountMinor, dueDate, overdue, terms } from './in7.ts'

const arrears = (about: Partial<OverduePlan> = {}): OverduePlan => ({
  dueDate,
  principalMinor: amountMinor,
  dueMinor: 503_500,
  repaid: [],
  accrued: [],
  ...about,
})
const sumOf = (rows: readonly PenaltyRow[]) => rows.reduce((all, { minor }) => all + minor, 0)
const onDay = (days: number, rows: readonly PenaltyRow[]) => rows.find(({ date }) => date === overdue(days))?.minor
const rowsOn = (days: number, product: Terms = terms(), about: Partial<OverduePlan> = {}) =>
  penaltyRows(arrears(about), overdue(days), product.penalty)

test.each([
  [-1, 0],
  [0, 0],
  [1, 2_500],
  [2, 5_000],
  [3, 7_500],
  [4, 12_500],
  [10, 42_500],
  [15, 67_500],
  [16, 75_000],
  [20, 105_000],
  [60, 405_000],
  [70, 480_000],
  [72, 495_000],
  [73, 500_000],
  [90, 500_000],
])('%i days overdue cost %i on 5,000 rupees', (days, minor) => {
  expect(sumOf(rowsOn(days))).toBe(minor)
})

test.each([
  [1, 2_500, 5_000, false],
  [3, 7_500, 5_000, false],
  [4, 12_500, 10_000, false],
  [15, 67_500, 10_000, false],
  [16, 75_000, 15_000, false],
  [70, 480_000, 15_000, false],
  [73, 500_000, 15_000, true],
])('day %i is told with %i by then, at %i ppm; the cap is reached: %s', (day, sumMinor, ratePpm, capped) => {
  const days = penaltyDays(arrears(), rowsOn(90).toReversed(), terms().penalty)

  expect(days).toHaveLength(73)
  expect(days[day - 1]).toMatchObject({ day, sumMinor, ratePpm, capped, date: overdue(day) })
})

test('every day overdue has its own row, the due date none', () => {
  expect(rowsOn(2)).toEqual([
    { date: '2026-03-08', minor: 2_500 },
    { date: '2026-03-09', minor: 2_500 },
  ])
})

test('the row that reaches the cap is cut to it, and there is none after', () => {
  const rows = rowsOn(90)

  expect(rows).toHaveLength(73)
  expect(onDay(73, rows)).toBe(5_000)
})

test.each([
  [2, 0],
  [3, 0],
  [4, 12_500],
])('with three days of grace, %i days overdue cost %i', (days, minor) => {
  expect(sumOf(rowsOn(days, terms({ penalty: { graceDays: 3 } })))).toBe(minor)
})

test('no penalty is charged after the bad-debt day, however late the books are caught up', () => {
  const product = terms({ penalty: { badDebtDays: 10 } })

  expect(sumOf(rowsOn(40, product))).toBe(42_500)
})

test.each([
  [179_000, 3_210],
  [196_500, 3_035],
])('a payment of %i principal on day 5 makes day 6 cost %i and leaves the days before as they were', (minor, next) => {
  const rows = rowsOn(6, terms(), { repaid: [{ date: overdue(5), minor }] })

  expect(onDay(5, rows)).toBe(5_000)
  expect(onDay(6, rows)).toBe(next)
})

test('where the rate is taken of what was due, payments do not lower it', () => {
  const product = terms({ penalty: { base: 'originalDue' } })

  const rows = rowsOn(6, product, { repaid: [{ date: overdue(1), minor: 400_000 }] })

  expect(onDay(1, rows)).toBe(2_518)
  expect(onDay(6, rows)).toBe(5_035)
})

test.each(['outstandingPrincipal', 'originalDue'] as const)(
  'a plan whose principal is paid costs nothing more: %s',
  (base) => {
    const repaid = [{ date: overdue(2), minor: amountMinor }]

    expect(rowsOn(9, terms({ penalty: { base } }), { repaid })).toHaveLength(2)
  },
)

test('a product without tiers charges no penalty', () => {
  expect(rowsOn(90, terms({ penalty: { tiers: [] } }))).toEqual([])
})

test('a missed day is caught up, a day that has its row gets no second one', () => {
  const accrued = [{ date: overdue(2), minor: 2_500 }]

  expect(rowsOn(3, terms(), { accrued }).map(({ date }) => date)).toEqual([overdue(1), overdue(3)])
})

const anyProduct = fc
  .record({
    graceDays: fc.nat(10),
    badDebtDays: fc.integer({ min: 1, max: 120 }),
    capPpmOfPrincipal: fc.nat(2_000_000),
    base: fc.constantFrom('outstandingPrincipal' as const, 'originalDue' as const),
    first: fc.nat(50_000),
    later: fc.nat(50_000),
    until: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ first, later, until, ...penalty }) => {
    const tiers = [
      { fromDay: 1, toDay: until, ratePpm: first },
      { fromDay: until + 1, toDay: null, ratePpm: later },
    ]
    return terms({ penalty: { ...penalty, tiers } }).penalty
  })
const anyRepaid = fc
  .array(fc.record({ days: fc.integer({ min: -5, max: 120 }), minor: fc.nat(100_000) }), { maxLength: 5 })
  .map((payments) => payments.map(({ days, minor }) => ({ date: overdue(days) as LocalDate, minor })))

test('penalties never exceed the cap, and no row is empty or doubled', () => {
  fc.assert(
    fc.property(anyProduct, anyRepaid, fc.nat(150), (product, repaid, days) => {
      const rows = penaltyRows(arrears({ repaid }), overdue(days), product)

      expect(sumOf(rows)).toBeLessThanOrEqual(Math.round((amountMinor * product.capPpmOfPrincipal) / 1e6))
      expect(rows.every(({ minor }) => minor > 0)).toBe(true)
      expect(new Set(rows.map(({ date }) => date)).size).toBe(rows.length)
    }),
  )
})

test('charging to one day and then to a later one comes to the same rows as charging to the later at once', () => {
  fc.assert(
    fc.property(anyProduct, anyRepaid, fc.nat(130), fc.nat(130), (product, repaid, a, b) => {
      const [sooner, later] = [overdue(Math.min(a, b)), overdue(Math.max(a, b))]
      const accrued = penaltyRows(arrears({ repaid }), sooner, product)

      const more = penaltyRows(arrears({ repaid, accrued }), later, product)

      expect([...accrued, ...more]).toEqual(penaltyRows(arrears({ repaid }), later, product))
      expect(penaltyRows(arrears({ repaid, accrued }), sooner, product)).toEqual([])
    }),
  )
})

test('charged day by day, with days left out, a plan comes to the same rows as charged at once', () => {
  const repaid = fc.array(
    fc.record({ days: fc.integer({ min: -2, max: 95 }), minor: fc.integer({ min: 1, max: 90_000 }) }),
    {
      maxLength: 4,
    },
  )
  const runs = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 })
  const grace = fc.integer({ min: 0, max: 5 })
  const cap = fc.integer({ min: 0, max: 1_200_000 })

  fc.assert(
    fc.property(repaid, runs, grace, cap, (payments, days, graceDays, capPpmOfPrincipal) => {
      const { penalty } = terms({ penalty: { graceDays, capPpmOfPrincipal } })
      const owing = arrears({ repaid: payments.map(({ days: late, minor }) => ({ date: overdue(late), minor })) })
      const rows: PenaltyRow[] = []
      for (const late of days.toSorted((a, b) => a - b)) {
        const through = rows.at(-1)?.date ?? null
        // nothing that was paid is paid before it was charged: what is known on a day is what was paid by then
        const known = { ...owing, repaid: owing.repaid.filter(({ date }) => date <= overdue(late)) }
        rows.push(...nextPenalties(known, { minor: sumOf(rows), through }, overdue(late), penalty))
      }

      expect(rows).toEqual(penaltyRows(owing, overdue(Math.max(...days)), penalty))
    }),
  )
})
