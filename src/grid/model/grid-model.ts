import { proxy, ref } from 'valtio'
import type { Listing } from '#contract/kernel/list.ts'
import type { QueryContext } from '#contract/kernel/query/context.ts'
import { CallFailed } from '#src/call/call.ts'
import { errorMessage, showError } from '#src/call/show-error.ts'
import { cursorMoved, type ListActions, selectionChanged } from '#src/command/active-list.ts'
import { language } from '#src/locale/language.ts'
import { wordsRevision } from '#src/locale/words.ts'
import type { Grid } from '../define.ts'
import type { ActiveFilter } from './active-filter.ts'
import { type Cursor, moveClamped } from './cursor.ts'
import { type GridPlace, keptMarksMax } from './grid-place.ts'
import { type GridState, initialState } from './grid-state.ts'
import { queryReaderOf } from './labels.ts'
import { type ColumnLayout, shownColumns } from './layout.ts'
import { rowSource } from './listing-calls.ts'
import { storedLayout, storeLayout } from './local-store.ts'
import { Pages, type Row } from './pages.ts'
import type { RowsRenderer } from './rows-renderer.ts'
import { filterChanged, type Marks, markCount, rowsLoaded, rowsRefetched } from './selection.ts'
import { sparseFields } from './sparse-fields.ts'
import { Tree, treeSource } from './tree.ts'
import { isSavedView, layoutOf } from './views.ts'

/** History entry: a filter, a view and marks that can be gone back to. */
interface HistoryEntry {
  readonly applied: ActiveFilter
  readonly view: string | null
  readonly marks: Marks
}

/**
 * Origin of a change of what is shown, and so of the URL: a filter is being typed, was applied, or stood in the
 * address; somebody went back; or another row is looked at.
 */
export type ChangeOrigin = 'typing' | 'applied' | 'address' | 'back' | 'row'

const historyMax = 50

/** Whether a row was read before the one that is shown. */
const isOlder = ({ version }: Row, shown: Row | undefined): boolean => Number(version) < Number(shown?.version)

/**
 * View model of a list, as it lies in front of somebody: what it is filtered by, the rows that are loaded, where the
 * cursor is, what is marked. It draws nothing itself; it lives as long as its tab.
 */
export class GridModel {
  readonly grid: Grid
  readonly listing: Listing
  readonly state: GridState
  /** Where somebody is. Not among the rest of what is looked at: a key that is held moves it thirty times a second. */
  readonly cursor: { row: number; column: string | null }
  readonly pages = new Pages(() => this.#look())
  /** What of it is folded; null where the rows are no tree. */
  readonly tree: Tree | null
  /** The fields that its rows were read with. */
  fields: readonly string[] = []
  /** Rows that were marked, as they were seen last. */
  readonly seen = new Map<string, Row>()
  /** Rows that have stopped matching the filter since they were fetched; they stay where they are. */
  readonly gone = new Set<string>()
  /** The range that was marked last: its ends, and what was marked before it. */
  range: { readonly from: number; readonly to: number; readonly before: Marks } | null = null
  renderer: RowsRenderer | null = null
  /** What can be done to it where it is shown. */
  actions: ListActions | null = null
  /** The first place in sight: whoever draws the rows next begins there. */
  top = 0
  /** Told whenever the filter or the view is another: they stand in the address. */
  onUrlChange: ((came: ChangeOrigin) => void) | null = null
  readonly #past: HistoryEntry[] = []
  #typing = false
  /** Where to go once the rows are there. */
  #place: GridPlace | null
  /** The row of a tree that the cursor follows once the rows are there anew. */
  #followed: string | null = null
  #reader: { readonly wording: string; readonly reader: Required<QueryContext> } | null = null

  constructor(grid: Grid, place: GridPlace | null = null) {
    this.grid = grid
    this.#place = place
    this.listing = grid.listing
    this.tree = grid.tree && new Tree(grid.tree.path, place?.open)
    const layout = storedLayout(grid)
    this.cursor = proxy({ row: 0, column: shownColumns(layout)[0] ?? null })
    this.state = proxy(initialState(layout))
  }

  /** Fields of the columns that are shown, from left to right. */
  get columns(): readonly string[] {
    return shownColumns(this.state.layout)
  }

  /** How its filter lines are read in the language of the screen. */
  get reader(): Required<QueryContext> {
    const wording = `${language()} ${wordsRevision()}`
    if (this.#reader?.wording !== wording) this.#reader = { wording, reader: queryReaderOf(this.listing) }
    return this.#reader.reader
  }

  /** The row under the cursor, if it is loaded. */
  get row(): Row | undefined {
    return this.pages.rowAt(this.cursor.row)
  }

  /** Shows the list under another filter, order or view, from the top. */
  show(applied: ActiveFilter, view: string | null, came: ChangeOrigin): void {
    const { state } = this
    const anew = applied.text !== state.applied.text || state.waiting
    // all that is typed in one go is undone in one go
    if (came !== 'back' && !this.#typing) this.#remember()
    this.#typing = came === 'typing'
    this.setMarks(filterChanged(state.marks, applied.where))
    if (view !== state.view && (isSavedView(view) || isSavedView(state.view))) this.#lay(layoutOf(this.grid, view))
    Object.assign(state, { applied: ref(applied), view })
    this.onUrlChange?.(came)
    if (anew) {
      this.tree?.filter(applied.where !== '')
      this.cursor.row = 0
      this.#fetch(false)
    } else this.#readMore()
  }

  /** Goes back to what was shown before, with what was marked then. Answers whether there was anything. */
  back(): boolean {
    const past = this.#past.pop()
    if (!past) return false
    this.show(past.applied, past.view, 'back')
    this.setMarks(past.marks)
    return true
  }

  /** Whether there is anything to go back to. */
  get hasPast(): boolean {
    return this.#past.length > 0
  }

  /** Whoever shows the list says what can be done to it there. Answers how to take that back. */
  offerActions(actions: ListActions): () => void {
    this.actions = actions
    return () => {
      if (this.actions === actions) this.actions = null
    }
  }

  /** Fetches again: new rows come in, and what has gone goes. In a tree the cursor goes where its row has gone. */
  refetch(): void {
    this.#followed = (this.tree && this.row?.id) ?? null
    this.#fetch(true)
  }

  /** Every row that is held, also below a folded one. */
  get held(): readonly Row[] {
    return this.tree?.rows ?? [...this.pages.rows()].map(([, row]) => row)
  }

  /** Branches were opened or folded: other rows stand in the list, of those that have come. */
  refold(): void {
    // those that are on their way come as they are to be shown
    if (!this.tree || !this.pages.asOf) return
    this.pages.replace(this.tree.shown)
    this.#look()
    this.renderer?.reload(true)
  }

  /** Opens every branch of a tree that hides a row. Answers where it stands then; null where it is not in it. */
  reveal(id: string): number | null {
    const { tree } = this
    if (!tree?.nodeOf(id)) return null
    if (!tree.isShown(id)) {
      tree.setOpen(tree.ancestorsOf(id), true)
      this.refold()
    }
    return tree.shown.findIndex((row) => row.id === id)
  }

  /** Shows rows as they are now, where they stand. */
  patch(answered: readonly Row[]): void {
    const standing = new Map(this.held.map((row) => [row.id, row]))
    // what was read before somebody's own change may be answered after it; a command answers less of a row than is shown
    const rows = answered
      .filter((row) => !isOlder(row, standing.get(row.id)))
      .map((row) => ({ ...(standing.get(row.id) ?? this.seen.get(row.id)), ...row }))
    for (const row of rows) if (this.seen.has(row.id)) this.seen.set(row.id, row)
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const held of [this.pages, this.tree]) held?.patch(byId)
    this.state.revision += 1
    // by what they show: figures that are counted from other rows change without their version
    this.renderer?.patch(rows.filter((row) => JSON.stringify(row) !== JSON.stringify(standing.get(row.id))))
    selectionChanged()
  }

  /** Marks other rows. With `remember`, going back brings the old ones back. */
  setMarks(marks: Marks, { remember = false } = {}): void {
    if (remember && markCount(this.state.marks) > 0) this.#remember()
    if (this.pages.asOf) this.#place = null // nor does whoever has marked lose that
    this.state.marks = ref(marks)
    this.state.outOfView = null
    this.renderer?.paint()
    selectionChanged()
  }

  /** Puts the cursor somewhere. */
  moveTo({ row = this.cursor.row, column = this.cursor.column }: Partial<Cursor>, focus = false): void {
    this.#place = null // whoever has gone somewhere before the rows are counted is not taken back
    Object.assign(this.cursor, { row: moveClamped(row, 0, this.pages.length), column })
    this.renderer?.showCursor(this.cursor, focus)
    // what is marked stays meant wherever the cursor goes
    if (markCount(this.state.marks) === 0) cursorMoved()
  }

  /** Lays the columns out, and keeps that for this person; under a view of their own only until that is saved again. */
  layOut(layout: readonly ColumnLayout[]): void {
    if (!isSavedView(this.state.view)) storeLayout(this.grid, layout)
    this.#lay(layout)
    this.#readMore()
  }

  /** Columns are shown that no row was read with: they come for all rows, those that were marked elsewhere are forgotten. */
  #readMore(): void {
    if (!this.state.asOf || this.columns.every((name) => this.fields.includes(name))) return
    this.seen.clear()
    this.refetch()
  }

  #lay(layout: readonly ColumnLayout[]): void {
    this.state.layout = layout
    this.renderer?.applyLayout()
  }

  #remember(): void {
    const { applied, view, marks, asOf } = this.state
    if (!asOf) return // nothing was shown yet
    this.#past.push({ applied, view, marks })
    if (this.#past.length > historyMax) this.#past.shift()
  }

  #fetch(again: boolean): void {
    this.gone.clear()
    this.range = null
    Object.assign(this.state, { fresh: 0, changed: false })
    this.fields = sparseFields(this.grid, this.columns)
    const source = rowSource(this.listing, this.state.applied.text, this.fields)
    this.pages.restart(this.tree ? treeSource(source, this.tree) : source, { keep: again })
    // the first rows are on their way before a table asks for them; what goes wrong is kept, and said
    if (!again) this.pages.fetchBlock(0).catch(() => {})
    this.#look()
    this.renderer?.reload(again)
  }

  /** What of it is written down with its tab (`JSON.stringify`). */
  toJSON(): GridPlace {
    const [top] = this.renderer?.visibleRange ?? [this.top]
    const { applied, marks } = this.state
    const few = marks.mode === 'ids' && marks.ids.size <= keptMarksMax
    const open = this.tree?.opened ?? []
    return { q: applied.text, ...this.cursor, top, marks: few ? [...marks.ids] : [], open }
  }

  /** Goes where somebody was, if the list is what it was. */
  #goToPlace(): void {
    const place = this.#place
    const { asOf, count } = this.pages
    if (!place || !asOf || count === null) return
    this.#place = null
    const { applied, rowInUrl } = this.state
    // an address that names a row says more
    if (place.q !== applied.text || rowInUrl !== null || count === 0) return
    if (place.marks.length > 0) this.setMarks({ mode: 'ids', ids: new Set(place.marks) })
    this.top = Math.min(place.top, count - 1)
    this.renderer?.scrollTo(this.top)
    this.moveTo(this.columns.includes(place.column ?? '') ? place : { row: place.row })
  }

  /** Puts the cursor on the row of a tree where it stands now; one that has gone is no longer followed. */
  #follow(): void {
    const id = this.#followed
    if (id === null || !this.pages.asOf) return
    this.#followed = null
    const row = this.reveal(id)
    if (row !== null && row !== this.cursor.row) this.moveTo({ row })
  }

  /** Takes over what has come. */
  #look(): void {
    const { state, pages } = this
    const { asOf, failed } = pages
    const count = pages.count === null ? null : (this.tree?.rows.length ?? pages.count)
    if (asOf && count !== null) state.marks = ref(rowsLoaded(rowsRefetched(state.marks, asOf, count), pages.ids()))
    if (count !== null) state.count = count
    const [error] = failed.values()
    // a read that fails is said as a write is, once; which rows are missing stays in sight
    if (error && !state.problem) showError(error)
    Object.assign(state, {
      revision: state.revision + 1,
      asOf: asOf ?? state.asOf,
      waiting: asOf === null && failed.size === 0,
      failed: [...failed.keys()],
      problem: error ? { code: error instanceof CallFailed ? error.code : 0, message: errorMessage(error) } : null,
    })
    this.renderer?.rowCountChanged()
    this.#goToPlace()
    this.#follow()
    selectionChanged()
  }
}
