import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, weekday } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type Language, languages } from '#locales/index.ts'
import { dayWords } from '#src/locale/day-words.ts'
import { parseDay } from '#src/locale/parse-day.ts'

/** A Tuesday. */
const today = '2026-03-10' as LocalDate
const read = (text: string, language: Language = 'en', from: LocalDate = today) => {
  const found = parseDay(text, { today: from, language })
  return found && (found.rest === '' ? found.day : `${found.day} ${found.rest}`)
}

test.for([
  ['today', '2026-03-10'],
  ['Tomorrow', '2026-03-11'],
  ['day after tomorrow', '2026-03-12'],
  ['fri', '2026-03-13'],
  ['FRIDAY', '2026-03-13'],
  ['mon', '2026-03-16'],
  // of the weekday that it is, the next one
  ['tue', '2026-03-17'],
  ['25', '2026-03-25'],
  ['10', '2026-03-10'],
  ['9', '2026-04-09'],
  ['25th', '2026-03-25'],
  ['+3', '2026-03-13'],
  ['+0', '2026-03-10'],
  ['+3d', '2026-03-13'],
  ['+1w', '2026-03-17'],
  ['12/3', '2026-03-12'],
  ['9.3', '2027-03-09'],
  ['2026-03-15', '2026-03-15'],
  ['2026-3-5', '2026-03-05'],
  ['３月１２日', '2026-03-12'],
  ['fri 5000', '2026-03-13 5000'],
  ['25 5,000.50', '2026-03-25 5,000.50'],
  ['+3 half', '2026-03-13 half'],
] as const)('%s is %s', ([text, day]) => {
  expect(read(text)).toBe(day)
})

test.for([
  ['zh', '明天', '2026-03-11'],
  ['zh', '后天5000', '2026-03-12 5000'],
  ['zh', '周五5000', '2026-03-13 5000'],
  ['zh', '星期日', '2026-03-15'],
  ['zh', '25号', '2026-03-25'],
  ['zh', '25日5000', '2026-03-25 5000'],
  ['es', 'mañana', '2026-03-11'],
  ['es', 'manana', '2026-03-11'],
  ['es', 'pasado mañana', '2026-03-12'],
  ['es', 'mié', '2026-03-11'],
  ['es', 'sabado', '2026-03-14'],
  ['es', 'el 25', '2026-03-25'],
  ['vi', 'hôm nay', '2026-03-10'],
  ['vi', 'ngày mai', '2026-03-11'],
  ['vi', 'thứ sáu', '2026-03-13'],
  ['vi', 'thu 6 500k', '2026-03-13 500k'],
  ['vi', 't6', '2026-03-13'],
  ['vi', 'CN', '2026-03-15'],
  ['vi', 'ngày 25', '2026-03-25'],
  ['id', 'besok', '2026-03-11'],
  ['id', 'lusa', '2026-03-12'],
  ['id', 'Jumat', '2026-03-13'],
  ['id', 'tgl 25', '2026-03-25'],
  ['ja', '明日', '2026-03-11'],
  ['ja', 'あさって', '2026-03-12'],
  ['ja', '金曜日', '2026-03-13'],
  ['ja', '金5000', '2026-03-13 5000'],
  ['ja', '25日', '2026-03-25'],
] as const)('in %s %s is %s', ([language, text, day]) => {
  expect(read(text, language)).toBe(day)
})

test.for([
  ['en', '2026-05-12'],
  ['es', '2026-05-12'],
  ['vi', '2026-05-12'],
  ['id', '2026-05-12'],
  ['zh', '2026-12-05'],
  ['ja', '2026-12-05'],
] as const)('in %s a slash and a full stop stand between day and month as the language has them', ([language, day]) => {
  expect(['12/5', '12.5', '１２／５'].map((text) => read(text, language))).toEqual([day, day, day])
})

test.for(languages)('in %s a hyphen stands behind the month, as the screens write it', (language) => {
  expect(read('12-05', language)).toBe('2026-12-05')
  expect(read('12-5', language)).toBe('2026-12-05')
  expect(read('25-12', language)).toBeNull()
})

test('words of other languages are understood, and those of the reader come first', () => {
  expect(read('besok', 'zh')).toBe('2026-03-11')
  expect(read('周五', 'es')).toBe('2026-03-13')
  // Thursday in English with an amount, Friday in Vietnamese
  expect(read('thu 6', 'en')).toBe('2026-03-12 6')
  expect(read('thu 6', 'vi')).toBe('2026-03-13')
})

test.for(['', 'soon', '32', '0', 'friends', '5000', '25.000', '31/4', '2026-02-30', '1/2/3', '日本', '-3'])(
  '%j is no day',
  (text) => {
    expect(read(text)).toBeNull()
  },
)

test('a day that the month lacks is that of the next month that has it', () => {
  expect(read('31', 'en', '2026-04-10' as LocalDate)).toBe('2026-05-31')
  expect(read('30', 'en', '2026-01-31' as LocalDate)).toBe('2026-03-30')
  expect(read('29/2')).toBe('2028-02-29')
})

const someDay = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01' as LocalDate, days))

test('every word of every language is read in it, on any day, as the nearest such day from tomorrow on', () => {
  fc.assert(
    fc.property(someDay, fc.constantFrom(...languages), (from, language) => {
      for (const [word, meaning] of Object.entries(dayWords[language])) {
        const found = parseDay(word, { today: from, language })!
        const ahead = daysBetween(from, found.day)
        expect(found.rest).toBe('')
        if ('days' in meaning) expect(ahead).toBe(meaning.days)
        else expect([weekday(found.day), ahead >= 1 && ahead <= 7]).toEqual([meaning.weekday, true])
      }
    }),
    { numRuns: 40 },
  )
})

test('whatever is typed is read or is not, at once', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.constantFrom(...languages), (text, language) => {
      const found = parseDay(text, { today, language })
      if (found) expect(found.day).toMatch(/^\d{4}-\d\d-\d\d$/)
    }),
  )
})
