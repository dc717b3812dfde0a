import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parameterIds } from '#contract/parameters/declared.ts'
import { isInRange, rangeOfParameter } from '#contract/parameters/ranges.ts'
import { defaultOfParameter, formatParameter, kindOfParameter, parseParameter } from '#contract/parameters/values.ts'

test.for(parameterIds)('the default of %s reads as it is written, and is in its range', (id) => {
  const kind = kindOfParameter(id)
  const value = defaultOfParameter(id)

  expect(parseParameter(kind, formatParameter(kind, value, 2, id), 2, id)).toEqual(value)
  expect(isInRange({ id, kind }, value)).toBe(true)
})

test.for([
  ['disburse.attemptsMax', 'number', '5', '1 – 20'],
  ['disburse.similarityPpm', 'percent', '80%', '0% – 100%'],
  ['stepUp.aboveMinor', 'amount', '250000', '≥ 0'],
  ['approval.validDays', 'days', '14', '1 – 90'],
  ['payment.linkHours', 'hours', '24', '1 – 720'],
  ['ticket.slaMinutes', 'minutes', '240', '≥ 1'],
  ['products.fourEyes', 'switch', 'yes', 'yes, no'],
  ['messages.channels', 'list', 'sms', 'sms, whatsapp, email, push'],
  ['reduction.limits', 'limits', 'CTL=30%, MGR=70%, EXE=100%', '0% – 100%'],
  ['writeOff.limits', 'limits', 'MGR=10000, EXE=*', '≥ 0'],
  ['writeOff.sheetLimits', 'limits', 'MGR=49, EXE=*', '≥ 0'],
] as const)('%s is a %s, %s by default, within %s', ([id, kind, byDefault, range]) => {
  expect(kindOfParameter(id)).toBe(kind)
  expect(formatParameter(kind, defaultOfParameter(id), 2, id)).toBe(byDefault)
  expect(Object.values(rangeOfParameter({ id, kind }, 2).values)).toEqual([range])
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

test.for([
  ['text', 'x'.repeat(501), false],
  ['text', 'two\nlines', false],
  ['text', 'one line, with signs: é – 中', true],
  ['secret', 'a\u0007b', false],
  ['list', ['a', 'a'], false],
  ['list', [], false],
  ['list', ['x'.repeat(61)], false],
  ['list', Array.from({ length: 101 }, (_, i) => `v${i}`), false],
  ['list', ['a', 'b'], true],
  ['minutes', 525_601, false],
  ['hours', -1, false],
  ['days', 3_651, false],
  ['days', 3_650, true],
  ['amount', -1, false],
  ['percent', 10_000_001, false],
  ['number', -5, true],
] as const)('of the kind %s, added beside the declared ones, %j is in its range: %s', ([kind, value, is]) => {
  expect(isInRange({ id: 'a.b', kind }, value)).toBe(is)
})
