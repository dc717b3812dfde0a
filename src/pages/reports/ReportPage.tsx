import { useRef } from 'react'
import { QueryResult } from '#src/call/QueryResult.tsx'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Report.module.css'
import { ReportBar } from './ReportBar.tsx'
import { ReportHeader } from './ReportHeader.tsx'
import { ReportTable } from './ReportTable.tsx'
import { ReportTrend, useChartFold } from './ReportTrend.tsx'
import { hasTrend } from './report-rows.ts'
import { useReport } from './use-report.ts'
import { useReportActs } from './use-report-acts.ts'
import { useReportBefore } from './use-report-before.ts'
import { useReportCursor } from './use-report-cursor.ts'

/** Report: the rows of a list, counted and summed. Every number of it opens the rows it counts. */
export function ReportPage({ declared }: { readonly declared: DeclaredReport }) {
  const { text } = useText()
  const state = useReport(declared)
  const { shown, query } = state
  const cursor = useReportCursor(shown)
  const before = useReportBefore(state, shown)
  const line = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const fold = useChartFold()
  const acts = useReportActs({ state, shown, cursor, before }, { page, line, fold })
  const { open, sort, focusTable } = acts
  const { report } = declared
  return (
    <div ref={page} className={styles.page} aria-busy={query.isFetching}>
      <ReportHeader state={state} line={line} onLeave={focusTable} />
      {state.address.unknown.length > 0 && (
        <p role="status" className={styles.unknown}>
          {text('reports.unknown', { asked: state.address.unknown.join(', ') })}
        </p>
      )}
      {shown ? (
        <>
          {hasTrend(report, shown) && <ReportTrend {...{ state, shown, cursor, before, fold }} />}
          <ReportBar {...{ state, shown, cursor }} />
          <ReportTable
            {...{ declared, shown, cursor }}
            language={state.language}
            onOpen={() => open('value')}
            onSort={sort}
          />
        </>
      ) : (
        <QueryResult query={query}>{() => null}</QueryResult>
      )}
    </div>
  )
}
