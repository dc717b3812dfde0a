import { useEffect, useRef } from 'react'
import { type ConductReport, conductReport } from '#contract/conduct-report.ts'
import { download } from '#src/call/download.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { offerPageActions } from '#src/command/page-actions.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { FullHeight } from '#src/shell/FullHeight.tsx'
import { PageTabs } from '#src/shell/tabs/PageTabs.tsx'
import { selectText } from '#src/ui/select-text.ts'
import styles from './Conduct.module.css'
import { ConductHead } from './ConductHead.tsx'
import { ConductTable } from './ConductTable.tsx'
import { useConductAddress } from './use-conduct-address.ts'

/** What the numbers are to be read by. */
function Notes({ report: { madeAt, limit } }: { report: ConductReport }) {
  const { text } = useText()
  const country = useCountry()
  const perDay = limit === null ? text('conductReport.noLimit') : String(limit)
  return (
    <footer className={styles.notes}>
      <p>{`${text('conductReport.limitPerDay')}: ${perDay}`}</p>
      <p>{text('conductReport.note.refused')}</p>
      <p>{text('conductReport.note.today', { made: formatInstant(madeAt, country) })}</p>
      <p>{text('conductReport.note.outOfHours')}</p>
      <p>{text('conductReport.note.checks')}</p>
    </footer>
  )
}

/** Conduct report: how agencies have turned to customers, what they were not allowed to, and what got through. */
export function ConductPage() {
  const shown = useConductAddress()
  const { address, days } = shown
  const field = useRef<HTMLDivElement>(null)
  const input = { from: days?.from, to: days?.to, ...(address.agency && { agency: address.agency }) }
  const query = useCall(conductReport.read, input as never, { enabled: days !== null }) // asked only where there are days
  // what was shown stays until the next has come
  const last = useRef<ConductReport>(undefined)
  if (query.data) last.current = query.data
  const known = useRef<ConductReport['agencies']>([])
  if (query.data && !address.agency) known.current = query.data.agencies
  const report = query.data ?? (query.error ? undefined : last.current)
  const latest = useRef(input)
  latest.current = input
  useEffect(() => {
    const save = (endpoint: typeof conductReport.csv | typeof conductReport.pdf) => () =>
      void download(endpoint as typeof conductReport.csv, latest.current as never, 'conduct-report') // both take the same
    return offerPageActions('conductReport', { saveCsv: save(conductReport.csv), savePdf: save(conductReport.pdf) })
  }, [])
  useKeys('record', [
    { id: 'conductReport.key.period', keys: '/', run: () => selectText(field.current?.querySelector('input')) },
  ])
  return (
    <FullHeight>
      <PageTabs page="conductReport" titles={{}} />
      <div className={styles.page}>
        <ConductHead shown={shown} agencies={address.agency ? (report?.agencies ?? []) : known.current} field={field} />
        {report ? (
          <>
            <ConductTable report={report} />
            <Notes report={report} />
          </>
        ) : (
          days && <QueryResult query={query}>{() => null}</QueryResult>
        )}
      </div>
    </FullHeight>
  )
}
