import { expect, test } from 'vitest'
import { Terms } from '#contract/loans/terms.ts'
import { Level } from '#contract/products/quota.ts'
import { terms } from './in7.ts'

const tier = (fromDay: number, toDay: number | null) => ({ fromDay, toDay, ratePpm: 1_000 })
const issues = (differing: object) => {
  const product = terms()
  const { error } = Terms.safeParse({ ...product, ...differing })
  return error?.issues.map(({ message }) => message)
}

test('terms survive being stored', () => {
  expect(Terms.parse(JSON.parse(JSON.stringify(terms())))).toEqual(terms())
})

test.each([
  ['a gap', [tier(1, 3), tier(5, null)]],
  ['an overlap', [tier(1, 3), tier(3, null)]],
  ['a late beginning', [tier(2, null)]],
  ['an end', [tier(1, 3)]],
  ['a tier after the last', [tier(1, null), tier(2, null)]],
  ['a tier that runs backwards', [tier(1, 5), tier(6, 5), tier(6, null)]],
])('penalty tiers with %s are no terms', (_, tiers) => {
  expect(issues({ penalty: { ...terms().penalty, tiers } })).toEqual(['tiers_not_seamless'])
})

test.each([[[]], [[tier(1, null)]], [[tier(1, 1), tier(2, null)]]])('seamless tiers are terms: %j', (tiers) => {
  expect(issues({ penalty: { ...terms().penalty, tiers } })).toBeUndefined()
})

test('the tenure is longer than all periods but the last', () => {
  expect(issues({ periods: 3, daysPerPeriod: 10, tenureDays: 20 })).toEqual(['tenure_too_short'])
  expect(issues({ periods: 3, daysPerPeriod: 10, tenureDays: 21 })).toBeUndefined()
})

test('fee and tax stay below the amount', () => {
  expect(issues({ serviceRatePpm: 850_000, gstPpm: 180_000 })).toEqual(['fee_not_below_amount'])
  expect(issues({ serviceRatePpm: 840_000, gstPpm: 180_000 })).toBeUndefined()
})

test.each(['serviceRatePpm', 'gstPpm'])('%s is refused where nobody could reckon with it', (field) => {
  const amounts = {
    minMinor: 100,
    maxMinor: 100,
    stepMinor: 100,
    baseLimitMinor: 0,
    limitStepMinor: 0,
    maxLimitMinor: 0,
  }
  const level = { ...terms(), level: 1, ...amounts, tenureDays: [21], [field]: 1e300 }

  expect(issues({ [field]: 1e300 })).toBeDefined()
  expect(new Set(Level.safeParse(level).error?.issues.map(({ path }) => path.join()))).toEqual(new Set([field]))
})

test('an extension costs a part or an amount, never both', () => {
  const { extension } = terms()

  expect(issues({ extension: { ...extension, fee: { fixedMinor: 5_000 } } })).toBeUndefined()
  expect(issues({ extension: { ...extension, fee: { ppm: 1, fixedMinor: 1 } } })).toHaveLength(1)
})

test.each(['serviceRatePpm', 'dailyInterestPpm', 'coolingOffDays'])(
  '%s is a whole number and not negative',
  (field) => {
    expect(issues({ [field]: -1 })).toHaveLength(1)
    expect(issues({ [field]: 0.5 })).toHaveLength(1)
  },
)
