import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { currencySign } from '#contract/kernel/format.ts'
import { nounOf } from '#src/call/call.ts'
import { useText } from '#src/locale/text.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './Report.module.css'
import { formatCell, headingOf, heatOf, meaningOf, mostOf, type ReportAnswer } from './report-cells.ts'
import { rowLabel } from './report-rows.ts'
import type { ReportState } from './use-report.ts'
import type { ReportCursor } from './use-report-cursor.ts'

interface Props {
  readonly state: ReportState
  readonly answer: ReportAnswer
  readonly cursor: ReportCursor
}

/** ARIA has a table be a grid, through whose cells one goes; the linter knows no such table. */
const gridRole = { role: 'grid', 'aria-readonly': true } as const

/** Puts the focus on the cell where the cursor is, unless somebody types or presses a button elsewhere. */
function useCellFocus({ row, column }: ReportCursor) {
  const table = useRef<HTMLTableElement>(null)
  // with every render, before the next key: other rows and measures draw the cell anew
  useLayoutEffect(() => {
    const { activeElement: active, body } = document
    const isFree = active === null || active === body || active.id === 'main' || table.current?.contains(active)
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    if (!isFree || !cell || cell === active) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return table
}

interface RowProps extends Props {
  readonly row: number
  readonly most: number
}

/** A row of the report, or its totals: the first cell says of what, then a number for each measure. */
function Row({ state, answer, cursor, row, most }: RowProps) {
  const { declared, measures, address } = state
  const { report } = declared
  const found = answer.rows[row]
  const cells = found?.cells ?? answer.total
  return (
    <tr className={classNames(!found && styles.total)} data-current={cursor.row === row || undefined}>
      <th scope="row">{rowLabel(state, found)}</th>
      {measures.map((name, column) => {
        const cell = cells[name]
        const { shade, high } = heatOf(cell, answer.total[name], most)
        const { tone } = report.measures[name]!
        const heated = tone && cell
        const active = cursor.row === row && cursor.column === column
        return (
          <td
            key={`${address.view} ${name}`}
            data-cell={`${row}:${column}`}
            tabIndex={active ? 0 : -1}
            className={styles.cell}
            style={heated ? ({ '--shade': shade.toFixed(3) } as CSSProperties) : undefined}
            data-tone={heated ? tone : undefined}
          >
            {heated && high && found && <span className={styles.high}>▲</span>}
            {formatCell(cell, { measure: report.measures[name]!, currency: answer.currency, whole: true })}
          </td>
        )
      })}
    </tr>
  )
}

/** The table of a report. The cursor is the focus, so that it is heard as it is seen. */
export function ReportTable({ state, answer, cursor, onOpen }: Props & { onOpen(): void }) {
  const { text, say } = useText()
  const table = useCellFocus(cursor)
  const { declared, measures, address } = state
  const { report } = declared
  const most = mostOf(report, measures, answer.rows)
  const sign = (name: string) =>
    report.measures[name]!.sum !== undefined && !report.measures[name]!.per ? ` ${currencySign(answer.currency)}` : ''
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
            <th scope="col">{say(`${nounOf(report)}.${address.by}`)}</th>
            {measures.map((name, column) => (
              <th
                key={name}
                scope="col"
                title={meaningOf(report, name)}
                data-current={cursor.column === column || undefined}
              >
                {headingOf(report, name)}
                {sign(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map(({ value }, row) => (
            <Row key={value ?? ''} {...{ state, answer, cursor, row, most }} />
          ))}
        </tbody>
        <tfoot>
          <Row {...{ state, answer, cursor, most }} row={answer.rows.length} />
        </tfoot>
      </table>
      {answer.rows.length === 0 && <p className={styles.nothing}>{text('reports.nothing')}</p>}
    </div>
  )
}
