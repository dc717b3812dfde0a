import { gridKeys } from '#src/command/keys/grid-keys.ts'
import type { Binding } from '#src/command/keys/layers.ts'
import { repeatLast } from '#src/command/repeat.ts'
import { copyCell, copyMarked, copyRow } from './copying.ts'
import { beside } from './cursor.ts'
import { chooseView, comesSoon, filterByCell, sortBy } from './filtering.ts'
import { extendTo, markAlike, markAll, markedFrom, markLoaded, rangeTo, toggleAt, unmarkAll } from './marking.ts'
import { countOf } from './selection.ts'
import type { Sheet } from './sheet.ts'
import { viewsOf } from './views.ts'

/** What the page around a sheet does when it is asked by a key. */
export interface Around {
  open(): void
  filterLine(): void
  topValues(): void
  columns(): void
  saveView(): void
  exportRows(): void
  density(): void
  wrap(): void
}

type GridKey = keyof typeof gridKeys
interface Act {
  /** `count`: the number typed before it, or null. */
  readonly run: (count: number | null, keys: string) => void
  /** Runs again while the key is held down. */
  readonly repeats?: true
  /** Takes the effect back where a longer sequence replaces it. */
  readonly back?: () => void
}
type Acts = Partial<Record<GridKey, Act>>

const pageOf = ({ surface }: Sheet): number => {
  const [first, last] = surface?.sight ?? [0, 0]
  return Math.max(1, last - first - 1)
}

function moves(sheet: Sheet): Acts {
  const by = (rows: () => number): Act => ({
    run: (count) => sheet.moveTo({ row: sheet.cursor.row + rows() * (count ?? 1) }),
    repeats: true,
  })
  const column = (way: number): Act => ({
    run: (count) => sheet.moveTo({ column: beside(sheet.columns, sheet.cursor.column, way * (count ?? 1)) }),
    repeats: true,
  })
  const marked = (way: 1 | -1) => () => {
    const row = markedFrom(sheet, way)
    if (row !== null) sheet.moveTo({ row })
  }
  return {
    'grid.down': by(() => 1),
    'grid.up': by(() => -1),
    'grid.left': column(-1),
    'grid.right': column(1),
    'grid.firstRow': { run: () => sheet.moveTo({ row: 0 }) },
    // with a number before it, to that row
    'grid.lastRow': { run: (count) => sheet.moveTo({ row: (count ?? sheet.pages.length) - 1 }) },
    'grid.firstColumn': { run: () => sheet.moveTo({ column: sheet.columns[0] ?? null }) },
    'grid.lastColumn': { run: () => sheet.moveTo({ column: sheet.columns.at(-1) ?? null }) },
    'grid.pageDown': by(() => pageOf(sheet)),
    'grid.pageUp': by(() => -pageOf(sheet)),
    'grid.nextMarked': { run: marked(1) },
    'grid.previousMarked': { run: marked(-1) },
  }
}

function marks(sheet: Sheet): Acts {
  const { state } = sheet
  const extend = (way: number): Act => ({
    run: (count) => extendTo(sheet, sheet.cursor.row + way * (count ?? 1)),
    repeats: true,
  })
  let before = state.marks
  const loaded = () => {
    before = state.marks
    markLoaded(sheet)
  }
  return {
    'grid.mark': { run: () => toggleAt(sheet, sheet.cursor.row) },
    'grid.range': { run: () => void rangeTo(sheet, sheet.cursor.row) },
    'grid.rangeDown': extend(1),
    'grid.rangeUp': extend(-1),
    'grid.markLoaded': { run: loaded, back: () => sheet.setMarks(before) },
    'grid.markAll': { run: () => markAll(sheet) },
    'grid.markAlike': { run: () => markAlike(sheet) },
  }
}

/** What is done with the row under the cursor, or with those that are marked. */
function reads(sheet: Sheet, around: Around): Acts {
  const { state } = sheet
  const peek = () => {
    state.peek = !state.peek
  }
  return {
    'grid.filterByCell': { run: () => filterByCell(sheet) },
    'grid.peek': { run: peek },
    'grid.open': { run: around.open },
    'grid.copyRow': { run: () => void copyRow(sheet) },
    'grid.copyCell': { run: () => void copyCell(sheet) },
    'grid.copySelection': { run: () => void copyMarked(sheet) },
    'grid.repeat': { run: repeatLast },
  }
}

function shows(sheet: Sheet, around: Around): Acts {
  const { state, grid } = sheet
  const view = (_: number | null, keys: string) => {
    const chosen = viewsOf(grid)[Number(keys.at(-1)) - 1]
    if (chosen) void chooseView(sheet, chosen.name)
  }
  const peel = () => {
    if (state.peek) state.peek = false
    else if (countOf(state.marks) > 0) unmarkAll(sheet)
  }
  return {
    'grid.peel': { run: peel },
    'grid.view': { run: view },
    'grid.saveView': { run: around.saveView },
    'grid.density': { run: around.density },
    'grid.wrap': { run: around.wrap },
    'grid.filterLine': { run: around.filterLine },
    'grid.topValues': { run: around.topValues },
    'grid.sort': { run: () => sortBy(sheet, sheet.cursor.column) },
    'grid.addSort': { run: () => sortBy(sheet, sheet.cursor.column, { further: true }) },
    'grid.columns': { run: around.columns },
    'grid.refetch': { run: () => sheet.fetchAgain() },
    'grid.undoView': { run: () => void sheet.back() },
    'grid.export': { run: around.exportRows },
  }
}

/**
 * Every key of a sheet with so many views, with what it does. A key whose act does nothing here is not bound. What acts on
 * rows waits for those that are on their way.
 */
export function bindingsOf(sheet: Sheet, around: Around, views: number): Binding[] {
  const onRows: Acts = { ...moves(sheet), ...marks(sheet), ...reads(sheet, around) }
  const acts: Acts = { ...onRows, ...shows(sheet, around) }
  const waits = () => comesSoon(sheet)
  return Object.entries(acts).flatMap(([id, { run, back, repeats = false }]) => {
    const all = gridKeys[id as GridKey] // the acts are named after the keys
    const bound = id === 'grid.view' ? all.slice(0, views) : all
    return bound.map(
      (keys): Binding => ({
        ...{ id, keys, repeats, run: (count) => run(count, keys) },
        ...(back && { back }),
        ...(id in onRows && { waits }),
      }),
    )
  })
}
