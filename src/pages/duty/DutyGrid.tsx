import type { PointerEvent } from 'react'
import { duty } from '#contract/duty.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { ContextMenu, type MenuSection } from '#src/ui/overlay/Menu.tsx'
import { useCellFocus } from '#src/ui/use-cell-focus.ts'
import { CoverageTable } from './CoverageTable.tsx'
import styles from './Duty.module.css'
import { DutyHead } from './DutyHead.tsx'
import { DutyRow, UnitRow } from './DutyRows.tsx'
import { changeMarks } from './duty-draft.ts'
import type { DutyBoardState } from './use-duty-board.ts'

interface Props {
  readonly board: DutyBoardState
}

/** ARIA has a table be a grid, whose cells are chosen and changed; the linter knows no such table. */
const gridRole = (editable: boolean) =>
  ({ role: 'grid', 'aria-multiselectable': true, 'aria-readonly': !editable }) as const

type Place = readonly [row: number, column: number]

/** The cell that was pressed. */
function placeOf(target: EventTarget | null): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  if (!cell) return null
  const [row, column] = cell.dataset.cell!.split(':').map(Number) // as the rows write it
  return [row!, column!]
}

/** What can be done to the chosen cells, as lines of a menu. */
function useSections({ set, toggle, copyCells, undo, address }: DutyBoardState): readonly MenuSection[] {
  const { text, word } = useText()
  if (!may(duty.save.requires)) return []
  const away = (['leave', 'sick', 'course'] as const).map((one) => ({
    ...{ label: word('duty.duty', one), run: () => set(one) },
    keys: one === 'leave' ? ('l' as const) : one === 'sick' ? ('s' as const) : ('c' as const),
  }))
  return [
    {
      items: [
        { label: word('duty.duty', 'work'), run: () => set('work') },
        { label: word('duty.duty', 'rest'), run: () => set('rest') },
        { label: text('duty.toggle'), run: toggle, keys: 'space' },
        ...(address.view === 'pattern' ? [] : away),
      ],
    },
    {
      items: [
        ...(address.view === 'pattern' ? [] : [{ label: text('duty.lastWeek'), run: copyCells, keys: 'w' as const }]),
        { label: text('duty.undo'), run: undo, keys: 'u' },
      ],
    },
  ]
}

/** The pointer: a press begins a range, a drag widens it, Shift widens from the cursor; asked for a menu, it stays. */
function usePointer({ cursor }: DutyBoardState) {
  const press = (event: PointerEvent) => {
    const place = event.button === 0 ? placeOf(event.target) : null
    if (place) cursor.goTo(...place, event.shiftKey)
  }
  const drag = (event: PointerEvent) => {
    const place = event.buttons === 1 ? placeOf(event.target) : null
    const { toRow, toColumn } = cursor.cursor
    if (place && (place[0] !== toRow || place[1] !== toColumn)) cursor.goTo(...place, true)
  }
  const ask = (target: EventTarget | null) => {
    const place = placeOf(target)
    if (!place) return
    const { rows, columns } = cursor.range
    const [row, column] = place
    const isInside = row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1]
    if (!isInside) cursor.goTo(row, column)
  }
  return { press, drag, ask }
}

/** The rows of the grid: people below their units. */
function Body({ board }: Props) {
  const { week, people, draft, schedules, cursor, address } = board
  const marks = changeMarks(draft)
  const units = new Map(week.units.map((unit) => [unit.id, unit]))
  const { rows, columns } = cursor.range
  const inUnit = (id: string) => people.filter(({ unit }) => unit === id).length
  return (
    <tbody>
      {people.map((person, row) => {
        const isFirst = people[row - 1]?.unit !== person.unit
        const isIn = row >= rows[0] && row <= rows[1]
        return [
          isFirst && (
            <UnitRow key={person.unit} name={units.get(person.unit)?.name ?? '–'} count={inUnit(person.unit)} />
          ),
          <DutyRow
            key={person.staff}
            {...{ person, row, draft, week }}
            schedule={schedules.get(person)!}
            view={address.view}
            marks={marks.get(person.staff) ?? ''}
            range={isIn ? columns.join(' ') : ''}
            active={cursor.cursor.toRow === row ? cursor.cursor.toColumn : -1}
          />,
        ]
      })}
    </tbody>
  )
}

/** The grid of people and days. The cursor is the focus, so that it is heard as it is seen. */
export function DutyGrid({ board }: Props) {
  const { text } = useText()
  const { toRow, toColumn } = board.cursor.cursor
  const table = useCellFocus(toRow, toColumn)
  const { press, drag, ask } = usePointer(board)
  const sections = useSections(board)
  const grid = (
    <table
      ref={table}
      {...gridRole(may(duty.save.requires))}
      aria-label={text('duty.grid')}
      className={styles.grid}
      onPointerDown={press}
      onPointerMove={drag}
    >
      <DutyHead board={board} />
      <Body board={board} />
    </table>
  )
  return (
    <div className={styles.scroll}>
      {sections.length > 0 ? (
        <ContextMenu sections={sections} onAsk={({ target }) => ask(target)} onLost={() => table.current?.focus()}>
          {grid}
        </ContextMenu>
      ) : (
        grid
      )}
      {board.people.length === 0 && <p className={styles.nobody}>{text('duty.nobody')}</p>}
      <CoverageTable board={board} />
    </div>
  )
}
