import { useMemo, useState } from 'react'
import type { DutyPerson } from '#contract/duty.ts'
import { type Duty, matchesDuty } from '#contract/duty-days.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { say, text, word } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { announce } from '#src/ui/feedback/announcer.ts'
import { type CoverageGap, gapsIn, type Schedules, schedulesIn, stageCoverage, stepInsFor } from './duty-coverage.ts'
import { cursorAt, type DutyCursor, goTo, move, rangeOf, sizeOf, within } from './duty-cursor.ts'
import {
  cellState,
  copyLastWeek,
  type DutyCell,
  type DutyDraft,
  type DutyWeek,
  setDuty,
  toggledDuty,
} from './duty-draft.ts'
import { changeDraft, forgetDraft, undoChange, useDraft } from './duty-session.ts'
import { saveDraft } from './save-duty.ts'
import type { DutyAddress } from './use-duty-address.ts'

const away: readonly Duty[] = ['leave', 'sick', 'course']

/** The people that are shown: those who match, in the view of leave those who are away on a day of the week. */
function shownPeople({ people, days }: DutyWeek, draft: DutyDraft, address: DutyAddress): readonly DutyPerson[] {
  const matching = people.filter((person) => matchesDuty(person, address))
  if (address.view !== 'leave') return matching
  return matching.filter((person) => days.some((day) => away.includes(cellState({ person, day }, draft).duty)))
}

/** The cells of a column for somebody: a day of the week, or a weekday of the pattern. */
const cellOf = (person: DutyPerson, column: number, { days }: DutyWeek, { view }: DutyAddress): DutyCell =>
  view === 'pattern' ? { person, weekday: column + 1 } : { person, day: days[column]! }

/** What is changed by keys and by the mouse alike. Days that have passed stay as they are. */
function dutyEdits(cells: readonly DutyCell[], draft: DutyDraft, { today }: DutyWeek) {
  const open = may('duty.edit') ? cells.filter(({ day }) => day === undefined || day >= today) : []
  const edit = (make: (draft: DutyDraft, cells: readonly DutyCell[]) => DutyDraft, said: string) => {
    if (open.length === 0) return announce(cells.length > 0 ? text('duty.dayPast') : '')
    changeDraft(make(draft, open))
    announce(say('duty.set', { count: open.length, duty: said }))
  }
  const set = (duty: Duty) => edit((now, those) => setDuty(now, those, duty), word('duty.duty', duty))
  return {
    set,
    toggle: () => set(toggledDuty(draft, open)),
    copy: () => edit(copyLastWeek, text('duty.lastWeek')),
  }
}

/** Where the cursor is, in a grid of that size. */
function useCursor(rows: number) {
  const [kept, setCursor] = useState<DutyCursor>(cursorAt(0, 0))
  const size = { rows, columns: 7 }
  const cursor = within(kept, size)
  return {
    cursor,
    range: rangeOf(cursor),
    move: (by: readonly [number, number], widen = false) => setCursor(move(cursor, by, size, widen)),
    goTo: (row: number, column: number, widen = false) => setCursor(goTo(cursor, row, column, widen)),
    /** Back to one cell: the one where the range ends. */
    collapse: () => setCursor(cursorAt(cursor.toRow, cursor.toColumn)),
  }
}

/** Gaps of the week with who could step in; each of these has them work that day. */
function mendings(week: DutyWeek, schedules: Schedules, draft: DutyDraft) {
  return gapsIn(stageCoverage(week, schedules), week).map((gap: CoverageGap) => ({
    gap,
    stepIns: stepInsFor(gap, schedules, week.days).map((one) => ({
      ...one,
      run: () => {
        changeDraft(setDuty(draft, [{ person: one.person, day: gap.day }], 'work'))
        announce(text('duty.stepIn.one', { name: one.person.name, day: gap.day }))
      },
    })),
  }))
}

/** The board: who is shown, where the cursor is, what is changed, and everything that can be done. */
export function useDutyBoard(week: DutyWeek, address: DutyAddress, show: (part: Partial<DutyAddress>) => void) {
  const draft = useDraft()
  const people = useMemo(() => shownPeople(week, draft, address), [week, draft, address])
  const schedules = useMemo(() => schedulesIn(week, draft), [week, draft])
  const cursor = useCursor(people.length)
  const { rows, columns } = cursor.range
  const chosen = people.slice(rows[0], rows[1] + 1)
  const cells = chosen.flatMap((person) =>
    Array.from({ length: columns[1] - columns[0] + 1 }, (_, i) => cellOf(person, columns[0] + i, week, address)),
  )
  const isRange = sizeOf(cursor.range).rows * sizeOf(cursor.range).columns > 1
  const edits = dutyEdits(cells, draft, week)
  const whole = (isRange ? chosen : people).flatMap((person) => week.days.map((day) => ({ person, day })))
  return {
    ...{ week, address, draft, people, schedules, cursor, cells, isRange, show },
    ...{ set: edits.set, toggle: edits.toggle, copyCells: edits.copy },
    mendings: useMemo(() => mendings(week, schedules, draft), [week, schedules, draft]),
    /** The whole week of those chosen, of all that are shown where only one cell is. */
    copyWeek: dutyEdits(whole, draft, week).copy,
    undo: () => undoChange() && announce(text('duty.undone')),
    discard: forgetDraft,
    save: () => saveDraft(week),
    goWeeks: (by: number) => show({ week: addDays(week.days[0]!, 7 * by) }),
    goToday: () => show({ week: undefined }),
  }
}
export type DutyBoardState = ReturnType<typeof useDutyBoard>
