import { Link } from 'wouter'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Report.module.css'
import { formatCell, formatRatio, headingOf, meaningOf, unitOf } from './report-cells.ts'
import { cellKnownUntil, rowLabel } from './report-rows.ts'
import type { ReportState, ShownReport } from './use-report.ts'
import type { ReportCursor } from './use-report-cursor.ts'

interface Props {
  readonly state: ReportState
  readonly shown: ShownReport
  readonly cursor: ReportCursor
}

/** What the cell under the cursor says, what it means, and the rows that it opens. */
export function ReportBar({ state, shown, cursor: { at, row } }: Props) {
  const { text, say } = useText()
  const { declared, drill } = state
  const { answer } = shown
  const { report, opens } = declared
  const format = { measure: report.measures[at.name]!, currency: answer.currency }
  const cell = (answer.rows[row]?.cells ?? answer.total)[at.name]
  const until = cellKnownUntil(declared, shown, { row: answer.rows[row], name: at.name })
  const [{ line, path }, of] = [drill(at, 'value'), drill(at, 'per')]
  return (
    <section className={styles.bar} aria-label={text('reports.cell')}>
      <strong>
        {rowLabel(declared, shown, answer.rows[row])} · {headingOf(report, at.name)}
      </strong>
      {cell ? (
        <>
          <span className={styles.number}>
            {formatCell(cell, format)}
            {cell.per !== null && (
              <>
                {unitOf(format.measure, answer.currency)} ={' '}
                <Link to={of.path} title={of.line}>
                  {formatRatio(cell, format)}
                </Link>
              </>
            )}
          </span>
          <Link to={path} className={styles.line} title={line}>
            {say(`menu.${opens}`)} / {line}
          </Link>
          <span className={styles.opens}>
            {say('reports.opens', { count: cell.rows })} <Kbd keys="enter" />
          </span>
        </>
      ) : (
        <span className={styles.number}>{text('reports.notYet')}</span>
      )}
      <p className={styles.meaning}>
        {meaningOf(report, at.name)}
        {until && ` ${text('reports.soFar', { day: until })}`}
      </p>
    </section>
  )
}
