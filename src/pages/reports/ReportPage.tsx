import { useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { QueryResult } from '#src/call/QueryResult.tsx'
import type { ReportPage as Declared } from '#src/grid/define-report.ts'
import { useText } from '#src/locale/text.ts'
import { selectText } from '#src/ui/select-text.ts'
import styles from './Report.module.css'
import { ReportBar } from './ReportBar.tsx'
import { ReportHeader } from './ReportHeader.tsx'
import { ReportTable } from './ReportTable.tsx'
import { chartSelector, ReportTrend } from './ReportTrend.tsx'
import { hasTrend } from './report-rows.ts'
import { nextSort } from './row-order.ts'
import { useActiveReport } from './use-active-report.ts'
import { exportReport, useReport } from './use-report.ts'
import { useReportBefore } from './use-report-before.ts'
import { useReportCursor } from './use-report-cursor.ts'
import { useReportKeys } from './use-report-keys.ts'

/** Report: the rows of a list, counted and summed. Every number of it opens the rows it counts. */
export function ReportPage({ declared }: { readonly declared: Declared }) {
  const { text } = useText()
  const state = useReport(declared)
  const { shown, query } = state
  const cursor = useReportCursor(shown)
  const before = useReportBefore(state, shown)
  const line = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  /** Goes to the rows that the cell under the cursor counts, or what it is a part of. */
  const open = (part: 'value' | 'per') => {
    const cell = (shown?.answer.rows[cursor.row]?.cells ?? shown?.answer.total)?.[cursor.at.name]
    if (cell) navigate(state.drill(cursor.at, part).path)
  }
  /** Puts rows in the order of a measure, or in another. */
  const sort = (name: string) => state.show({ sort: nextSort(state.address.sort, name) })
  const focusTable = () => page.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  useReportKeys(state, shown, cursor, {
    open,
    focusFilter: () => selectText(line.current),
    focusChart: () => page.current?.querySelector<HTMLElement>(chartSelector)?.focus(),
    focusTable,
    sort: () => sort(cursor.at.name),
    exportRows: () => void exportReport(state),
    focusDay: () => selectText(page.current?.querySelector('header input[inputmode]')),
  })
  useActiveReport(state)
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
          {hasTrend(declared.report, shown) && <ReportTrend {...{ state, shown, cursor, before }} />}
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
