import { termsOf } from '#contract/kernel/query/edit.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { and, type Condition } from '#contract/kernel/query/tree.ts'
import { comparedNumber } from '#contract/report-condition.ts'
import { startSchedule } from '#src/command/run/start-schedule.ts'
import { say } from '#src/locale/text.ts'
import { headingOf } from './report-cells.ts'
import type { ReportState, ShownReport } from './use-report.ts'
import type { ReportCursor } from './use-report-cursor.ts'

/** Has a report sent by itself as it is on the screen, with the totals of the period before. What is sent is as it is known then. */
export const scheduleReport = ({ declared: { report, page }, asked: { q, by, grain, measures } }: ReportState): void =>
  startSchedule({
    content: report.id,
    title: say(`menu.${page}`),
    query: q,
    shape: { by, grain, measures, comparison: true },
  })

/**
 * The filter line over the newest day of which a measure is known, whichever day that is when it is looked at; the line
 * as it is for what is not told by days.
 */
function newestDay({ declared: { report }, asked: { q }, reader }: ReportState, name: string): string {
  const { lag = 0, lagIn } = report.measures[name]!
  if (lagIn) return q
  const day = { is: 'relative', days: -1 - lag } as const
  const newest: Condition = { kind: 'range', field: report.by[0]!, from: day, to: day }
  const others = termsOf(parse(q, reader).query).filter((term) => !('field' in term && term.field === report.by[0]))
  return print({ where: and([...others, newest]), sort: [] }, reader)
}

/** Has somebody told when a number of a report goes beyond what it is now: of the newest day from a row, of all from the totals. */
export function alertOnReport(state: ReportState, { answer, address }: ShownReport, { at, row }: ReportCursor): void {
  const { declared, asked } = state
  const { report, page } = declared
  const measure = report.measures[at.name]!
  const found = answer.rows[row]
  const number = comparedNumber((found?.cells ?? answer.total)[at.name], measure, answer.currency) ?? 0
  const isDay = found !== undefined && address.by === report.by[0] && address.grain === 'day'
  startSchedule({
    content: report.id,
    ...{ title: `${say(`menu.${page}`)} · ${headingOf(report, at.name)}`, name: say(`menu.${page}`) },
    query: isDay ? newestDay(state, at.name) : asked.q,
    condition: `${at.name}${measure.tone === 'good' ? '<' : '>'}${Math.round(number)}`,
    shape: { by: asked.by, grain: asked.grain, measures: asked.measures, comparison: true },
  })
}
