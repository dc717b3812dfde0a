import { addDays } from '#contract/kernel/calendar.ts'
import { localeOf } from '#contract/kernel/format.ts'
import { isTime, knownUntil, type Report, type ReportRow } from '#contract/kernel/report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { nounOf } from '#src/call/call.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import { language } from '#src/locale/language.ts'
import { text, word } from '#src/locale/text.ts'
import type { ShownReport } from './use-report.ts'

/** `11-14 Sa`: a day of a report, with its weekday; with its year where that is another. */
function dayLabel(day: string, asOf: string): string {
  const weekday = new Date(`${day}T00:00Z`).toLocaleDateString(localeOf(language()), {
    weekday: 'short',
    timeZone: 'UTC',
  })
  return `${day.slice(0, 4) === asOf.slice(0, 4) ? day.slice(5) : day} ${weekday}`
}

/** What a row is called: its day, week or month; its name or word; the totals by how many rows they are of. */
export function rowLabel(
  { listing }: DeclaredReport,
  { answer, address: { by, grain } }: ShownReport,
  row: ReportRow | undefined,
): string {
  if (!row) return text('reports.total')
  if (row.value === null) return text('reports.none')
  const field = listing.fields.find(({ name }) => name === by)
  if (field?.kind === 'flag') return text(row.value === 'true' ? 'reports.yes' : 'reports.no')
  if (field?.kind === 'choice') return word(field.of ?? `${nounOf(listing)}.${by}`, row.value)
  if (!field || !isTime(field)) return row.label
  if (grain === 'day') return dayLabel(row.value, answer.asOf)
  if (grain === 'month') return row.value.slice(0, 7)
  return `${row.value} … ${addDays(row.value as LocalDate, 6).slice(5)}` // a Monday, as the server tells it
}

/** Until which day of its week or month a cell tells what it tells, where that is not all of it; null where it is. */
export function cellKnownUntil(
  { report }: DeclaredReport,
  { answer, address: { by, grain } }: ShownReport,
  { row, name }: { readonly row: ReportRow | undefined; readonly name: string },
): LocalDate | null {
  if (by !== report.by[0] || !row?.value || !row.cells[name]) return null
  const first = row.value as LocalDate // of a report by days
  return knownUntil(report.measures[name]!, { first, grain, through: answer.asOf })
}

/** Whether there is a trend to draw: rows of days in their order, and more than one of them. */
export const hasTrend = ({ by }: Pick<Report, 'by'>, { address, answer }: ShownReport): boolean =>
  address.by === by[0] && address.sort === undefined && answer.rows.length > 1
