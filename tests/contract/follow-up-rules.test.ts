import { expect, test } from 'vitest'
import {
  contactResults,
  followUpFault,
  isUsable,
  markAfter,
  preselectedFor,
  promiseFault,
} from '#contract/follow-up-rules.ts'
import { money } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

const today = '2026-03-10' as LocalDate
const bounds = { today, daysMax: 7, currency: 'INR', owedMinor: 521_000 } as const
const promise = (amount: string, promisedFor: string) => ({
  ...{ amount: money(amount, 'INR'), promisedFor: promisedFor as LocalDate },
})

test('results 2 to 9 preselect that nothing is determined, and tomorrow', () => {
  const rest = contactResults.filter((result) => result !== 1)

  expect(preselectedFor(1, today)).toBeNull()
  for (const result of rest) expect(preselectedFor(result, today)).toEqual({ willingness: 5, nextOn: '2026-03-11' })
})

test.for([
  [1, 1, 0, true, 'promise_needed'],
  [7, 2, 0, true, 'promise_needed'],
  [1, 4, 0, true, 'promise_needed'],
  [1, 3, 0, true, undefined],
  [1, 5, 0, true, undefined],
  [3, 1, 0, true, undefined],
  [2, 1, 0, false, undefined],
  [3, 5, 1, true, 'promise_without_answer'],
  [1, 1, 1, false, 'promise_by_another'],
  [1, 1, 2, true, undefined],
] as const)(
  'result %s with willingness %s and %s promises: %s',
  ([result, willingness, promises, isCustomer, fault]) => {
    expect(followUpFault({ result, willingness, promises, isCustomer })?.fault).toBe(fault)
  },
)

test.for([
  [[promise('5210', '2026-03-17')], null, null],
  [[promise('1', '2026-03-10')], null, null],
  [[promise('1', '2026-03-18')], 'promise_too_far', 'promises.0.promisedFor'],
  [[promise('1', '2026-03-09')], 'promise_in_past', 'promises.0.promisedFor'],
  [[promise('1', '2026-03-11'), promise('0', '2026-03-12')], 'not_positive', 'promises.1.amount'],
  [[promise('1', '2026-03-11'), promise('2', '2026-03-11')], 'promise_same_day', 'promises.1.promisedFor'],
  [[promise('5000', '2026-03-11'), promise('210.01', '2026-03-12')], 'promise_more_than_owed', 'promises'],
  [[{ ...promise('5', '2026-03-11'), amount: money('5', 'VND') }], 'wrong_currency', 'promises.0.amount'],
] as const)('promises %j are refused by %s', ([promises, fault, field]) => {
  const found = promiseFault(promises, bounds)

  expect([found?.fault ?? null, found?.field ?? null]).toEqual([fault, field])
})

test('a number that nobody has, or that is somebody else’s, is used no more; one without WhatsApp is still called', () => {
  expect(markAfter({ result: 5, way: 'phone', notTheirs: false })).toBe('invalid')
  expect(markAfter({ result: 2, way: 'phone', notTheirs: true })).toBe('notTheirs')
  expect(markAfter({ result: 9, way: 'whatsApp', notTheirs: false })).toBe('noWhatsApp')
  expect(markAfter({ result: 9, way: 'phone', notTheirs: false })).toBeNull()
  expect(isUsable('invalid', 'phone')).toBe(false)
  expect(isUsable('noWhatsApp', 'phone')).toBe(true)
  expect(isUsable('noWhatsApp', 'whatsApp')).toBe(false)
  expect(isUsable('notTheirs', 'inbound')).toBe(true)
})
