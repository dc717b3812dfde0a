import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parameterIds } from '#contract/parameters/declared.ts'
import {
  defaultOfParameter,
  formatParameter,
  isInRange,
  kindOfParameter,
  parseParameter,
  rangeOfParameter,
} from '#contract/parameters/values.ts'

test.for(parameterIds)('the default of %s reads as it is written, and is in its range', (id) => {
  const kind = kindOfParameter(id)
  const value = defaultOfParameter(id)

  expect(parseParameter(kind, formatParameter(kind, value, 2, id), 2, id)).toEqual(value)
  expect(isInRange(id, value)).toBe(true)
})

test.for([
  ['disburse.attemptsMax', 'number', '5', '1 – 20'],
  ['disburse.similarityPpm', 'percent', '80%', '0% – 100%'],
  ['stepUp.aboveMinor', 'amount', '250000', '≥ 0'],
  ['approval.validDays', 'days', '14', '1 – 90'],
  ['payment.linkHours', 'hours', '24', '1 – 720'],
  ['ticket.slaMinutes', 'minutes', '240', '≥ 1'],
  ['products.fourEyes', 'switch', 'yes', null],
  ['reduction.limits', 'limits', 'CTL=30%, MGR=70%, EXE=100%', null],
  ['writeOff.limits', 'limits', 'MGR=10000, EXE=*', null],
  ['writeOff.sheetLimits', 'limits', 'MGR=49, EXE=*', null],
] as const)('%s is a %s, %s by default, within %s', ([id, kind, byDefault, range]) => {
  expect(kindOfParameter(id)).toBe(kind)
  expect(formatParameter(kind, defaultOfParameter(id), 2, id)).toBe(byDefault)
  expect(rangeOfParameter(id, 2)).toBe(range)
})

test.for([
  ['number', 'five'],
  ['number', '5.5'],
  ['amount', '1.234'],
  ['percent', '80.00001'],
  ['days', ''],
  ['switch', 'perhaps'],
  ['limits', 'MGR'],
  ['limits', 'MGR=1, MGR=2'],
  ['limits', 'mgr=1'],
  ['secret', ' '],
] as const)('of the kind %s “%s” is no value', ([kind, typed]) => {
  expect(parseParameter(kind, typed, 2)).toBeUndefined()
})

test('whatever number is written is read again, of every kind and with every currency', () => {
  const kinds = fc.constantFrom('number', 'percent', 'amount', 'minutes', 'hours', 'days' as const)
  fc.assert(
    fc.property(kinds, fc.nat(1_000_000_000), fc.constantFrom(0, 2), (kind, value, places) => {
      expect(parseParameter(kind, formatParameter(kind, value, places), places)).toBe(value)
    }),
  )
})
