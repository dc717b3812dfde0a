import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { formattersFor } from '#server/modules/documents/data.ts'
import { runsOf } from '#server/modules/documents/steps/fonts.ts'
import { toPdf } from '#server/modules/documents/steps/pdf.ts'

const translations = readTranslations()
/** Everything that papers say in a language, as a paper. */
async function paperOf(country: Country, currency: string) {
  const app = { clock: { country, now: () => new Date(0) }, translations }
  const hand = formattersFor({ currency } as never, { app } as never) // all that it asks of them
  const texts = JSON.parse(readFileSync(`locales/${hand.language}/documents.json`, 'utf8')) as Record<string, string>
  const said = Object.values(texts).map((text) => text.replaceAll(/\{\{\w+\}\}/g, '7'))
  const parts = [{ heading: hand.t('section.notes'), notes: said }]
  const title = {
    title: hand.t('title.statement'),
    subtitle: `${hand.amount(123_456_700)} ${hand.rate(125_000)}`,
    sender: 'Lendline',
  }
  const foot = (page: number) => `${page}`
  const pdf = await toPdf({ ...title, language: hand.language, parts, foot, at: new Date(0) })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await buffer(pdf))), { mergePages: true })
  return { said, text: text.replaceAll(/\s+/g, ' '), language: hand.language }
}

test.for([
  ['IN', 'INR', 'en', 'Statement of account 12,34,567.00 12.5 %'],
  // Spanish in both, and numbers as each writes them
  ['MX', 'MXN', 'es', 'Estado de cuenta 1,234,567.00 12.5 %'],
  ['PE', 'PEN', 'es', 'Estado de cuenta 1,234,567.00 12.5 %'],
  ['CO', 'COP', 'es', 'Estado de cuenta 1.234.567,00 12,5 %'],
  ['CL', 'CLP', 'es', 'Estado de cuenta 123.456.700 12,5 %'],
  ['VN', 'VND', 'vi', 'Sao kê khoản vay 123.456.700 12,5 %'],
  ['ID', 'IDR', 'id', 'Laporan pinjaman 123.456.700 12,5 %'],
  ['KEN', 'KES', 'en', 'Statement of account 1,234,567.00 12.5 %'],
] as const)('papers of %s in %s are written in %s, every letter of it', async ([country, currency, letters, head]) => {
  const { said, text, language } = await paperOf(country, currency)

  expect(language).toBe(letters)
  expect(text).toContain(head)
  expect(said.filter((one) => !text.includes(one))).toEqual([])
})

test.for([
  ['Chinese', '欧阳娜娜 王小明'],
  ['Japanese', '佐藤さくら 高橋サクラ 髙﨑龍彦'],
  ['Vietnamese', 'Nguyễn Thị Ánh Đặng'],
  ['Hindi', 'राम कुमार'],
  ['any of them beside others', 'Rao राम 王小明 Ánh'],
] as const)('names in %s are written on papers, in letters of their own face', async ([, name]) => {
  const parts = [{ heading: name, facts: [['Customer', name]] as const }]
  const foot = (page: number) => `${page}`
  const pdf = await toPdf({ title: 'x', subtitle: 'x', sender: 'x', language: 'en', parts, foot, at: new Date(0) })
  const proxy = await getDocumentProxy(new Uint8Array(await buffer(pdf)))

  const { text } = await extractText(proxy, { mergePages: true })

  // once as a heading, in heavy letters, and once as a fact
  expect(text.normalize('NFC').split(name)).toHaveLength(3)
})

test('a letter is shown by the face that has it, and what joins letters stays between them', () => {
  const fonts = (text: string) => runsOf(text, 400).map((run) => [run.font.replace(/-400$/, ''), run.text])

  expect(fonts('Rao')).toEqual([['ibm-plex-sans-latin', 'Rao']])
  expect(fonts('क्\u200dष Rao')).toEqual([
    ['noto-sans-devanagari-devanagari', 'क्\u200dष'],
    ['ibm-plex-sans-latin', ' Rao'],
  ])
  expect(fonts('王').map(([font]) => font)).toEqual([expect.stringMatching(/^noto-sans-sc-\d+$/)])
})
