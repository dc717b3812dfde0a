import { expect, test } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { textOf } from '#server/modules/messages/steps/write-message.ts'

const translations = readTranslations()

test.for([
  ['IN', 'en', 'Lendline: ₹ 12,34,567.50 of your loan'],
  ['MX', 'es', 'Lendline: $ 1,234,567.50'],
  ['CO', 'es', 'Lendline: $ 1.234.567,50'],
  ['VN', 'vi', 'Lendline: ₫ 123.456.750'],
] as const)('messages in %s are written in %s, amounts as the country writes them', ([country, language, begun]) => {
  const app = { clock: { country, now: () => new Date(0) }, translations }
  const amount = { minor: 123_456_750, currency: countries[country].currency }

  const text = textOf(
    { id: 'LN1' as never, app: 'Lendline' },
    { template: 'dueToday', values: { amount: amount as never, date: '17 Mar 2026' } },
    app as never, // all that it asks of it
  )

  expect(text).toContain(begun)
  expect(text).toContain('LN1')
  expect(countries[country as Country].letters).toBe(language)
})
