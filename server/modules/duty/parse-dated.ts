import type { Duty } from '#contract/duty-days.ts'
import { addDays, daysBetween } from '#contract/kernel/calendar.ts'
import { LocalDate } from '#contract/kernel/values.ts'

/** Words of the sheet for what a day is; `pattern`: nothing is dated any more. */
const words: Readonly<Record<string, Duty | null>> = {
  ...{ w: 'work', r: 'rest', work: 'work', rest: 'rest', leave: 'leave', sick: 'sick', course: 'course' },
  pattern: null,
}

/** A day of a sheet, and what it is. */
export interface DatedCell {
  readonly day: LocalDate
  readonly duty: Duty | null
}

/** Longest range of days in one entry. */
const rangeMax = 366
const entry = /^(\S+?)(?:\.\.(\S+))?\s+(\S+)$/

function parseEntry(text: string): DatedCell[] | null {
  const [, first, last = first, word = ''] = entry.exec(text) ?? []
  const [from, to] = [LocalDate.safeParse(first), LocalDate.safeParse(last)]
  const known = word.toLowerCase()
  if (!from.success || !to.success || !Object.hasOwn(words, known)) return null
  const days = daysBetween(from.data, to.data)
  if (days < 0 || days >= rangeMax) return null
  return Array.from({ length: days + 1 }, (_, i) => ({ day: addDays(from.data, i), duty: words[known] ?? null }))
}

/** Parses dated duty as the sheet has it: `2026-12-24..2026-12-26 leave; 2026-12-28 sick`. Null where it is not so written. */
export function parseDated(text: string): DatedCell[] | null {
  const entries = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseEntry)
  return entries.some((one) => one === null) ? null : entries.flatMap((one) => one ?? [])
}

/** Dated duty as the sheet has it: days that follow on each other and are the same stand in one entry. */
export function formatDated(cells: readonly { readonly day: LocalDate; readonly duty: Duty }[]): string {
  const ranges: { from: LocalDate; to: LocalDate; duty: Duty }[] = []
  for (const { day, duty } of cells) {
    const last = ranges.at(-1)
    if (last?.duty === duty && addDays(last.to, 1) === day) last.to = day
    else ranges.push({ from: day, to: day, duty })
  }
  return ranges.map(({ from, to, duty }) => `${from === to ? from : `${from}..${to}`} ${duty}`).join('; ')
}
