import type { GridApi, IGetRowsParams } from 'ag-grid-community'
import { goOn } from '#src/command/keyboard.ts'
import { showsFractions } from '../cells.ts'
import type { Cursor } from '../cursor.ts'
import { isNowhere } from '../focus.ts'
import type { Laid } from '../layout.ts'
import { blockSize, type Row } from '../pages.ts'
import type { Sheet, Surface } from '../sheet.ts'
import { columnsLaid, layColumns, type WidthOf } from './laying.ts'
import { Painter } from './painting.ts'
import { Running } from './running.ts'

/** Rows on a page, where somebody reads page by page. */
export const pageRows = 100
/** How long a row that has changed is told from the others, and how fast that fades, in milliseconds. */
const [flashMs, fadeMs] = [900, 100]

interface Drawn {
  readonly root: HTMLElement
  readonly aligned: Set<string>
  readonly widthOf: WidthOf
}

/** AG Grid as the surface of a sheet. It draws; whatever it would do beyond that is done by the sheet. */
export class TableSurface implements Surface {
  readonly #sheet: Sheet
  readonly #api: GridApi<Row>
  readonly #root: HTMLElement
  /** Amounts that have decimals somewhere: their columns leave room for them everywhere. */
  readonly #aligned: Set<string>
  readonly #widthOf: WidthOf
  readonly #painter: Painter
  readonly #running: Running
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

  constructor(sheet: Sheet, api: GridApi<Row>, { root, aligned, widthOf }: Drawn) {
    this.#sheet = sheet
    this.#api = api
    this.#root = root
    this.#aligned = aligned
    this.#widthOf = widthOf
    this.#painter = new Painter(sheet, root)
    this.#running = new Running(root)
    this.#paged = api.getGridOption('pagination') === true
  }

  /** Shows the sheet as it was left. */
  begin(): void {
    const { pages, cursor } = this.#sheet
    this.layOut()
    this.#painter.begin()
    // what the sheet holds, at once, and what it has to fetch
    this.#api.setGridOption('datasource', { getRows: (asked) => this.#give(asked) })
    if (pages.length === 0) return
    this.#api.ensureIndexVisible(Math.min(this.#sheet.top, pages.length - 1), 'top')
    this.point(cursor, false)
  }

  get sight(): readonly [number, number] {
    return [Math.max(0, this.#api.getFirstDisplayedRowIndex()), Math.max(0, this.#api.getLastDisplayedRowIndex())]
  }

  point({ row, column }: Cursor, focus: boolean): boolean {
    const api = this.#api
    if (row >= api.getDisplayedRowCount()) return false
    if (this.#paged) api.paginationGoToPage(Math.floor(row / pageRows))
    api.ensureIndexVisible(row)
    const field = column ?? this.#sheet.columns[0]
    if (!field) return false
    if (field !== this.#at) {
      api.ensureColumnVisible(field)
      this.#comeBack(field)
    }
    if (focus) this.#from = document.activeElement
    else this.#running.step()
    if (focus || this.#isAmongRows(document.activeElement) || isNowhere(document.activeElement))
      api.setFocusedCell(row, field)
    return true
  }

  /** Whoever turns pages stays on the button: what has come is announced, and the rows are one Tab back. */
  #isAmongRows = (active: Element | null): boolean =>
    this.#root.contains(active) && !(this.#paged && active?.closest('.ag-paging-panel'))

  /** AG Grid focuses a cell once it is drawn: whoever has turned to something else on the page meanwhile, stays there. */
  focused(target: Element, from: Element | null): void {
    if (this.pressed || !target.closest('[role=gridcell]') || !(from instanceof HTMLElement)) return
    // what lies over the page keeps its focus by itself, and gives it back when it goes
    const over = from.closest('[role=dialog], [role=menu]')
    if (from === this.#from || over || this.#root.contains(from) || isNowhere(from)) return
    from.focus({ preventScroll: true })
  }

  /** A column that stays in view does not scroll the others: whoever comes to it from them is at their beginning again. */
  #comeBack(field: string): void {
    this.#at = field
    const { layout } = this.#sheet.state
    const isPinned = (name: string) => layout.some((laid) => laid.field === name && laid.pinned)
    const first = this.#sheet.columns.find((name) => !isPinned(name))
    if (first && isPinned(field)) this.#api.ensureColumnVisible(first, 'start')
  }

  /** The columns were scrolled: the cursor's may be out of sight. */
  slid(): void {
    this.#at = ''
  }

  /** Puts the focus on the header of the cursor's column. */
  toHead(): void {
    const field = this.#sheet.cursor.column ?? this.#sheet.columns[0]
    if (field) this.#api.setFocusedHeader(field)
  }

  /** Another page has been turned to: the cursor goes along. */
  turned(): void {
    const page = this.#api.paginationGetCurrentPage()
    if (Math.floor(this.#sheet.cursor.row / pageRows) !== page) this.#sheet.moveTo({ row: page * pageRows })
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
      if (api.getFocusedCell()) this.point(this.#sheet.cursor, false)
    }
    api.refreshInfiniteCache()
    this.paint()
  }

  counted(): void {
    const { count, asOf } = this.#sheet.pages
    // before the first rows it would have AG Grid believe that all is there
    if (!asOf || count === null || count === this.#api.getDisplayedRowCount()) return
    const within = this.#root.contains(document.activeElement)
    this.#api.setRowCount(count, true)
    // the row with the focus has gone, and there is no other
    if (within && count === 0) document.getElementById('main')?.focus()
  }

  /** Other rows have come in sight: has those fetched that AG Grid does not ask for. */
  looked(): void {
    const { pages } = this.#sheet
    const [first, last] = this.sight
    pages.sees(first, last)
    const blocks = [Math.floor(first / blockSize), Math.floor(last / blockSize)]
    if (blocks.some((block) => this.#owed.has(block) && pages.lacks(block))) this.#api.refreshInfiniteCache()
  }

  /** Rows are drawn up to another place: what was looked at changes only with their blocks. */
  drawn(first: number, last: number): void {
    const blocks = `${Math.floor(first / blockSize)} ${Math.floor(last / blockSize)}`
    if (blocks === this.#blocks && this.#owed.size === 0) return
    this.#blocks = blocks
    this.looked()
  }

  /** Nothing is drawn any more: whoever draws next begins where this ended. */
  end(): void {
    this.#painter.end()
    this.#running.end()
    this.#sheet.top = this.sight[0]
    if (this.#sheet.surface === this) this.#sheet.surface = null
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

  layOut(): void {
    layColumns(this.#sheet, this.#api, this.#widthOf)
    this.paint()
  }

  /** The columns as the pointer has left them. */
  laidOut(): readonly Laid[] {
    return columnsLaid(this.#sheet, this.#api, this.#widthOf)
  }

  #give({ startRow, successCallback, failCallback }: IGetRowsParams): void {
    const { pages } = this.#sheet
    const block = startRow / blockSize
    const take = (rows: readonly Row[]) => {
      this.#align(rows)
      successCallback([...rows], pages.count ?? undefined)
      // the first rows are there: keys act on them at once, unless somebody is busy elsewhere
      if (!this.#api.getFocusedCell()) this.point(this.#sheet.cursor, false)
      goOn()
    }
    const held = pages.held(block)
    const later = held && !held.fresh && !this.#isInSight(block)
    if (later) this.#owed.add(block)
    else this.#owed.delete(block)
    const failed = () => {
      this.#owed.add(block)
      failCallback()
      goOn()
    }
    if (held && (held.fresh || later)) take(held.rows)
    else pages.want(block).then(take, failed)
  }

  #isInSight(block: number): boolean {
    const [first, last] = this.sight
    return block >= Math.floor(first / blockSize) && block <= Math.floor(last / blockSize)
  }

  /** Makes room for decimals in columns that turn out to have some. */
  #align(rows: readonly Row[]): void {
    const amounts = this.#sheet.listing.fields.filter(({ kind, name }) => kind === 'money' && !this.#aligned.has(name))
    const found = amounts.filter(({ name }) => showsFractions(rows.map((row) => row[name]))).map(({ name }) => name)
    if (found.length === 0) return
    for (const field of found) this.#aligned.add(field)
    this.#api.refreshCells({ columns: found, force: true })
  }
}
