import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatAmount, formatMoney, formatRate, localeOf } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { root } from '#server/kernel/base/root.ts'

test('numbers, amounts and rates in Spanish are those of Latin America', () => {
  expect((1_234.5).toLocaleString(localeOf('es'), { minimumFractionDigits: 2 })).toBe('1,234.50')
  expect(formatMoney(ofMinor(123_450, 'MXN'), 'es')).toBe('$ 1,234.50')
  expect(formatRate(125_000, 'es')).toBe('12.5 %')
})

test.for([
  ['en', '1,234.50'],
  ['vi', '1.234,50'],
  ['id', '1.234,50'],
  ['es-CO', '1.234,50'],
] as const)('in %s an amount is %s', ([language, amount]) => {
  expect(formatAmount(ofMinor(123_450, 'MXN'), language)).toBe(amount)
})

test('whatever formats a number or a date by a language goes by its locale', () => {
  const formatting =
    /\.toLocale\w*String\((?!localeOf\(|'en')\w|new Intl\.(?:Number|DateTime)Format\((?!localeOf\(|'en')/
  const wrong = ['contract', 'server', 'src', 'commands', 'grids'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => formatting.test(readFileSync(join(root, folder, file), 'utf8')))
      .map((file) => `${folder}/${file}`),
  )

  expect(wrong).toEqual([])
})
