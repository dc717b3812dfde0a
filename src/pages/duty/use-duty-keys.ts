import { useEffect } from 'react'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { say, text, word } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { sizeOf } from './duty-cursor.ts'
import { cellState, daysWorked } from './duty-draft.ts'
import { dayName } from './duty-text.ts'
import { dutyViews } from './use-duty-address.ts'
import type { DutyBoardState } from './use-duty-board.ts'

/** Digits from here on have somebody step in: those before choose a view. */
const firstMendDigit = dutyViews.length + 1
const digitMax = 9

/** The digit of the nth person who could step in; none where they have run out. */
export const mendKey = (nth: number): Shortcut | null =>
  nth + firstMendDigit <= digitMax ? (String(nth + firstMendDigit) as Shortcut) : null // a digit

/** Cursor move: rows down, days to the right. */
type CursorMove = readonly [number, number]
const steps: Readonly<Record<'up' | 'down' | 'left' | 'right', CursorMove>> = {
  ...{ up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] },
}
const far = 10_000

/** Keys that move the cursor and widen the range. */
function movingKeys({ cursor }: DutyBoardState): KeyBinding[] {
  const arrows = Object.entries(steps).flatMap(([name, by]): KeyBinding[] => [
    { id: 'duty.key.move', keys: name as Shortcut, repeats: true, run: () => cursor.move(by) }, // one of the four arrows
    { id: 'duty.key.widen', keys: `shift+${name}` as Shortcut, repeats: true, run: () => cursor.move(by, true) },
  ])
  const jumps: readonly (readonly [Shortcut, CursorMove])[] = [
    ['home', [0, -far]],
    ['end', [0, far]],
    ['mod+home', [-far, 0]],
    ['mod+end', [far, 0]],
    ['j', steps.down],
    ['k', steps.up],
  ]
  return [
    ...arrows,
    ...jumps.map(
      ([keys, by]): KeyBinding => ({ id: 'duty.key.move', keys, repeats: true, run: () => cursor.move(by) }),
    ),
  ]
}

/** Keys that change what is chosen. */
const editingKeys = ({ toggle, set, copyCells, undo }: DutyBoardState): KeyBinding[] => [
  { id: 'duty.toggle', keys: 'space', run: toggle },
  { id: 'duty.duty.leave', keys: 'l', run: () => set('leave') },
  { id: 'duty.duty.sick', keys: 's', run: () => set('sick') },
  { id: 'duty.duty.course', keys: 'c', run: () => set('course') },
  { id: 'duty.lastWeek', keys: 'w', run: copyCells },
  { id: 'duty.undo', keys: 'u', run: undo },
]

/** Keys of the page, wherever in it the focus is. */
function pageKeys(board: DutyBoardState, editable: boolean): KeyBinding[] {
  const { show, goWeeks, goToday, mendings, save } = board
  const views = dutyViews.map((view, i): KeyBinding => {
    return { id: `duty.view.${view}`, keys: String(i + 1) as Shortcut, run: () => show({ view }) } // a digit
  })
  const stepIns = mendings.flatMap(({ stepIns: some }) => some)
  const mending = stepIns.flatMap(({ run }, nth): KeyBinding[] => {
    const keys = mendKey(nth)
    return keys ? [{ id: 'duty.key.mend', keys, run }] : []
  })
  return [
    ...views,
    { id: 'duty.previousWeek', keys: '[', run: () => goWeeks(-1) },
    { id: 'duty.nextWeek', keys: ']', run: () => goWeeks(1) },
    { id: 'duty.thisWeek', keys: 't', run: goToday },
    ...(editable ? [...mending, { id: 'duty.save', keys: 'mod+enter' as Shortcut, run: () => void save() }] : []),
  ]
}

const readingHints: readonly KeyHint[] = [{ keys: 'shift+right', label: 'duty.hint.widen' }]
const editingHints: readonly KeyHint[] = [
  { keys: 'space', label: 'duty.hint.toggle' },
  { keys: 'l', label: 'duty.hint.leave' },
  ...readingHints,
  { keys: 'w', label: 'duty.hint.lastWeek' },
  { keys: 'u', label: 'duty.hint.undo' },
  { keys: 'escape', label: 'duty.hint.back' },
  { keys: 'mod+enter', label: 'duty.hint.save' },
]

/** What is chosen, in a line: whose day it is and how it stands, or how large the range is. */
function chosenText({ cells, cursor, isRange, draft, schedules, week }: DutyBoardState): string {
  const [cell] = cells
  if (!cell) return ''
  const { rows, columns } = sizeOf(cursor.range)
  if (isRange) {
    const [people, days] = [say('duty.inUnit', { count: rows }), say('duty.daysOf', { count: columns })]
    return say('duty.range', { count: cells.length, people, days })
  }
  const { person, day, weekday } = cell
  const of = day ? dayName(day) : text(`duty.pattern.${weekday as 1}`) // 1 to 7
  const worked = daysWorked(schedules.get(person)!, week.days)
  const said = word('duty.duty', cellState(cell, draft).duty)
  return [person.name, `${of} ${said}`, say('duty.daysOf', { count: worked })].join(' · ')
}

/** Whether keys are the grid's: a button or a link that has the focus is pressed by them. */
const isOnCells = (): boolean => document.activeElement?.matches('a, button') !== true

/** Keys of the board, and the line at the bottom that names them. */
export function useDutyKeys(board: DutyBoardState, focusName: () => void): void {
  const editable = may('duty.edit')
  const { isRange, cursor } = board
  useKeys('record', [...movingKeys(board), ...(editable ? editingKeys(board) : [])], { active: isOnCells })
  useKeys('record', [
    ...pageKeys(board, editable),
    { id: 'duty.key.back', keys: 'escape', run: cursor.collapse },
    { id: 'duty.key.name', keys: '/', run: focusName },
  ])
  const left = chosenText(board)
  useEffect(() => {
    const mode = isRange ? 'RANGE' : 'NORMAL'
    Object.assign(statusLine, { mode, left, hints: editable ? editingHints : readingHints })
  }, [isRange, left, editable])
  useEffect(() => clearStatusLine, [])
}
