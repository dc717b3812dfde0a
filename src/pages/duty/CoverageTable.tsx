import { useText } from '#src/locale/text.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './Coverage.module.css'
import { DutyColumns } from './DutyHead.tsx'
import { type CoverageRow, isGap, stageCoverage, unitCoverage } from './duty-coverage.ts'
import { dayName } from './duty-text.ts'
import type { DutyBoardState } from './use-duty-board.ts'

interface RowProps {
  readonly row: CoverageRow
  readonly days: DutyBoardState['week']['days']
}

/** A stage or a unit: how many are on duty, of a stage beside how many it needs. */
function CoverageLine({ row, days }: RowProps) {
  const { text } = useText()
  const { name, counts, needed } = row
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      {days.map((day, i) => {
        const count = counts[i] ?? 0
        const label =
          needed === null ? undefined : text('duty.coverage.cell', { name, day: dayName(day), count, needed })
        const tone = isGap(row, i) ? 'bad' : needed !== null && count < needed ? 'warn' : undefined
        return (
          <td key={day} aria-label={label} data-tone={tone} data-gap={isGap(row, i) || undefined}>
            <b>{count}</b>
            {needed !== null && `/${needed}`}
          </td>
        )
      })}
      <td />
    </tr>
  )
}

interface CoverageProps extends Pick<RowProps, 'days'> {
  readonly title: string
  readonly hint?: string
  readonly rows: readonly CoverageRow[]
  /** It stays in sight where there is room. */
  readonly sticky?: boolean
}

function Coverage({ title, hint, rows, days, sticky = false }: CoverageProps) {
  if (rows.length === 0) return null
  return (
    <div className={classNames(styles.part, sticky && styles.sticky)}>
      <table className={styles.coverage} aria-label={title}>
        <DutyColumns />
        <thead>
          <tr>
            <th scope="colgroup" colSpan={11}>
              {title} <small>{hint}</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CoverageLine key={row.id} row={row} days={days} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Coverage of the week within reach, whatever is filtered for: stages of collectors, units of everybody else. */
export function CoverageTable({ board: { week, schedules, address } }: { board: DutyBoardState }) {
  const { text } = useText()
  if (address.view === 'pattern') return null
  return (
    <>
      <Coverage
        sticky
        title={text('duty.coverage')}
        hint={text('duty.coverage.hint')}
        rows={stageCoverage(week, schedules)}
        days={week.days}
      />
      <Coverage title={text('duty.coverage.others')} rows={unitCoverage(week, schedules)} days={week.days} />
    </>
  )
}
