import { useMemo, useRef } from 'react'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import type { Query } from '#contract/kernel/query/tree.ts'
import { cellCondition } from '#contract/kernel/report.ts'
import { measuresFor } from '#contract/kernel/rights.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { download } from '#src/call/download.ts'
import { useCall } from '#src/call/query-client.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import { activeFilterOf, filterLineOf, withKnownValues } from '#src/grid/model/active-filter.ts'
import { queryReaderOf } from '#src/grid/model/labels.ts'
import { useLanguage } from '#src/locale/language.ts'
import { may, useSession } from '#src/session/base/session.ts'
import type { ReportAnswer } from './report-cells.ts'
import { inOrder } from './row-order.ts'
import { type ReportAddress, useReportAddress } from './use-report-address.ts'
import { withMeasures } from './visible-measures.ts'

const minuteMs = 60_000

/** Where a cell stands: the row, none for the totals; and the measure. */
export interface CellAt {
  readonly value: string | null | undefined
  readonly name: string
}

/** The rows that a part of a cell counts: as a line to read, and where they are. Of another filter line than that in force with `q`. */
export type Drill = (at: CellAt, part: 'value' | 'per', q?: string) => { readonly line: string; readonly path: string }

/** An answer, and what was asked for it. */
export interface ShownReport {
  readonly answer: ReportAnswer
  readonly address: ReportAddress
  readonly measures: readonly string[]
}

/** A report as its address asks for it. What was shown before stays until the next has come, as it was asked for. */
export function useReport(whole: DeclaredReport) {
  useSession() // whose rights may change
  const seen = measuresFor(whole.report, may).join()
  const declared = useMemo(() => withMeasures(whole, seen.split(',')), [whole, seen])
  const { report, listing, views, opens } = declared
  const [address, show] = useReportAddress(declared)
  const language = useLanguage()
  const reader = queryReaderOf(listing)
  const measures = views.find(({ name }) => name === address.view)!.measures
  const { q, by, grain, asOf } = address
  const asked = { q, by, grain, measures: [...measures], ...(asOf && { asOf }) }
  const query = useCall(report, asked as never, { everyMs: minuteMs }) // as its input has it
  const last = useRef<ShownReport>(undefined)
  const answer = query.data as ReportAnswer | undefined // as every report answers
  const now = useMemo(
    () => answer && { answer: { ...answer, rows: inOrder(answer.rows, report, address.sort) }, address, measures },
    [answer, address, measures, report],
  )
  if (now) last.current = now
  const shown = now ?? (query.error ? undefined : last.current)
  const drill: Drill = ({ value, name }, part, other) => {
    const { address: was, answer: told } = shown! // whoever asks looks at a cell
    const place = { name, part, ...(value !== undefined && { value }) }
    const where = cellCondition(report, listing, reader, { ...was, q: other ?? was.q, ...place, through: told.asOf })
    const found: Query = { where, sort: [] }
    return { line: filterLineOf(withKnownValues(found), reader), path: listPath(opens, print(found, reader)) }
  }
  /** Puts a line in force, unless something is wrong with it: personal values as tokens. Answers what is wrong. */
  const filter = async (text: string) => {
    const { query: read, problems } = parse(text, reader)
    if (problems.length === 0) show({ q: (await activeFilterOf(read, reader)).text })
    return problems
  }
  // what is wrong in a shared address is there to be mended
  const { query: read, problems } = parse(q, reader)
  const line = problems.length > 0 ? q : filterLineOf(withKnownValues(read), reader)
  return { declared, address, asked, show, language, reader, drill, filter, line, query, shown }
}
export type ReportState = ReturnType<typeof useReport>

/** Saves a report as it is asked for, as a file. */
export const exportReport = ({ declared: { report }, asked }: ReportState): Promise<void> =>
  download(report.export, asked as never, `${report.id}.csv`) // as its input has it
