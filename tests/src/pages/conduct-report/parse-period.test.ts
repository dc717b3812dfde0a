import { expect, test } from 'vitest'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Language } from '#locales/index.ts'
import { parsePeriod } from '#src/pages/conduct-report/parse-period.ts'

/** A Tuesday. */
const today = '2026-03-10' as LocalDate
const read = (text: string, language: Language = 'en') => {
  const found = parsePeriod(text, { today, language })
  return found && `${found.from} ${found.to}`
}

test.for([
  ['2026-02', '2026-02-01 2026-02-28'],
  ['2024-02', '2024-02-01 2024-02-29'],
  ['2026-02-03', '2026-02-03 2026-02-03'],
  ['2026-02-03..2026-02-05', '2026-02-03 2026-02-05'],
  ['2026-01..2026-02', '2026-01-01 2026-02-28'],
  [' 2026-02-03 .. today ', '2026-02-03 2026-03-10'],
  ['-7d', '2026-03-03 2026-03-10'],
  ['today', '2026-03-10 2026-03-10'],
  ['yesterday', '2026-03-09 2026-03-09'],
  // a report looks back
  ['fri', '2026-03-06 2026-03-06'],
  ['fri..today', '2026-03-06 2026-03-10'],
] as const)('%j is the period %s', ([text, period]) => {
  expect(read(text)).toBe(period)
})

test.for([
  ['zh', '今天'],
  ['es', 'hoy'],
  ['vi', 'hôm nay'],
  ['id', 'hari ini'],
  ['ja', '今日'],
] as const)('in %s %s is today', ([language, word]) => {
  expect(read(word, language)).toBe('2026-03-10 2026-03-10')
})

test.for(['', 'last year', '2026-13', '2026-02-30', 'today..', '2026-03-01,2026-03-02'])('%j is no period', (text) => {
  expect(read(text)).toBeNull()
})
