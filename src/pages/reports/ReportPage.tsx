import { useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { nounOf } from '#src/call/call.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { invalidate } from '#src/call/query-client.ts'
import { activatePage } from '#src/command/active-list.ts'
import type { ReportPage as Declared } from '#src/grid/define-report.ts'
import styles from './Report.module.css'
import { ReportBar } from './ReportBar.tsx'
import { ReportHeader } from './ReportHeader.tsx'
import { ReportTable } from './ReportTable.tsx'
import { useReport } from './use-report.ts'
import { useReportCursor } from './use-report-cursor.ts'
import { useReportKeys } from './use-report-keys.ts'

/** Puts the focus into a field, so that what is typed takes the place of what stands there. */
function select(field: HTMLInputElement | null | undefined): void {
  field?.focus()
  field?.select()
}

/** Report: the rows of a list, counted and summed. Every number of it opens the rows it counts. */
export function ReportPage({ declared }: { readonly declared: Declared }) {
  const state = useReport(declared)
  const { answer, query, measures } = state
  const cursor = useReportCursor(answer, measures)
  const line = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  /** Goes to the rows that the cell under the cursor counts, or what it is a part of. */
  const open = (part: 'value' | 'per') => {
    const cell = (answer?.rows[cursor.row]?.cells ?? answer?.total)?.[cursor.at.name]
    if (cell) navigate(state.drill(cursor.at, part).path)
  }
  useReportKeys(state, answer, cursor, {
    open,
    focusFilter: () => select(line.current),
    focusDay: () => select(page.current?.querySelector('header input[inputmode]')),
  })
  const { id, report } = declared
  useEffect(() => {
    const noun = nounOf(report)
    return activatePage(declared.page, {
      ...{ noun, listing: id, target: () => null, clear: () => {}, patch: () => {} },
      refetch: () => invalidate([noun]),
      keys: { isLoading: () => false },
    })
  }, [declared.page, id, report])
  const leave = () => page.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  return (
    <div ref={page} className={styles.page} aria-busy={query.isFetching}>
      <ReportHeader state={state} line={line} onLeave={leave} />
      {answer ? (
        <>
          <ReportBar {...{ state, answer, cursor }} />
          <ReportTable {...{ state, answer, cursor }} onOpen={() => open('value')} />
        </>
      ) : (
        <QueryResult query={query}>{() => null}</QueryResult>
      )}
    </div>
  )
}
