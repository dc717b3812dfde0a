import { memo } from 'react'
import type { DutyPerson } from '#contract/duty.ts'
import type { Schedule } from '#contract/duty-days.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Duty.module.css'
import { type CellState, cellState, type DutyDraft, type DutyWeek, daysWorked } from './duty-draft.ts'
import { dayName, letterOf } from './duty-text.ts'
import type { DutyView } from './use-duty-address.ts'

/** From this share of their capacity on, in percent, somebody is nearly full. */
const nearlyFull = 90

/** A unit above its people. */
export function UnitRow({ name, count }: { readonly name: string; readonly count: number }) {
  const { say } = useText()
  return (
    <tr className={styles.unit}>
      <th scope="rowgroup" colSpan={11}>
        {name} <small>{say('duty.inUnit', { count })}</small>
      </th>
    </tr>
  )
}

interface CellProps {
  readonly label: string
  readonly state: CellState
  readonly place: string
  readonly past: boolean
  readonly chosen: boolean
  readonly active: boolean
}

/** What a cell of a grid is; the linter knows it as one of a table only. */
const cellRole = (chosen: boolean) => ({ role: 'gridcell', 'aria-selected': chosen }) as const

/** A day of somebody: the letter says what it is, a corner that it is dated, a dot that it is not saved. */
function DutyCell({ label, state: { duty, isDated, isChanged }, place, past, chosen, active }: CellProps) {
  return (
    <td
      {...cellRole(chosen)}
      aria-label={label}
      tabIndex={active ? 0 : -1}
      data-cell={place}
      data-duty={duty}
      data-dated={isDated || undefined}
      data-changed={isChanged || undefined}
      data-past={past || undefined}
      className={styles.cell}
    >
      {letterOf(duty)}
    </td>
  )
}

interface RowProps {
  readonly person: DutyPerson
  readonly row: number
  readonly draft: DutyDraft
  readonly schedule: Schedule
  readonly week: DutyWeek
  readonly view: DutyView
  /** Their changes as a text: where it is the same, so is the row. */
  readonly marks: string
  /** First and last column that are chosen in this row; empty: none is. */
  readonly range: string
  /** The column of the cursor; -1: it is in another row. */
  readonly active: number
}

function useCellLabel({ person, week, view }: RowProps) {
  const { text, word } = useText()
  return ({ duty, isDated, isChanged }: CellState, column: number): string =>
    [
      person.name,
      view === 'pattern' ? text(`duty.pattern.${(column + 1) as 1}`) : dayName(week.days[column]!), // 1 to 7
      word('duty.duty', duty),
      isDated && text('duty.dated'),
      isChanged && text('duty.changed'),
    ]
      .filter(Boolean)
      .join(', ')
}

/** Open cases beside the most that somebody may have. */
function OpenCases({ person: { collects, openCases, capacity } }: { person: DutyPerson }) {
  const isNearlyFull = capacity !== null && openCases * 100 >= capacity * nearlyFull
  return (
    <td className={styles.open} data-tone={isNearlyFull ? 'warn' : undefined}>
      {collects && (capacity === null ? openCases : `${openCases}/${capacity}`)}
    </td>
  )
}

function Row(props: RowProps) {
  const { person, row, draft, schedule, week, view, range, active } = props
  const label = useCellLabel(props)
  const [first, last] = range === '' ? [1, 0] : (range.split(' ').map(Number) as [number, number]) // as the grid writes it
  const stages = person.stages.join(' ')
  return (
    <tr>
      <th scope="row" className={styles.name} title={person.name}>
        {person.name}
      </th>
      <td className={styles.stages} title={stages}>
        {stages}
      </td>
      <OpenCases person={person} />
      {week.days.map((day, column) => {
        const cell = view === 'pattern' ? { person, weekday: column + 1 } : { person, day }
        const state = cellState(cell, draft)
        const chosen = column >= first! && column <= last!
        return (
          <DutyCell
            key={day}
            {...{ state, chosen }}
            label={label(state, column)}
            place={`${row}:${column}`}
            past={view !== 'pattern' && day < week.today}
            active={column === active}
          />
        )
      })}
      <td className={styles.days}>
        {view === 'pattern' ? schedule.pattern.filter(Boolean).length : daysWorked(schedule, week.days)}
      </td>
    </tr>
  )
}

/** Somebody's week. It is drawn anew only where something of it is other: a cursor that runs draws two rows. */
export const DutyRow = memo(Row, (a, b) =>
  (['person', 'row', 'week', 'view', 'marks', 'range', 'active'] as const).every((name) => a[name] === b[name]),
)
