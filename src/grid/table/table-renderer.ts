import type { GridApi, IGetRowsParams } from 'ag-grid-community'
import type { FocusEvent } from 'react'
import { flushTypeAhead, isPageFocus } from '#src/keyboard/keyboard.ts'
import { showsFractions } from '../model/cell-text.ts'
import type { Cursor } from '../model/cursor.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { ColumnLayout } from '../model/layout.ts'
import { blockSize, type Row } from '../model/pages.ts'
import type { RowsRenderer } from '../model/rows-renderer.ts'
import { applyColumnLayout, placedColumns, readColumnLayout, type WidthOf } from './apply-layout.ts'
import { KeyRepeat } from './key-repeat.ts'
import { wideningOf } from './right-edge.ts'
import { RowClasses } from './row-classes.ts'

/** Rows on a page, where somebody reads page by page. */
export const pageRows = 100
/** How long a row that has changed is told from the others, and how fast that fades, in milliseconds. */
const [flashMs, fadeMs] = [900, 100]

interface TableParts {
  readonly root: HTMLElement
  readonly aligned: Set<string>
  readonly widthOf: WidthOf
}

/** AG Grid as the surface of a list. It draws; whatever it would do beyond that is done by the list. */
export class TableRenderer implements RowsRenderer {
  readonly #model: GridModel
  readonly #api: GridApi<Row>
  readonly #root: HTMLElement
  /** Amounts that have decimals somewhere: their columns leave room for them everywhere. */
  readonly #aligned: Set<string>
  /** As wide as columns are by themselves, and as they are on this screen. */
  readonly #ownWidth: WidthOf
  readonly #widthOf: WidthOf = (column) => this.#ownWidth(column) + (this.#widened.get(column.field) ?? 0)
  #widened: ReadonlyMap<string, number> = new Map()
  /** In the frame after: what is fitted is observed as well, and a browser calls a change amid its round a defect. */
  readonly #resizes = new ResizeObserver(() => {
    cancelAnimationFrame(this.#fitting)
    this.#fitting = requestAnimationFrame(() => this.#fitEdges())
  })
  #fitting = 0
  /** Pixels that are left below the last row in sight. */
  #footGap = 0
  readonly #painter: RowClasses
  readonly #running: KeyRepeat
  /** Page by page: AG Grid reads that once. */
  readonly #paged: boolean
  /** Blocks that AG Grid shows as they were, or not at all: it does not ask for them again by itself. */
  readonly #owed = new Set<number>()
  /** The column that the cursor was put in last. */
  #at = ''
  /** The blocks that rows are drawn of, the first and the last. */
  #blocks = ''
  /** Who had the focus when the rows were asked to take it. */
  #from: Element | null = null
  /** The pointer is down among the rows. */
  pressed = false

  constructor(model: GridModel, api: GridApi<Row>, { root, aligned, widthOf }: TableParts) {
    this.#model = model
    this.#api = api
    this.#root = root
    this.#aligned = aligned
    this.#ownWidth = widthOf
    this.#painter = new RowClasses(model, root)
    this.#running = new KeyRepeat(root)
    this.#paged = api.getGridOption('pagination') === true
  }

  /** Shows the list as it was left. */
  start(): void {
    const { pages, cursor } = this.#model
    this.applyLayout()
    this.#resizes.observe(this.#root)
    for (const bottom of this.#root.querySelectorAll('.ag-grid-pinned-bottom-rows')) this.#resizes.observe(bottom)
    this.#painter.start()
    // what the list holds, at once, and what it has to fetch
    this.#api.setGridOption('datasource', { getRows: (asked) => this.#give(asked) })
    if (pages.length === 0) return
    this.scrollTo(Math.min(this.#model.top, pages.length - 1))
    this.showCursor(cursor, false)
  }

  get visibleRange(): readonly [number, number] {
    return [Math.max(0, this.#api.getFirstDisplayedRowIndex()), Math.max(0, this.#api.getLastDisplayedRowIndex())]
  }

  showCursor({ row, column }: Cursor, focus: boolean): boolean {
    const api = this.#api
    if (row >= api.getDisplayedRowCount()) return false
    if (this.#paged) api.paginationGoToPage(Math.floor(row / pageRows))
    api.ensureIndexVisible(row)
    const field = column ?? this.#model.columns[0]
    if (!field) return false
    if (field !== this.#at) {
      api.ensureColumnVisible(field)
      this.#comeBack(field)
    }
    if (focus) this.#from = document.activeElement
    else this.#running.step()
    if (focus || this.#isAmongRows(document.activeElement) || isPageFocus(document.activeElement))
      api.setFocusedCell(row, field)
    return true
  }

  /** Whoever turns pages stays on the button: what has come is announced, and the rows are one Tab back. */
  #isAmongRows = (active: Element | null): boolean =>
    this.#root.contains(active) && !(this.#paged && active?.closest('.ag-paging-panel'))

  /**
   * AG Grid focuses a cell once it is drawn: whoever has turned to something else on the page meanwhile, stays there.
   * Nobody hears of it: a popover closes when the focus goes elsewhere.
   */
  keepFocus(event: FocusEvent): void {
    const { target, relatedTarget: from } = event
    if (this.pressed || !target.closest('[role=gridcell]') || !(from instanceof HTMLElement)) return
    // a modal hides the page; it keeps its focus by itself, and gives it back when it goes
    const isHidden = this.#root.closest('[aria-hidden=true]') !== null
    if (from === this.#from || isHidden || this.#root.contains(from) || isPageFocus(from)) return
    event.stopPropagation()
    from.focus({ preventScroll: true })
  }

  /** A column that stays in view does not scroll the others: whoever comes to it from them is at their beginning again. */
  #comeBack(field: string): void {
    this.#at = field
    const { layout } = this.#model.state
    const isPinned = (name: string) => layout.some((laid) => laid.field === name && laid.pinned)
    const first = this.#model.columns.find((name) => !isPinned(name))
    if (first && isPinned(field)) this.#api.ensureColumnVisible(first, 'start')
  }

  /** The columns were scrolled: the cursor's may be out of sight. */
  scrolledSideways(): void {
    this.#at = ''
  }

  /** Puts the focus on the header of the cursor's column. */
  focusHeader(): void {
    const field = this.#model.cursor.column ?? this.#model.columns[0]
    if (field) this.#api.setFocusedHeader(field)
  }

  /** Another page has been turned to: the cursor goes along. */
  pageTurned(): void {
    const page = this.#api.paginationGetCurrentPage()
    if (Math.floor(this.#model.cursor.row / pageRows) !== page) this.#model.moveTo({ row: page * pageRows })
  }

  scrollTo(row: number): void {
    this.#api.ensureIndexVisible(row, 'top')
  }

  paint(): void {
    this.#painter.paint()
  }

  /** A row has been drawn. */
  paintRow(row: HTMLElement): void {
    this.#painter.paintRow(row)
  }

  reload(again: boolean): void {
    const api = this.#api
    if (!again) {
      // what was there stays, dimmed, until the first rows come; the rest goes
      if (api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top')
      api.setRowCount(Math.min(api.getDisplayedRowCount(), blockSize), true)
      if (api.getFocusedCell()) this.showCursor(this.#model.cursor, false)
    }
    api.refreshInfiniteCache()
    this.paint()
  }

  rowCountChanged(): void {
    const { count, asOf } = this.#model.pages
    // before the first rows it would have AG Grid believe that all is there
    if (!asOf || count === null || count === this.#api.getDisplayedRowCount()) return
    const within = this.#root.contains(document.activeElement)
    this.#api.setRowCount(count, true)
    if (count > 0) return
    // the row with the focus has gone, and there is no other; the first one that comes takes it again
    this.#api.clearFocusedCell()
    if (within) document.getElementById('main')?.focus()
  }

  /** Other rows have come in sight: has those fetched that AG Grid does not ask for. */
  fetchVisible(): void {
    const { pages } = this.#model
    const [first, last] = this.visibleRange
    pages.setVisibleRange(first, last)
    const blocks = [Math.floor(first / blockSize), Math.floor(last / blockSize)]
    if (blocks.some((block) => this.#owed.has(block) && pages.isMissing(block))) this.#api.refreshInfiniteCache()
  }

  /** Rows are drawn up to another place: what was looked at changes only with their blocks. */
  rowsDrawn(first: number, last: number): void {
    const blocks = `${Math.floor(first / blockSize)} ${Math.floor(last / blockSize)}`
    if (blocks === this.#blocks && this.#owed.size === 0) return
    this.#blocks = blocks
    this.fetchVisible()
  }

  /** Nothing is drawn any more: whoever draws next begins where this ended. */
  stop(): void {
    this.#resizes.disconnect()
    cancelAnimationFrame(this.#fitting)
    this.#painter.stop()
    this.#running.stop()
    this.#model.top = this.visibleRange[0]
    if (this.#model.renderer === this) this.#model.renderer = null
  }

  patch(rows: readonly Row[]): void {
    const nodes = rows.flatMap((row) => {
      const node = this.#api.getRowNode(row.id)
      node?.updateData(row)
      return node ?? []
    })
    this.#align(rows)
    this.#api.flashCells({ rowNodes: nodes, flashDuration: flashMs, fadeDuration: fadeMs })
    this.paint()
  }

  applyLayout(): void {
    this.#widened = wideningOf(placedColumns(this.#model, this.#ownWidth), this.#root.clientWidth)
    applyColumnLayout(this.#model, this.#api, this.#widthOf)
    this.paint()
  }

  /** The table is wider, narrower, higher or lower than it was: another column or row may be cut at its edge. */
  #fitEdges(): void {
    this.#fitFoot()
    const now = wideningOf(placedColumns(this.#model, this.#ownWidth), this.#root.clientWidth)
    if ([...now].join() !== [...this.#widened].join()) this.applyLayout()
  }

  /** Has the rows in sight end with a whole one. */
  #fitFoot(): void {
    const view = this.#root.querySelector('.ag-grid-viewport')
    if (!view || this.#paged) return
    const sticky = [...view.querySelectorAll<HTMLElement>('.ag-grid-pinned-top-rows, .ag-grid-pinned-bottom-rows')]
    const room = sticky.reduce((left, rows) => left - rows.offsetHeight, view.clientHeight + this.#footGap)
    this.#footGap = room % this.#api.getSizesForCurrentTheme().rowHeight
    this.#root.style.setProperty('--foot-gap', `${this.#footGap}px`)
  }

  /** The columns as the pointer has left them. */
  layoutOnScreen(): readonly ColumnLayout[] {
    return readColumnLayout(this.#model, this.#api, this.#widthOf)
  }

  #give({ startRow, successCallback, failCallback }: IGetRowsParams): void {
    const { pages } = this.#model
    const block = startRow / blockSize
    const take = (rows: readonly Row[]) => {
      this.#align(rows)
      successCallback([...rows], pages.count ?? undefined)
      // the first rows are there: keys act on them at once, unless somebody is busy elsewhere
      if (!this.#api.getFocusedCell()) this.showCursor(this.#model.cursor, false)
      flushTypeAhead()
    }
    const held = pages.cachedBlock(block)
    const later = held && !held.fresh && !this.#isInSight(block)
    if (later) this.#owed.add(block)
    else this.#owed.delete(block)
    const failed = () => {
      this.#owed.add(block)
      failCallback()
      flushTypeAhead()
    }
    if (held && (held.fresh || later)) take(held.rows)
    else pages.fetchBlock(block).then(take, failed)
  }

  #isInSight(block: number): boolean {
    const [first, last] = this.visibleRange
    return block >= Math.floor(first / blockSize) && block <= Math.floor(last / blockSize)
  }

  /** Makes room for decimals in columns that turn out to have some. */
  #align(rows: readonly Row[]): void {
    const amounts = this.#model.listing.fields.filter(({ kind, name }) => kind === 'money' && !this.#aligned.has(name))
    const found = amounts.filter(({ name }) => showsFractions(rows.map((row) => row[name]))).map(({ name }) => name)
    if (found.length === 0) return
    for (const field of found) this.#aligned.add(field)
    this.#api.refreshCells({ columns: found, force: true })
  }
}
