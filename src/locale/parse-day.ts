import { addDays, nextMonth, weekday } from '#contract/kernel/calendar.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { type Language, languages } from '#locales/index.ts'
import { type DayWord, dayWords, foldDayText } from './day-words.ts'

/** Who types, and when: words of their own language come first. */
export interface DayContext {
  readonly today: LocalDate
  readonly language: Language
}

/** A day that a text begins with, and what comes behind it. */
export interface ParsedDay {
  readonly day: LocalDate
  readonly rest: string
}

const weekDays = 7
/** Looked no further ahead for a month that has such a day. */
const monthsMax = 12

const dayOfWord = (word: DayWord, today: LocalDate): LocalDate =>
  'days' in word
    ? addDays(today, word.days)
    : addDays(today, ((word.weekday - weekday(today) + weekDays - 1) % weekDays) + 1)

/** Such a day, where there is one: `2026-02-30` is none. */
const realDay = (year: number, month: number, day: number): LocalDate | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return LocalDate.safeParse(text).data ?? null
}

/** The next such day of a month, today among them: months without it are passed over. */
function nextOfMonth(day: number, today: LocalDate): LocalDate | null {
  let month = today
  for (let months = 0; months < monthsMax; months++) {
    const found = realDay(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day)
    if (found && found >= today) return found
    month = nextMonth(month)
  }
  return null
}

/** The next such day of the year, today among them. */
function nextOfYear(month: number, day: number, today: LocalDate): LocalDate | null {
  const year = Number(today.slice(0, 4))
  for (let years = 0; years <= 4; years++) {
    const found = realDay(year + years, month, day)
    if (found && found >= today) return found
  }
  return null
}

type Reading = readonly [RegExp, (parts: readonly string[], context: DayContext) => LocalDate | null]

/** Languages that write the month first: 12/5 is in December. */
const monthFirst: readonly Language[] = ['zh', 'ja']

/** A number is over before the next digit, and before what would make another number or a date of it. */
const over = String.raw`(?![\d.,/]|-\d)`
/** Figures that name a day, the more exact ones first. */
const readings: readonly Reading[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, ([y, m, d]) => realDay(Number(y), Number(m), Number(d))],
  [/^(\d{1,2})月(\d{1,2})[日号]?(?!\d)/, ([m, d], { today }) => nextOfYear(Number(m), Number(d), today)],
  // as the screens write it, in whichever language
  [/^(\d{1,2})-(\d{1,2})(?![\d/.,-])/, ([m, d], { today }) => nextOfYear(Number(m), Number(d), today)],
  [
    /^(\d{1,2})[/.](\d{1,2})(?![\d/.,-])/,
    ([first, second], { today, language }) => {
      const [month, day] = monthFirst.includes(language) ? [first, second] : [second, first]
      return nextOfYear(Number(month), Number(day), today)
    },
  ],
  [
    /^\+\s?(\d{1,2})\s?(?:w|sem|tuan|minggu|周|週間?)(?!\p{L})/u,
    ([n], { today }) => addDays(today, Number(n) * weekDays),
  ],
  [
    new RegExp(`^\\+\\s?(\\d{1,3})\\s?(?:d|dias?|ngay|hari|天|日)?(?!\\p{L})${over}`, 'u'),
    ([n], { today }) => addDays(today, Number(n)),
  ],
  [/^(\d{1,2})(?:(?:st|nd|rd|th)(?![\p{L}\d])|[日号](?!\p{L}))/u, ([d], { today }) => nextOfMonth(Number(d), today)],
  [
    new RegExp(`^(?:(?:el|dia|ngay|mung|tgl|tanggal)\\s)?(\\d{1,2})${over}(?!\\p{L})`, 'u'),
    ([d], { today }) => nextOfMonth(Number(d), today),
  ],
]

/** Words by their length, the longest first: `thu hai` comes before `thu`. */
const byLength = (language: Language) => Object.entries(dayWords[language]).toSorted(([a], [b]) => b.length - a.length)
const wordsOf = Object.fromEntries(languages.map((one) => [one, byLength(one)])) as Readonly<
  Record<Language, ReturnType<typeof byLength>>
>

/** Han and kana run on without blanks: a word of them may be followed by anything but more of them. */
const isLetters = /^[a-z]/
const endsWord = (word: string, rest: string): boolean =>
  isLetters.test(word) ? !/^[\p{L}\d]/u.test(rest) : !/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(rest)

/** What a text begins with, in one language. */
function wordIn(text: string, language: Language): readonly [string, DayWord] | undefined {
  return wordsOf[language].find(([word]) => text.startsWith(word) && endsWord(word, text.slice(word.length)))
}

/** The longest word that a text begins with, in whichever language. */
const longestWordIn = (text: string): readonly [string, DayWord] | undefined =>
  languages
    .flatMap((one) => [wordIn(text, one)].filter((found) => found !== undefined))
    .toSorted(([a], [b]) => b.length - a.length)[0]

/**
 * Day by words: `fri`, `25`, `+3`, `tomorrow`, in any of the six languages, the reader's own first. A weekday is the next
 * one after today, a number the next such day of a month; `12-05` is in December, `12/5` as the reader's language writes
 * it. Null where the text begins with no day.
 */
export function parseDay(text: string, context: DayContext): ParsedDay | null {
  const { today, language } = context
  const folded = foldDayText(text.trim())
  const word = wordIn(folded, language) ?? longestWordIn(folded)
  if (word) return { day: dayOfWord(word[1], today), rest: folded.slice(word[0].length).trim() }
  for (const [shape, read] of readings) {
    const [whole, ...parts] = shape.exec(folded) ?? []
    const day = whole === undefined ? null : read(parts, context)
    if (day) return { day, rest: folded.slice(whole!.length).trim() }
  }
  return null
}
