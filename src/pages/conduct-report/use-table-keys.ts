import { useEffect } from 'react'
import { clampPlace } from '#src/grid/model/cursor.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'

/** A cell of the table. */
export interface Place {
  readonly row: number
  readonly column: number
}
interface TableSize {
  readonly rows: number
  readonly columns: number
}

const far = 1_000
const steps: readonly (readonly [Shortcut, rows: number, columns: number])[] = [
  ['down', 1, 0],
  ['j', 1, 0],
  ['up', -1, 0],
  ['k', -1, 0],
  ['right', 0, 1],
  ['left', 0, -1],
  ['home', 0, -far],
  ['end', 0, far],
]
const hints: readonly KeyHint[] = [
  { keys: 'right', label: 'conductReport.key.move' },
  { keys: 'enter', label: 'conductReport.key.open' },
  { keys: '/', label: 'conductReport.key.period' },
]

/** A button outside of the table that has the focus keeps its keys; a number that leads to its rows is followed by Enter. */
const isOnTable = (): boolean => document.activeElement?.matches('a:not([data-cell]), button') !== true

/** Keys that go over the numbers, and the line at the bottom that names them. */
export function useTableKeys({ row, column }: Place, { rows, columns }: TableSize, go: (to: Place) => void): void {
  const moves = steps.map(
    ([keys, down, right]): KeyBinding => ({
      ...{ id: 'conductReport.key.move', keys, repeats: true },
      run: () => go({ row: clampPlace(row + down, rows), column: clampPlace(column + right, columns) }),
    }),
  )
  useKeys('record', moves, { active: isOnTable })
  useEffect(() => {
    Object.assign(statusLine, { mode: 'NORMAL', left: '', hints })
    return clearStatusLine
  }, [])
}
