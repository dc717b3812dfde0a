import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#locales/index.ts'

const folder = join(import.meta.dirname, '../locales')
const files = readdirSync(join(folder, 'en')).filter((file) => file.endsWith('.json'))
const textsOf = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8'))

/** The key of a text whatever its number: languages differ in how many forms they have. */
const numberless = (key: string, texts: Record<string, string>) => {
  const base = key.replace(/_(zero|one|two|few|many|other)$/, '')
  return `${base}_other` in texts ? base : key
}
const keysOf = (texts: Record<string, string>) =>
  [...new Set(Object.keys(texts).map((key) => numberless(key, texts)))].sort()
const placeholders = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort()

const cases = languages.flatMap((language) => files.map((file) => ({ language, file })))

test.for(cases)(
  '$language/$file has every text of English, with the same placeholders, and no other',
  ({ language, file }) => {
    const english = textsOf('en', file)
    const other = textsOf(language, file)

    expect(keysOf(other)).toEqual(keysOf(english))
    for (const [key, text] of Object.entries(other)) {
      expect(text.trim(), key).not.toBe('')
      const source = english[key] ?? english[`${numberless(key, other)}_other`]!
      expect(placeholders(text), key).toEqual(placeholders(source))
    }
  },
)

test.for(languages)('%s has the forms of number that its grammar asks for', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  for (const file of files) {
    const texts = textsOf(language, file)
    const keys = Object.keys(texts)
    for (const key of keys.filter((one) => numberless(one, texts) !== one)) {
      const needed = forms.map((form) => `${numberless(key, texts)}_${form}`)
      expect(keys, `${file}: ${key}`).toEqual(expect.arrayContaining(needed))
    }
  }
})

test('no language leaves English standing in for itself', () => {
  const copied = languages
    .filter((language) => language !== 'en')
    .map((language) => {
      const pairs = files.flatMap((file) => {
        const english = textsOf('en', file)
        return Object.entries(textsOf(language, file)).map(([key, text]) => [text, english[key]] as const)
      })
      const same = pairs.filter(([text, english]) => text === english && /[a-z]{4,}.*[a-z]{4,}/i.test(text))
      return [language, same.map(([text]) => text)]
    })

  expect(copied).toEqual(languages.filter((language) => language !== 'en').map((language) => [language, []]))
})

/** Strays: words of a language that locales/README.md has another word for, beside that word. */
const strays: Record<string, [stray: RegExp, right: string][]> = {
  zh: [[/核销/, '平账']],
  en: [[/pay-out/i, 'payout']],
  es: [
    [/reducci[oó]n/i, 'condonación'],
    [/pedidos?/i, 'préstamo'],
    [/órdenes|\b(la|una|por) orden\b/i, 'préstamo'],
    [/\bimportes?\b/i, 'monto'],
    [/[Ee]nsay/, 'simular, simulación'],
  ],
  vi: [
    [/giảm trừ/i, 'miễn giảm'],
    [/đại lý|công ty thu hồi/i, 'đơn vị thu hồi'],
    [/hẹn trả|thất hẹn|lời hẹn/i, 'hứa trả, thất hứa, lời hứa'],
    [/tỷ trọng/i, 'trọng số'],
  ],
  id: [
    [/pelanggan/i, 'nasabah'],
    [/pesanan|\border\b/i, 'pinjaman'],
    [/karyawan/i, 'staf'],
    [/[Gg]ladi\b/, 'simulasi'],
  ],
  ja: [
    [/注文/, '貸付'],
    [/代理店|代行会社/, '回収会社'],
    [/分割/, '返済回'],
    [/支払約束/, '入金約束'],
    [/比重/, '比率'],
  ],
}

test.for(languages)('%s says every term of the business with the word of the table', (language) => {
  const found = files.flatMap((file) =>
    Object.entries(textsOf(language, file)).flatMap(([key, text]) =>
      strays[language]!.filter(([stray]) => stray.test(text.replace(/{{.*?}}/g, ''))).map(
        ([, right]) => `locales/${language}/${file}: ${key} says “${text}”; the word of locales/README.md is ${right}`,
      ),
    ),
  )

  expect(found).toEqual([])
})

test('every Japanese title can be found by how it sounds', () => {
  const kana: Record<string, string> = JSON.parse(readFileSync(join(folder, 'kana.json'), 'utf8'))
  const menu = Object.keys(textsOf('ja', 'menu.json')).map((key) => `menu.${key}`)

  const lacking = menu.filter((id) => !kana[id])
  expect(lacking.map((id) => `locales/kana.json lacks ${id}: add how its Japanese title is read`)).toEqual([])
  expect(
    Object.entries(kana).filter(([, sound]) => !/^[\u3040-\u309f\u30a0-\u30ff\sA-Za-z0-9ー・]+$/.test(sound)),
  ).toEqual([])
})
