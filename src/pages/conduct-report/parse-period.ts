import { addDays, nextMonth } from '#contract/kernel/calendar.ts'
import { fieldOf } from '#contract/kernel/field.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import type { Scalar } from '#contract/kernel/query/tree.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { type DayContext, parseDay } from '#src/locale/parse-day.ts'

/** First and last day of a period. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

const weekDays = 7
const name = 'day'
/** Days are read as the filter line reads them. */
const reader = { fields: [fieldOf(name, LocalDate)], sortable: [], searchable: [], currency: 'INR' } as const

/** The days that a scalar of the filter line stands for. */
function daysOf(value: Scalar, today: LocalDate): Period | null {
  if (value.is === 'relative') return { from: addDays(today, value.days), to: addDays(today, value.days) }
  if (value.is === 'day') return { from: LocalDate.parse(value.day), to: LocalDate.parse(value.day) }
  if (value.is !== 'month') return null
  const from = LocalDate.parse(`${value.month}-01`)
  return { from, to: addDays(nextMonth(from), -1) }
}

/** As the filter line writes it: `2026-10`, `-7d`, `2026-10-01..2026-10-15`. */
function byFilterLine(text: string, today: LocalDate): Period | null {
  const { query, problems } = parse(`${name}:${text}`, reader)
  const { where } = query
  if (problems.length > 0 || !where) return null
  if (where.kind === 'oneOf') return where.values.length === 1 ? daysOf(where.values[0]!, today) : null
  if (where.kind !== 'range' || !where.from || !where.to) return null
  const [from, to] = [daysOf(where.from, today), daysOf(where.to, today)]
  return from && to && { from: from.from, to: to.to }
}

/** A day by a word; a report looks back: a weekday is the last one. */
function wordIn(text: string, context: DayContext) {
  const found = parseDay(text, context)
  if (!found) return null
  const isBehind = found.day > context.today && !/^\W*\d/.test(text)
  return { ...found, day: isBehind ? addDays(found.day, -weekDays) : found.day }
}

/** Period by words: as the filter line has it, or by a day, or two, in the words of any of our languages. */
export function parsePeriod(text: string, context: DayContext): Period | null {
  const typed = text.trim()
  if (typed === '') return null
  const written = byFilterLine(typed.replaceAll(/\s*\.\.\s*/g, '..'), context.today)
  if (written) return written
  const first = wordIn(typed, context)
  if (!first) return null
  if (first.rest === '') return { from: first.day, to: first.day }
  const [, rest] = /^(?:\.\.|–)\s*(.+)$/.exec(first.rest) ?? []
  const last = rest === undefined ? null : wordIn(rest, context)
  return last && last.rest === '' ? { from: first.day, to: last.day } : null
}
