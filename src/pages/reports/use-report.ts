import { useRef } from 'react'
import { businessDate } from '#contract/kernel/calendar.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import type { Query } from '#contract/kernel/query/tree.ts'
import { cellCondition } from '#contract/kernel/report.ts'
import { listPath } from '#contract/kernel/subject.ts'
import type { Instant, LocalDate } from '#contract/kernel/values.ts'
import { useCall } from '#src/call/query-client.ts'
import type { ReportPage } from '#src/grid/define-report.ts'
import { filterLineOf } from '#src/grid/model/active-filter.ts'
import { queryReaderOf } from '#src/grid/model/labels.ts'
import { country } from '#src/locale/country.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useServerTime } from '#src/session/clock.ts'
import type { ReportAnswer } from './report-cells.ts'
import { useReportAddress } from './use-report-address.ts'

const minuteMs = 60_000

/** Where a cell stands: the row, none for the totals; and the measure. */
export interface CellAt {
  readonly value: string | null | undefined
  readonly name: string
}

/** The day it is where the business runs; it changes at midnight. */
function useToday(): LocalDate {
  const now = useServerTime()
  return businessDate(new Date(now).toISOString() as Instant, country()) // as toISOString writes it
}

/** The rows that a part of a cell counts: as a line to read, and where they are. */
export type Drill = (at: CellAt, part: 'value' | 'per') => { readonly line: string; readonly path: string }

/** A report as its address asks for it. The one before stays until the next has come. */
export function useReport(declared: ReportPage) {
  const { report, listing, views, opens } = declared
  const [address, show] = useReportAddress(declared)
  const language = useLanguage()
  const today = useToday()
  const reader = queryReaderOf(listing)
  const measures = views.find(({ name }) => name === address.view)!.measures
  const { q, by, grain, asOf } = address
  const asked = { q, by, grain, measures: [...measures], ...(asOf && { asOf }) }
  const query = useCall(report, asked as never, { quiet: true, everyMs: minuteMs }) // as its input has it
  const last = useRef<ReportAnswer>(undefined)
  const answer = query.data as ReportAnswer | undefined
  if (answer) last.current = answer
  const drill: Drill = ({ value, name }, part) => {
    const place = { name, part, ...(value !== undefined && { value }) }
    const where = cellCondition(report, listing, reader, { ...address, ...place, today })
    const found: Query = { where, sort: [] }
    return { line: filterLineOf(found, reader), path: listPath(opens, print(found, reader)) }
  }
  /** Puts a line in force, unless something is wrong with it. Answers what. */
  const filter = (text: string) => {
    const { query: read, problems } = parse(text, reader)
    if (problems.length === 0) show({ q: print(read, reader) })
    return problems
  }
  return {
    ...{ declared, address, show, measures, today, language, reader, drill, filter },
    line: filterLineOf(parse(q, reader).query, reader),
    ...{ query, answer: answer ?? (query.error ? undefined : last.current) },
  }
}
export type ReportState = ReturnType<typeof useReport>
