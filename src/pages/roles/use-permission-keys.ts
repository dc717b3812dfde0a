import type { RefObject } from 'react'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { clearAll, type RoleDraft, setScope, type TreeRow, tickAll, togglePages } from './role-draft.ts'
import type { RoleDraftState } from './use-role-draft.ts'

interface Where {
  readonly table: RefObject<HTMLTableElement | null>
  readonly editable: boolean
}

type Cell = readonly [row: number, column: number]

const cellOf = (element: Element | null): Cell | null => {
  const at = element instanceof HTMLElement ? element.dataset.cell : undefined
  return at === undefined ? null : (at.split(':').map(Number) as unknown as Cell) // as the rows write it
}

/** The cells that there are, by their place. */
const cellsIn = (table: HTMLTableElement): { readonly element: HTMLElement; readonly at: Cell }[] =>
  [...table.querySelectorAll<HTMLElement>('[data-cell]')].map((element) => ({ element, at: cellOf(element)! }))

/** Puts the cursor on the nearest cell in a direction: blank cells are passed over. */
function moveCursor(table: HTMLTableElement, direction: Cell): void {
  const here = cellOf(document.activeElement)
  const cells = cellsIn(table)
  const [row, column] = here ?? [-1, 0]
  const [down, right] = direction
  const ahead = cells.filter(({ at: [r, c] }) =>
    right === 0 ? (r - row) * down > 0 : r === row && (c - column) * right > 0,
  )
  const distance = ({ at: [r, c] }: (typeof cells)[number]) => Math.abs(r - row) * 100 + Math.abs(c - column)
  const nearest = ahead.toSorted((a, b) => distance(a) - distance(b))[0]
  nearest?.element.focus()
}

/** Puts the cursor on the next cell that is other than it was saved, the first one after the last. */
function nextChange(table: HTMLTableElement): void {
  const changed = cellsIn(table).filter(({ element }) => element.closest('[data-change]'))
  const here = cellOf(document.activeElement) ?? [-1, -1]
  const after = changed.find(({ at: [row, column] }) => row > here[0] || (row === here[0] && column > here[1]))
  ;(after ?? changed[0])?.element.focus()
}

/** Keys of the permission grid: the cursor is the focus, so that it is heard as it is seen. */
export function usePermissionKeys(state: RoleDraftState, saved: RoleDraft, { table, editable }: Where): void {
  const { draft, rows, all, change, undo, toggleLinked, fold, foldAll } = state
  const rowHere = (): TreeRow | undefined => rows[cellOf(document.activeElement)?.[0] ?? -1]
  /** Puts the cursor on a group before its pages are folded away: the focus would go with the page. */
  const focusGroup = (path: string) => {
    const place = rows.findIndex((row) => row.kind === 'group' && row.path === path)
    table.current?.querySelector<HTMLElement>(`[data-cell="${place}:0"]`)?.focus()
  }
  const move = (direction: Cell) => () => table.current && moveCursor(table.current, direction)
  const edit = (make: () => RoleDraft | null) => () => {
    const next = editable ? make() : null
    if (next) change(next)
  }
  const pagesHere = () => {
    const row = rowHere()
    return row ? (row.kind === 'group' ? row.pages : [row.page]) : []
  }
  useKeys('grid', [
    { id: 'roles.key.down', keys: 'down', repeats: true, run: move([1, 0]) },
    { id: 'roles.key.up', keys: 'up', repeats: true, run: move([-1, 0]) },
    { id: 'roles.key.left', keys: 'left', repeats: true, run: move([0, -1]) },
    { id: 'roles.key.right', keys: 'right', repeats: true, run: move([0, 1]) },
    { id: 'roles.key.down', keys: 'j', repeats: true, run: move([1, 0]) },
    { id: 'roles.key.up', keys: 'k', repeats: true, run: move([-1, 0]) },
    { id: 'roles.key.left', keys: 'h', repeats: true, run: move([0, -1]) },
    { id: 'roles.key.right', keys: 'l', repeats: true, run: move([0, 1]) },
    {
      id: 'roles.key.tick',
      keys: 'x',
      run: () => document.activeElement instanceof HTMLInputElement && document.activeElement.click(),
    },
    { id: 'roles.key.below', keys: 'a', run: edit(() => togglePages(draft, pagesHere(), all, true)) },
    {
      id: 'roles.scope',
      keys: 's',
      run: edit(() => pagesHere().reduce((so, page) => setScope(so, page), draft)),
    },
    {
      id: 'roles.key.fold',
      keys: 'z',
      run: () => {
        const row = rowHere()
        const path = row?.kind === 'group' ? row.path : row?.group
        if (!path) return
        focusGroup(path)
        fold(path)
      },
    },
    {
      id: 'roles.key.foldAll',
      keys: 'Z',
      run: () => {
        const row = rowHere()
        const inside = row?.kind === 'group' ? row.path : row?.group
        const outermost = rows.find((one) => one.kind === 'group' && inside?.startsWith(one.path))
        if (outermost?.kind === 'group') focusGroup(outermost.path)
        foldAll(state.groups)
      },
    },
    { id: 'roles.linkage', keys: 'L', run: toggleLinked },
    { id: 'roles.key.next', keys: 'n', run: () => table.current && nextChange(table.current) },
    { id: 'roles.key.undo', keys: 'u', run: undo },
    { id: 'roles.tickAll', keys: '*', run: edit(() => tickAll(draft, all)) },
    {
      id: 'roles.key.clear',
      keys: '-',
      run: edit(() => (saved === draft && draft.grants.size === 0 ? null : clearAll(draft))),
    },
  ])
}
