import { expect, test } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { readWords } from '#server/kernel/words.ts'
import { textOf } from '#server/modules/messages/write.ts'

const words = readWords()

test.for([
  ['IN', 'en', 'Lendline: ₹ 12,34,567.50 of your loan'],
  ['MX', 'es', 'Lendline: $ 1,234,567.50'],
  ['CO', 'es', 'Lendline: $ 1.234.567,50'],
  ['VN', 'vi', 'Lendline: ₫ 123.456.750'],
] as const)('messages in %s are written in %s, amounts as the country writes them', ([country, language, begun]) => {
  const ground = { clock: { country, now: () => new Date(0) }, words }
  const amount = { minor: 123_456_750, currency: countries[country].currency }

  const text = textOf(
    { id: 'LN1' as never, app: 'Lendline' },
    { template: 'dueToday', values: { amount: amount as never, date: '17 Mar 2026' } },
    ground as never, // all that it asks of it
  )

  expect(text).toContain(begun)
  expect(text).toContain('LN1')
  expect(countries[country as Country].letters).toBe(language)
})
