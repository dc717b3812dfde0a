import { type CSSProperties, memo } from 'react'
import { isShare } from '#contract/kernel/report.ts'
import { nounOf } from '#src/call/call.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import { useText } from '#src/locale/text.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useCellFocus } from '#src/ui/use-cell-focus.ts'
import styles from './Report.module.css'
import { formatCell, headingOf, heatOf, meaningOf, mostOf, unitOf } from './report-cells.ts'
import { cellKnownUntil, rowLabel } from './report-rows.ts'
import type { ShownReport } from './use-report.ts'
import type { ReportCursor } from './use-report-cursor.ts'

interface Props {
  readonly declared: DeclaredReport
  readonly shown: ShownReport
  readonly cursor: ReportCursor
  /** In which everything is said: what is remembered of a row is said anew in another. */
  readonly language: string
  onOpen(): void
  onSort(name: string): void
}

/** How rows are in the order of a measure, if they are. */
const sortOf = ({ sort }: ShownReport['address'], name: string) =>
  sort === name ? 'descending' : sort === `-${name}` ? 'ascending' : undefined

/** ARIA has a table be a grid, through whose cells one goes; the linter knows no such table. */
const gridRole = { role: 'grid', 'aria-readonly': true } as const

interface RowProps extends Pick<Props, 'declared' | 'shown' | 'language'> {
  readonly row: number
  readonly most: number
  /** Where the cursor is in it; −1: elsewhere. */
  readonly active: number
}

/** A row of the report, or its totals: what it is of, then a number for each measure. Drawn anew only where the cursor was or is. */
const Row = memo(function Row({ declared, shown, row, most, active }: RowProps) {
  const { measures: known } = declared.report
  const { answer, measures } = shown
  const found = answer.rows[row]
  const cells = found?.cells ?? answer.total
  return (
    <tr className={classNames(!found && styles.total)} data-current={active >= 0 || undefined}>
      <th scope="row">
        {found && shown.address.sort && <span className={styles.rank}>{row + 1}</span>}
        {rowLabel(declared, shown, found)}
      </th>
      {measures.map((name, column) => {
        const [cell, measure] = [cells[name], known[name]!]
        const { shade, high } = heatOf(cell, answer.total[name], most)
        const heated = measure.tone && cell
        const isPart = cellKnownUntil(declared, shown, { row: found, name }) !== null
        return (
          <td
            key={name}
            data-cell={`${row}:${column}`}
            tabIndex={active === column ? 0 : -1}
            className={classNames(styles.cell, isPart && styles.part)}
            style={heated ? ({ '--shade': shade.toFixed(3) } as CSSProperties) : undefined}
            data-tone={heated ? measure.tone : undefined}
          >
            {heated && high && found && <span className={styles.high}>▲</span>}
            {formatCell(cell, { measure, currency: answer.currency, whole: true })}
          </td>
        )
      })}
    </tr>
  )
})

/** The table of a report. The cursor is the focus, so that it is heard as it is seen. */
export function ReportTable({ declared, shown, cursor, language, onOpen, onSort }: Props) {
  const { text, say } = useText()
  const table = useCellFocus(cursor.row, cursor.column)
  const { answer, measures, address } = shown
  const { report, listing } = declared
  const active = (row: number) => (row === cursor.row ? cursor.column : -1)
  const most = mostOf(report, measures, answer.rows)
  const press = (target: EventTarget | null, opens: boolean) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
    if (!cell) return
    const [row, column] = cell.dataset.cell!.split(':').map(Number) // as the rows write it
    cursor.goTo(row!, column!)
    if (opens) onOpen()
  }
  return (
    <div className={styles.scroll}>
      <table
        ref={table}
        {...gridRole}
        aria-label={text('reports.table')}
        className={styles.table}
        onPointerDown={({ target, button }) => button === 0 && press(target, false)}
        onDoubleClick={({ target }) => press(target, true)}
      >
        <thead>
          <tr>
            <th scope="col">{say(`${nounOf(listing)}.${address.by}`)}</th>
            {measures.map((name, column) => (
              <th
                key={name}
                scope="col"
                title={meaningOf(report, name)}
                data-current={cursor.column === column || undefined}
                aria-sort={sortOf(address, name)}
              >
                <button type="button" tabIndex={-1} onClick={() => onSort(name)}>
                  {headingOf(report, name)}
                  {!isShare(report.measures[name]!) && unitOf(report.measures[name]!, answer.currency)}
                  {sortOf(address, name) && (sortOf(address, name) === 'ascending' ? ' ↑' : ' ↓')}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map(({ value }, row) => (
            <Row key={value ?? ''} {...{ declared, shown, language, row, most }} active={active(row)} />
          ))}
        </tbody>
        <tfoot>
          <Row {...{ declared, shown, language, most }} row={answer.rows.length} active={active(answer.rows.length)} />
        </tfoot>
      </table>
      {answer.rows.length === 0 && <p className={styles.nothing}>{text('reports.nothing')}</p>}
    </div>
  )
}
