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
import type { GridModel } from '../model/grid-model.ts'
import { blockSize, type Row } from '../model/pages.ts'
import { gridTheme } from './ag-grid-theme.ts'
import { columnDefs } from './column-defs.ts'
import { headerOf, pressHeaderKey } from './header-clicks.ts'
import { click, isExpander, point } from './row-clicks.ts'
import './ag-grid-modules.ts'
import { autoWidths } from './column-widths.ts'
import styles from './Table.module.css'
import { pageRows, TableRenderer } from './table-renderer.ts'
import { useTotalRow } from './total-row.ts'

/**
 * As measured: with formatters only, drawing at once leaves far fewer cells blank in a fling. Every key that moves looks at
 * each row that is drawn: with four more on either side than are in sight, a fling shows none without content.
 */
const options: GridOptions<Row> = {
  rowModelType: 'infinite',
  cacheBlockSize: blockSize,
  maxBlocksInCache: 30,
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
  readonly model: GridModel
  /** Page by page, every row of it in the document: for those who hear the screen. */
  readonly paged: boolean
  onOpen(): void
}

/** How long after a column was dragged the click that ends it still belongs to that, in milliseconds. */
const dragMs = 200

/** AG Grid as the surface of a list, with what it is told and what it tells. */
function useRenderer({ model, onOpen }: Props, root: RefObject<HTMLDivElement | null>) {
  const renderer = useRef<TableRenderer>(null)
  const draggedAt = useRef(0)
  const aligned = useMemo(() => new Set<string>(), [])
  const widthOf = useMemo(() => autoWidths(model.listing), [model])
  const columns = useMemo(
    () => columnDefs(model, { aligned: (field) => aligned.has(field), widthOf }),
    [model, aligned, widthOf],
  )
  const ready = ({ api }: GridReadyEvent<Row>) => {
    const made = new TableRenderer(model, api, { root: root.current!, aligned, widthOf })
    renderer.current = made
    model.renderer = made
    made.start()
  }
  // before AG Grid is gone
  useLayoutEffect(() => () => renderer.current?.stop(), [])
  const laidOut = (event: ColumnMovedEvent | ColumnResizedEvent | ColumnPinnedEvent) => {
    // what the table widens by itself has no click of its own
    if (!event.source.startsWith('ui')) return
    draggedAt.current = performance.now()
    const over = !('finished' in event) || event.finished
    if (over && renderer.current) model.layOut(renderer.current.layoutOnScreen())
  }
  const clicked = (event: MouseEvent) => {
    if (performance.now() - draggedAt.current > dragMs) click(model, event, onOpen)
  }
  /** Before AG Grid hears of a key: Shift+Tab leads from the rows to the header of the column, and on from there. */
  const pressed = (event: KeyboardEvent) => {
    const head = headerOf(event)
    const up = !head && event.key === 'Tab' && event.shiftKey
    if (up) renderer.current?.focusHeader()
    if (!up && !(head && pressHeaderKey(model, head, event))) return
    event.preventDefault()
    event.stopPropagation()
  }
  const press = (down: boolean) => () => {
    if (renderer.current) renderer.current.pressed = down
  }
  const watched = {
    onPointerDownCapture: press(true),
    onPointerUpCapture: press(false),
    onFocusCapture: (event: FocusEvent) => renderer.current?.keepFocus(event),
  }
  return { renderer, columns, ready, laidOut, clicked, pressed, watched }
}

/** The rows of a list as a table. */
export function Table(props: Props) {
  const { model, paged, onOpen } = props
  const root = useRef<HTMLDivElement>(null)
  const { renderer, columns, ready, laidOut, clicked, pressed, watched } = useRenderer(props, root)
  const total = useTotalRow(model)
  return (
    // the grid in it has the focus and the keys; this hears what bubbles out of it
    <div
      ref={root}
      className={styles.table}
      onMouseDown={(event) => point(model, event)}
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
        infiniteInitialRowCount={model.pages.length || firstRows}
        // what a tree shows next is there already
        blockLoadDebounceMillis={model.tree ? 0 : 60}
        pagination={paged}
        suppressPaginationPanel={!paged}
        onPaginationChanged={({ newPage }) => newPage && renderer.current?.pageTurned()}
        paginationPageSize={pageRows}
        ensureDomOrder={paged}
        suppressRowVirtualisation={paged}
        getLocaleText={ownTexts}
        focusGridInnerElement={() => renderer.current?.showCursor(model.cursor, true) ?? false}
        onGridReady={ready}
        onModelUpdated={() => renderer.current?.paint()}
        onViewportChanged={({ firstRow, lastRow }) => renderer.current?.rowsDrawn(firstRow, lastRow)}
        onBodyScroll={({ direction }) => direction === 'horizontal' && renderer.current?.scrolledSideways()}
        onColumnMoved={laidOut}
        onColumnResized={laidOut}
        onColumnPinned={laidOut}
        onRowDoubleClicked={({ event }) => isExpander(model, event as globalThis.MouseEvent) || onOpen()}
        processRowPostCreate={({ eRow }) => renderer.current?.paintRow(eRow)}
      />
    </div>
  )
}
