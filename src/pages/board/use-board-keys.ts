import { type RefObject, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { BoardAlert } from '#contract/board.ts'
import { offerPageActions } from '#src/command/page-actions.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { toggleFullScreen } from '#src/shell/full-screen.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { type Direction, moveFocus } from './move-focus.ts'

/** Most alerts that have a digit. */
const digitMax = 6
/** The digit that mends the nth alert; none where they have run out. */
export const mendKey = (nth: number): Shortcut | null => (nth < digitMax ? (String(nth + 1) as Shortcut) : null) // a digit

const moves: Readonly<Record<string, Direction>> = {
  ...{ h: 'left', j: 'down', k: 'up', l: 'right' },
  ...{ left: 'left', down: 'down', up: 'up', right: 'right' },
}
const hints: readonly KeyHint[] = [
  { keys: 'j', label: 'board.key.move' },
  { keys: 'enter', label: 'board.key.open' },
  { keys: 'd', label: 'board.key.explain' },
  { keys: '1', label: 'board.key.mend' },
  { keys: 'F', label: 'board.key.wall' },
  { keys: '/', label: 'grid.filterLine' },
]

/** Keys of the board, and the line at the bottom that names them. */
export function useBoardKeys(
  page: RefObject<HTMLElement | null>,
  alerts: readonly BoardAlert[],
  { explain, filter }: { explain(): void; filter(): void },
): void {
  const moving = Object.entries(moves).map(
    ([keys, direction]): KeyBinding => ({
      ...{ id: 'board.key.move', keys: keys as Shortcut, repeats: true }, // one of those above
      run: () => moveFocus(page.current, direction),
    }),
  )
  const mending = alerts.flatMap(({ path }, nth): KeyBinding[] => {
    const keys = mendKey(nth)
    return keys ? [{ id: 'board.key.mend', keys, run: () => navigate(path) }] : []
  })
  useKeys('record', [
    ...moving,
    ...mending,
    { id: 'board.explain', keys: 'd', run: explain },
    { id: 'board.wall', keys: 'F', run: toggleFullScreen },
    { id: 'board.filter', keys: '/', run: filter },
  ])
  useEffect(() => {
    Object.assign(statusLine, { mode: 'NORMAL', left: '', hints })
    return clearStatusLine
  }, [])
  useEffect(() => offerPageActions('board', { wall: toggleFullScreen, explain, filter }), [explain, filter])
}
