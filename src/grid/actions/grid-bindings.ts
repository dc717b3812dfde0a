import { refused } from '#contract/kernel/fault.ts'
import type { ListActions } from '#src/command/active-list.ts'
import { openPalette } from '#src/command/run/palette-state.ts'
import { repeatLast } from '#src/command/run/repeat-last.ts'
import { maySchedule } from '#src/command/run/start-schedule.ts'
import { type GridKey, gridKeys } from '#src/keyboard/default-shortcuts.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import { stepColumn } from '../model/cursor.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markCount } from '../model/selection.ts'
import { viewsOf, viewTitle } from '../model/views.ts'
import { copyCell, copyMarked, copyRow } from './copy-rows.ts'
import { alertOnList, mayExport, scheduleList } from './export-rows.ts'
import { chooseView, filterByCell, isLoadingRows, sortBy } from './filter-and-sort.ts'
import { canFold, canUnfold, fold, setAllOpen, stepInTree, unfold } from './fold.ts'
import {
  extendRange,
  markAllMatching,
  markLoadedRows,
  markRange,
  markSameValue,
  nearestMarked,
  toggleRow,
  unmarkAll,
} from './select-rows.ts'

/** What the page around a list does when it is asked by a key. */
export interface RowKeyHandlers {
  open(): void
  filterLine(): void
  topValues(): void
  columns(): void
  saveView(): void
  exportRows(): void
  density(): void
  wrap(): void
}

interface KeyAction {
  /** `count`: the number typed before it, or null. */
  readonly run: (count: number | null, keys: string) => void
  /** Runs again while the key is held down. */
  readonly repeats?: true
  /** Takes the effect back where a longer sequence replaces it. */
  readonly back?: () => void
}
type KeyActions = Partial<Record<GridKey, KeyAction>>

const pageOf = ({ renderer }: GridModel): number => {
  const [first, last] = renderer?.visibleRange ?? [0, 0]
  return Math.max(1, last - first - 1)
}

const arrows = ['left', 'right']

function moves(model: GridModel): KeyActions {
  const by = (rows: () => number): KeyAction => ({
    run: (count) => model.moveTo({ row: model.cursor.row + rows() * (count ?? 1) }),
    repeats: true,
  })
  const column = (way: 1 | -1): KeyAction => ({
    run(count, keys) {
      // letters move along the columns of every list; arrows move in a tree, where they stand in its column
      if (arrows.includes(keys) && stepInTree(model, way)) return
      model.moveTo({ column: stepColumn(model.columns, model.cursor.column, way * (count ?? 1)) })
    },
    repeats: true,
  })
  const marked = (way: 1 | -1) => () => {
    const row = nearestMarked(model, way)
    if (row !== null) model.moveTo({ row })
  }
  return {
    'grid.down': by(() => 1),
    'grid.up': by(() => -1),
    'grid.left': column(-1),
    'grid.right': column(1),
    'grid.firstRow': { run: () => model.moveTo({ row: 0 }) },
    // with a number before it, to that row
    'grid.lastRow': { run: (count) => model.moveTo({ row: (count ?? model.pages.length) - 1 }) },
    'grid.firstColumn': { run: () => model.moveTo({ column: model.columns[0] ?? null }) },
    'grid.lastColumn': { run: () => model.moveTo({ column: model.columns.at(-1) ?? null }) },
    'grid.pageDown': by(() => pageOf(model)),
    'grid.pageUp': by(() => -pageOf(model)),
    'grid.nextMarked': { run: marked(1) },
    'grid.previousMarked': { run: marked(-1) },
  }
}

function marks(model: GridModel): KeyActions {
  const { state } = model
  const extend = (way: number): KeyAction => ({
    run: (count) => extendRange(model, model.cursor.row + way * (count ?? 1)),
    repeats: true,
  })
  let before = state.marks
  const loaded = () => {
    before = state.marks
    markLoadedRows(model)
  }
  return {
    'grid.mark': { run: () => toggleRow(model, model.cursor.row) },
    'grid.range': { run: () => void markRange(model, model.cursor.row) },
    'grid.rangeDown': extend(1),
    'grid.rangeUp': extend(-1),
    'grid.markLoaded': { run: loaded, back: () => model.setMarks(before) },
    'grid.markAll': { run: () => markAllMatching(model) },
    'grid.markAlike': { run: () => markSameValue(model) },
  }
}

function folds(model: GridModel): KeyActions {
  if (!model.tree) return {}
  return {
    'grid.unfold': { run: () => unfold(model) },
    'grid.fold': { run: () => fold(model) },
    'grid.unfoldAll': { run: () => setAllOpen(model, true) },
    'grid.foldAll': { run: () => setAllOpen(model, false) },
  }
}

/** What is done with the row under the cursor, or with those that are marked. */
function reads(model: GridModel, around: RowKeyHandlers): KeyActions {
  const { state } = model
  const peek = () => {
    state.peek = !state.peek
  }
  return {
    'grid.filterByCell': { run: () => filterByCell(model) },
    'grid.peek': { run: peek },
    'grid.open': { run: around.open },
    'grid.copyRow': { run: () => void copyRow(model) },
    'grid.copyCell': { run: () => void copyCell(model) },
    'grid.copySelection': { run: () => void copyMarked(model) },
    'grid.repeat': { run: repeatLast },
  }
}

function shows(model: GridModel, around: RowKeyHandlers): KeyActions {
  const { state, grid } = model
  const view = (_: number | null, keys: string) => {
    // its name without a digit lists them
    if (keys === '') return openPalette('/')
    const chosen = viewsOf(grid)[Number(keys.at(-1)) - 1]
    if (chosen) void chooseView(model, chosen.name)
  }
  const peel = () => {
    if (state.peek) state.peek = false
    else if (markCount(state.marks) > 0) unmarkAll(model)
  }
  return {
    'grid.peel': { run: peel },
    'grid.view': { run: view },
    'grid.saveView': { run: around.saveView },
    'grid.density': { run: around.density },
    'grid.wrap': { run: around.wrap },
    'grid.filterLine': { run: around.filterLine },
    'grid.topValues': { run: around.topValues },
    'grid.sort': { run: () => sortBy(model, model.cursor.column) },
    'grid.addSort': { run: () => sortBy(model, model.cursor.column, { further: true }) },
    'grid.columns': { run: around.columns },
    'grid.refetch': { run: () => model.refetch() },
    'grid.undoView': { run: () => void model.back() },
    'grid.export': { run: around.exportRows },
    'grid.schedule': { run: () => scheduleList(model) },
    'grid.alert': { run: () => alertOnList(model) },
  }
}

/** What can be done to a list by keys. */
const keyActions = (model: GridModel, around: RowKeyHandlers) => {
  const onRows: KeyActions = { ...moves(model), ...folds(model), ...marks(model), ...reads(model, around) }
  const all: KeyActions = { ...onRows, ...shows(model, around) }
  if (!mayExport(model)) delete all['grid.export']
  if (!maySchedule(model.listing)) {
    delete all['grid.schedule']
    delete all['grid.alert']
  }
  return { onRows, all }
}

const isSortable = ({ listing, cursor }: GridModel): boolean => listing.sort.includes(cursor.column ?? '')
const isFilterable = ({ reader, cursor }: GridModel): boolean =>
  reader.fields.some(({ name }) => name === cursor.column)
const isMarking = ({ state }: GridModel): boolean => markCount(state.marks) > 0
const hasRow = ({ row }: GridModel): boolean => row !== undefined

/** What has to be so for an action to do anything, and why not where it is not. */
const conditions: Partial<Record<GridKey, readonly [holds: (model: GridModel) => boolean, fault: string]>> = {
  'grid.sort': [isSortable, 'column_not_sortable'],
  'grid.addSort': [isSortable, 'column_not_sortable'],
  'grid.filterByCell': [isFilterable, 'cell_not_filterable'],
  'grid.topValues': [isFilterable, 'cell_not_filterable'],
  'grid.undoView': [(model) => model.hasPast, 'nothing_before'],
  'grid.copySelection': [isMarking, 'nothing_selected'],
  'grid.nextMarked': [isMarking, 'nothing_selected'],
  'grid.previousMarked': [isMarking, 'nothing_selected'],
  'grid.unfold': [canUnfold, 'nothing_to_unfold'],
  'grid.fold': [canFold, 'nothing_to_fold'],
  'grid.peek': [hasRow, 'no_row'],
  'grid.open': [hasRow, 'no_row'],
  'grid.mark': [hasRow, 'no_row'],
  'grid.markLoaded': [hasRow, 'no_row'],
  'grid.markAll': [hasRow, 'no_row'],
  'grid.markAlike': [hasRow, 'no_row'],
  'grid.copyRow': [hasRow, 'no_row'],
  'grid.copyCell': [hasRow, 'no_row'],
}

/** What can be done to a list, for commands and help: the same as by keys, and why not where it would do nothing. */
export function listActionsOf(model: GridModel, around: RowKeyHandlers): ListActions {
  const { all } = keyActions(model, around)
  return {
    has: (action) => action in all,
    refusal(action) {
      const [holds, fault] = conditions[action] ?? []
      return holds && fault && !holds(model) ? refused(fault) : null
    },
    run: (action) => all[action]?.run(null, ''),
    views: () =>
      viewsOf(model.grid).map((view, i) => ({
        name: view.name,
        title: viewTitle(model.grid, view),
        keys: gridKeys['grid.view'][i] ?? null,
        show: () => void chooseView(model, view.name),
      })),
  }
}

/**
 * Every key of a list with so many views, with what it does. A key whose act does nothing here is not bound. What acts on
 * rows waits for those that are on their way.
 */
export function gridBindings(model: GridModel, around: RowKeyHandlers, views: number): KeyBinding[] {
  const { onRows, all: acts } = keyActions(model, around)
  const isLoading = () => isLoadingRows(model)
  return Object.entries(acts).flatMap(([id, { run, back: revert, repeats = false }]) => {
    const all = gridKeys[id as GridKey] // the acts are named after the keys
    const bound = id === 'grid.view' ? all.slice(0, views) : all
    return bound.map(
      (keys): KeyBinding => ({
        ...{ id, keys, repeats, run: (count) => run(count, keys) },
        ...(revert && { revert }),
        ...(id in onRows && { isLoading }),
      }),
    )
  })
}
