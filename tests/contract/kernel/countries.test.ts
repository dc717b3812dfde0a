import { expect, test } from 'vitest'
import { namingIdentities } from '#contract/kernel/countries.ts'
import { languages } from '#locales/index.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'

const keys = ['customers.pan', 'customers.aadhaar', 'pictures.kind.aadhaarFront'] as const

test.each([
  ['MX', 'RFC', 'CURP'],
  ['VN', 'MST', 'CCCD'],
  ['ID', 'NPWP', 'NIK'],
  ['PH', 'TIN', 'PhilSys'],
  ['NG', 'BVN', 'NIN'],
] as const)('in %s numbers of people are called %s and %s, in every language', (country, tax, person) => {
  const { t } = readTranslations(country)
  for (const language of languages) {
    const [pan, ...others] = keys.map((key) => t(language, key))
    expect(pan).toBe(tax)
    for (const text of others) expect(text).toContain(person)
  }
})

test('in India they are called as they are written, and a word that holds one is another word', () => {
  expect(readTranslations('IN').t('es', 'customers.aadhaar')).toBe('Aadhaar')
  expect(namingIdentities('JAPAN', 'MX')).toBe('JAPAN')
})
