import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { subscribe } from 'valtio'
import { isPageFocus, useKeys } from '#src/keyboard/keyboard.ts'
import { ContextMenu, type MenuSection } from '#src/ui/overlay/Menu.tsx'
import { appearance, sizes } from '#src/ui/theme/theme.ts'
import { focusRows, useRowsFocus } from './actions/focus.ts'
import { gridBindings, listActionsOf, type RowKeyHandlers } from './actions/grid-bindings.ts'
import { openOrPeek } from './actions/open-row.ts'
import { TopValues } from './filter/TopValues.tsx'
import { columnMenu } from './menu/column-menu.ts'
import { rowMenu } from './menu/row-menu.ts'
import type { GridModel } from './model/grid-model.ts'
import { markColumn } from './model/layout.ts'
import { storedWrapped, storeWrapped } from './model/local-store.ts'
import { useViews } from './model/views.ts'
import type { PopoverState } from './popovers/use-popover.ts'
import styles from './Rows.module.css'
import { cellAt } from './table/row-clicks.ts'
import { Table } from './table/Table.tsx'

interface Props {
  readonly model: GridModel
  readonly paged: boolean
  readonly line: RefObject<{ focus(): void } | null>
  readonly opening: PopoverState
}

/** Row height and text, one step smaller; from the smallest to the largest. */
const nextDensity = (): void => {
  appearance.size = sizes[(sizes.indexOf(appearance.size) + 1) % sizes.length]!
}

/** Whether long text takes two lines, as somebody left it. */
function useWrapped({ grid }: GridModel) {
  const [wrapped, setWrapped] = useState(() => storedWrapped(grid))
  const wrap = useCallback(
    () =>
      setWrapped((now) => {
        storeWrapped(grid, !now)
        return !now
      }),
    [grid],
  )
  return [wrapped, wrap] as const
}

interface Column {
  readonly field: string
  readonly anchor: Element
}

/** The keys of the rows, and the column whose most frequent values they ask for. */
function useRowKeys({ model, line, opening }: Props, rows: RefObject<HTMLDivElement | null>, wrap: () => void) {
  const [counted, setCounted] = useState<Column | null>(null)
  const latest = useRef(opening)
  latest.current = opening
  const around = useMemo(
    (): RowKeyHandlers => ({
      open: () => openOrPeek(model),
      filterLine: () => line.current?.focus(),
      columns: () => latest.current.open('columns'),
      saveView: () => latest.current.open('view'),
      exportRows: () => latest.current.open('export'),
      density: nextDensity,
      wrap,
      topValues() {
        const field = model.cursor.column ?? model.columns[0]
        const anchor = rows.current?.querySelector(`[role=columnheader][col-id="${field}"]`)
        if (field && anchor) setCounted({ field, anchor })
      },
    }),
    [model, line, rows, wrap],
  )
  const views = useViews(model.grid)
  const bindings = useMemo(() => gridBindings(model, around, views.length), [model, around, views.length])
  useLayoutEffect(() => model.offerActions(listActionsOf(model, around)), [model, around])
  useKeys('grid', bindings, { active: useRowsFocus(rows) })
  return { counted, setCounted }
}

/** The menu where the pointer is, or by the menu key: of what is meant, or of a column. */
function useMenu(model: GridModel, { columns, topValues }: { columns(): void; topValues(column: Column): void }) {
  const [sections, setSections] = useState<MenuSection[]>([])
  const [loading, setLoading] = useState(false)
  const ask = (event: MouseEvent) => {
    const { row, column, header } = cellAt(event)
    const anchor = event.target as Element // whatever is clicked is one
    if (header && column !== null && column !== markColumn) {
      return setSections(columnMenu(model, column, { columns, topValues: () => topValues({ field: column, anchor }) }))
    }
    if (row === null) return event.preventDefault()
    model.moveTo({ row, ...(column !== null && column !== markColumn && { column }) }, true)
    setSections(rowMenu(model))
    setLoading(model.row === undefined)
  }
  useEffect(() => {
    if (!loading) return
    const look = () => {
      if (!model.row) return
      setSections(rowMenu(model))
      setLoading(false)
    }
    const stop = subscribe(model.state, look)
    // it may have come between the key and this
    look()
    return stop
  }, [model, loading])
  return { sections, ask }
}

/** What a browser calls the button where a key asks for a menu. */
const byKey = -1

/** The menu key while nothing has the focus, as a moment after another menu: it is meant for the cursor, as every key is. */
function useMenuKey(model: GridModel, rows: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const forward = (event: globalThis.MouseEvent) => {
      if (event.button !== byKey || !isPageFocus(document.activeElement)) return
      focusRows(model)
      const cell = document.activeElement
      if (!cell || !rows.current?.contains(cell)) return
      event.preventDefault()
      const { left, bottom } = cell.getBoundingClientRect()
      cell.dispatchEvent(
        new globalThis.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
      )
    }
    document.addEventListener('contextmenu', forward)
    return () => document.removeEventListener('contextmenu', forward)
  }, [model, rows])
}

/** The rows as a table, with the keys and the menus that act on them. */
export function Rows(props: Props) {
  const { model, paged, opening } = props
  const rows = useRef<HTMLDivElement>(null)
  const [wrapped, wrap] = useWrapped(model)
  const { counted, setCounted } = useRowKeys(props, rows, wrap)
  const { sections, ask } = useMenu(model, { columns: () => opening.open('columns'), topValues: setCounted })
  useMenuKey(model, rows)
  const closeCounted = () => {
    setCounted(null)
    focusRows(model)
  }
  return (
    <>
      <ContextMenu sections={sections} onAsk={ask} onLost={() => focusRows(model)}>
        <div ref={rows} className={styles.rows} data-wrapped={wrapped || undefined}>
          <Table model={model} paged={paged} onOpen={() => openOrPeek(model)} />
        </div>
      </ContextMenu>
      {counted && <TopValues model={model} field={counted.field} anchor={counted.anchor} onClose={closeCounted} />}
    </>
  )
}
