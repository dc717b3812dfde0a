import { expect, test } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { fillTemplate } from '#contract/message-text.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { originalText } from '#server/modules/message-templates/steps/templates.ts'

const translations = readTranslations()

test.for([
  ['IN', 'en', 'Lendline: ₹ 12,34,567.50 of your loan', '17 Mar 2026'],
  ['MX', 'es', 'Lendline: $ 1,234,567.50', '17 mar 2026'],
  ['CO', 'es', 'Lendline: $ 1.234.567,50', '17 mar 2026'],
  ['VN', 'vi', 'Lendline: ₫ 123.456.750', '17 thg 3, 2026'],
] as const)(
  'messages in %s are written in %s, amounts and days as is done there',
  ([country, language, begun, day]) => {
    const amount = { minor: 123_456_750, currency: countries[country].currency }
    const { text } = originalText(translations, { occasion: 'dueToday', channel: 'sms', language })!

    const filled = fillTemplate(
      text,
      {
        occasion: 'dueToday',
        values: { app: 'Lendline', loan: 'LN1', amount: amount as never, date: '2026-03-17' }, // an amount of the country
        parameters: new Map(),
      },
      { country, language },
    )

    expect(filled).toContain(begun)
    expect(filled).toContain('LN1')
    expect(filled).toContain(day)
    expect(filled).not.toContain('{{')
    expect(countries[country as Country].letters).toBe(language)
  },
)
