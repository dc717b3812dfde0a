import { expect, test } from 'vitest'
import { ofMinor } from '#contract/kernel/money.ts'
import { utrAccepted, WriteOffType, writeOffAmount } from '#contract/loans/write-off.ts'

const bounds = { repayableMinor: 521_000, extensionRepayableMinor: 76_000, currency: 'INR' } as const
const types = ['full', 'operational', 'batch', 'rollover', 'partial'] as const
const inr = (minor: number) => ofMinor(minor, 'INR')

test('the types are the five of the business', () => {
  expect(types.map((type) => WriteOffType.parse(type))).toEqual(types)
  expect(WriteOffType.safeParse('reversal').success).toBe(false)
})

test.each([
  ['full', 521_000],
  ['partial', 1],
  ['partial', 520_999],
  ['rollover', 76_000],
  ['operational', 0],
  ['operational', 521_000],
  ['batch', 0],
  ['batch', 300_000],
  ['batch', 521_000],
] as const)('a %s write-off may have received %i', (type, minor) => {
  expect(writeOffAmount(type, minor, bounds)).toEqual({ ok: true })
})

test.each([
  ['full', 520_999, 'write_off_not_repayable', { repayable: inr(521_000) }],
  ['full', 521_001, 'write_off_not_repayable', { repayable: inr(521_000) }],
  ['partial', 0, 'write_off_not_partial', { repayable: inr(521_000) }],
  ['partial', 521_000, 'write_off_not_partial', { repayable: inr(521_000) }],
  ['rollover', 75_999, 'write_off_not_extension', { amount: inr(76_000) }],
  ['rollover', 521_000, 'write_off_not_extension', { amount: inr(76_000) }],
  ['operational', 521_001, 'more_than_repayable', { repayable: inr(521_000) }],
  ['operational', -1, 'more_than_repayable', { repayable: inr(521_000) }],
  ['batch', 521_001, 'more_than_repayable', { repayable: inr(521_000) }],
] as const)('a %s write-off of %i is refused, naming the amount that would do', (type, minor, fault, values) => {
  expect(writeOffAmount(type, minor, bounds)).toEqual({ ok: false, fault, values })
})

test.each(['123456789012', 'ABCD1234EFGH5678', 'ABCDEFGHIJ123456789012'])(
  '%s can be the reference of a transfer',
  (utr) => {
    expect(utrAccepted(utr, 100)).toEqual({ ok: true })
  },
)

test.each([
  '',
  ' ',
  '12345678901',
  '12345678901234567890123',
  'abcd12345678',
  '1234 56789012',
  '123456789012\n',
  'MEMO-2026-17',
])('%j is no reference of a transfer', (utr) => {
  expect(utrAccepted(utr, 100)).toEqual({ ok: false, fault: 'utr_malformed' })
})

test('where no money moved, the number of the memo stands for the reference; nothing at all does not', () => {
  expect(utrAccepted('MEMO-2026-17', 0)).toEqual({ ok: true })
  expect(utrAccepted('', 0)).toEqual({ ok: false, fault: 'utr_malformed' })
  expect(utrAccepted('  ', 0)).toEqual({ ok: false, fault: 'utr_malformed' })
})
