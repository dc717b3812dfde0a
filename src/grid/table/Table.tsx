import type {
  ColDef,
  ColumnMovedEvent,
  ColumnPinnedEvent,
  ColumnResizedEvent,
  GetRowIdParams,
  GridOptions,
  GridReadyEvent,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { hasText, say } from '#src/locale/text.ts'
import { rangeTo, toggleAt } from '../marking.ts'
import { blockSize, type Row } from '../pages.ts'
import type { Sheet } from '../sheet.ts'
import { gridTheme } from '../theme.ts'
import { columnsOf, markColumn } from './columns.ts'
import { clickHead, headOf, pressHead } from './heads.ts'
import './modules.ts'
import { pageRows, TableSurface } from './surface.ts'
import styles from './Table.module.css'
import { useTotalRow } from './total.ts'
import { ownWidths } from './widths.ts'

/**
 * As measured: with formatters only, drawing at once leaves far fewer cells blank in a fling. Every key that moves looks at
 * each row that is drawn: with four more on either side than are in sight, a fling shows none without content.
 */
const options: GridOptions<Row> = {
  rowModelType: 'infinite',
  cacheBlockSize: blockSize,
  maxBlocksInCache: 30,
  blockLoadDebounceMillis: 60,
  rowBuffer: 4,
  animateRows: false,
  suppressAnimationFrame: true,
  suppressColumnMoveAnimation: true,
  suppressDragLeaveHidesColumns: true,
  suppressNoRowsOverlay: true,
  suppressContextMenu: true,
  getRowId: ({ data }: GetRowIdParams<Row>) => data.id,
  paginationPageSizeSelector: false,
  // Tab leads to the cursor and on from the rows; the arrows move in them
  tabToNextCell: () => false,
  tabToNextHeader: () => false,
}

/** How many empty rows stand there before anybody knows how many there are. */
const firstRows = 30

const defaultColumn: ColDef<Row> = { sortable: false, cellDataType: false, suppressHeaderMenuButton: true }

/** The few texts AG Grid says itself, to those who hear the screen. */
const ownTexts = ({ key, defaultValue }: { key: string; defaultValue: string }): string =>
  hasText(`grid.ag.${key}`) ? say(`grid.ag.${key}`) : defaultValue

interface Props {
  readonly sheet: Sheet
  /** Page by page, every row of it in the document: for those who hear the screen. */
  readonly paged: boolean
  onOpen(): void
}

/** Where a pointer is: in which row, in which column, in a header. */
export function placeOf(event: MouseEvent) {
  const cell = (event.target as Element).closest('[col-id]') // whatever is clicked is an element
  const row = cell?.closest('[row-index]')
  return {
    column: cell?.getAttribute('col-id') ?? null,
    row: row && !row.classList.contains('ag-row-pinned') ? Number(row.getAttribute('row-index')) : null,
    header: headOf(event) !== null,
  }
}

/** The cursor goes where the pointer is put down. */
function point(sheet: Sheet, event: MouseEvent): void {
  const { column, row, header } = placeOf(event)
  // the keys are those of the rows, whatever the pointer does in a header
  if (header) event.preventDefault()
  if (row !== null && column !== markColumn) sheet.moveTo({ row, column }, true)
}

/** A click marks a row, or does what a header does. */
function click(sheet: Sheet, event: MouseEvent): void {
  const head = headOf(event)
  if (head) clickHead(sheet, head, event)
  const { column, row } = placeOf(event)
  if (head || row === null || column !== markColumn) return
  if (event.shiftKey) void rangeTo(sheet, row)
  else toggleAt(sheet, row)
  sheet.moveTo({ row }, true)
}

/** How long after a column was dragged the click that ends it still belongs to that, in milliseconds. */
const dragMs = 200

/** AG Grid as the surface of a sheet, with what it is told and what it tells. */
function useSurface(sheet: Sheet, root: RefObject<HTMLDivElement | null>) {
  const surface = useRef<TableSurface>(null)
  const draggedAt = useRef(0)
  const aligned = useMemo(() => new Set<string>(), [])
  const widthOf = useMemo(() => ownWidths(sheet.listing), [sheet])
  const columns = useMemo(
    () => columnsOf(sheet, { aligned: (field) => aligned.has(field), widthOf }),
    [sheet, aligned, widthOf],
  )
  const ready = ({ api }: GridReadyEvent<Row>) => {
    const made = new TableSurface(sheet, api, { root: root.current!, aligned, widthOf })
    surface.current = made
    sheet.surface = made
    made.begin()
  }
  // before AG Grid is gone
  useLayoutEffect(() => () => surface.current?.end(), [])
  const laidOut = (event: ColumnMovedEvent | ColumnResizedEvent | ColumnPinnedEvent) => {
    draggedAt.current = performance.now()
    const over = !('finished' in event) || event.finished
    if (over && event.source.startsWith('ui') && surface.current) sheet.layOut(surface.current.laidOut())
  }
  const clicked = (event: MouseEvent) => {
    if (performance.now() - draggedAt.current > dragMs) click(sheet, event)
  }
  /** Before AG Grid hears of a key: Shift+Tab leads from the rows to the header of the column, and on from there. */
  const pressed = (event: KeyboardEvent) => {
    const head = headOf(event)
    const up = !head && event.key === 'Tab' && event.shiftKey
    if (up) surface.current?.toHead()
    if (!up && !(head && pressHead(sheet, head, event))) return
    event.preventDefault()
    event.stopPropagation()
  }
  const press = (down: boolean) => () => {
    if (surface.current) surface.current.pressed = down
  }
  const watched = {
    onPointerDownCapture: press(true),
    onPointerUpCapture: press(false),
    onFocusCapture: ({ target, relatedTarget }: FocusEvent) => surface.current?.focused(target, relatedTarget),
  }
  return { surface, columns, ready, laidOut, clicked, pressed, watched }
}

/** The rows of a sheet as a table. */
export function Table({ sheet, paged, onOpen }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const { surface, columns, ready, laidOut, clicked, pressed, watched } = useSurface(sheet, root)
  const total = useTotalRow(sheet)
  return (
    // the grid in it has the focus and the keys; this hears what bubbles out of it
    <div
      ref={root}
      className={styles.table}
      onMouseDown={(event) => point(sheet, event)}
      onClick={clicked}
      onKeyDownCapture={pressed}
      {...watched}
    >
      <AgGridReact<Row>
        {...options}
        theme={gridTheme}
        columnDefs={columns}
        defaultColDef={defaultColumn}
        pinnedBottomRowData={total}
        infiniteInitialRowCount={sheet.pages.length || firstRows}
        pagination={paged}
        suppressPaginationPanel={!paged}
        onPaginationChanged={({ newPage }) => newPage && surface.current?.turned()}
        paginationPageSize={pageRows}
        ensureDomOrder={paged}
        suppressRowVirtualisation={paged}
        getLocaleText={ownTexts}
        focusGridInnerElement={() => surface.current?.point(sheet.cursor, true) ?? false}
        onGridReady={ready}
        onModelUpdated={() => surface.current?.paint()}
        onViewportChanged={({ firstRow, lastRow }) => surface.current?.drawn(firstRow, lastRow)}
        onBodyScroll={({ direction }) => direction === 'horizontal' && surface.current?.slid()}
        onColumnMoved={laidOut}
        onColumnResized={laidOut}
        onColumnPinned={laidOut}
        onRowDoubleClicked={onOpen}
        processRowPostCreate={({ eRow }) => surface.current?.paintRow(eRow)}
      />
    </div>
  )
}
