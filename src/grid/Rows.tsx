import { type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { useKeys } from '#src/command/keyboard.ts'
import { RowMenu } from '#src/command/RowMenu.tsx'
import { look, sizes } from '#src/ui/look.ts'
import { ContextMenu } from '#src/ui/Menu.tsx'
import { columnMenu } from './columns/column-menu.ts'
import { exportRows, mayExport, usualExtent } from './exporting.ts'
import { TopValues } from './filter/TopValues.tsx'
import { useRowsFocus } from './focus.ts'
import { type Around, bindingsOf } from './keys.ts'
import { openRow } from './opening.ts'
import styles from './Rows.module.css'
import type { Sheet } from './sheet.ts'
import { markColumn } from './table/columns.ts'
import { placeOf, Table } from './table/Table.tsx'

interface Props {
  readonly sheet: Sheet
  readonly paged: boolean
  readonly line: RefObject<{ focus(): void } | null>
  readonly columns: RefObject<HTMLButtonElement | null>
}

/** Row height and text, one step smaller; from the smallest to the largest. */
const nextDensity = (): void => {
  look.size = sizes[(sizes.indexOf(look.size) + 1) % sizes.length]!
}

interface Column {
  readonly field: string
  readonly anchor: Element
}

/** The keys of the rows, and the column whose most frequent values they ask for. */
function useRowKeys({ sheet, line, columns }: Props, rows: RefObject<HTMLDivElement | null>) {
  const [counted, setCounted] = useState<Column | null>(null)
  const [wrapped, setWrapped] = useState(false)
  const around = useMemo(
    (): Around => ({
      open: () => openRow(sheet),
      filterLine: () => line.current?.focus(),
      columns: () => columns.current?.click(),
      exportRows: () => void (mayExport(sheet) && exportRows(sheet, usualExtent(sheet))),
      density: nextDensity,
      wrap: () => setWrapped((now) => !now),
      topValues() {
        const field = sheet.state.cursor.column ?? sheet.columns[0]
        const anchor = rows.current?.querySelector(`[role=columnheader][col-id="${field}"]`)
        if (field && anchor) setCounted({ field, anchor })
      },
    }),
    [sheet, line, columns, rows],
  )
  const bindings = useMemo(() => bindingsOf(sheet, around), [sheet, around])
  useKeys('grid', bindings, useRowsFocus(rows))
  return { counted, setCounted, wrapped }
}

/** The menu under the pointer: of what is meant, or of a column. */
function useMenus(sheet: Sheet) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const [pointed, setPointed] = useState<Column | null>(null)
  const ask = (event: MouseEvent) => {
    const { row, column, header } = placeOf(event)
    const ofColumn = header && column !== null && column !== markColumn
    setPointed(ofColumn ? { field: column, anchor: event.target as Element } : null) // whatever is clicked is one
    if (ofColumn) return
    event.preventDefault()
    if (row === null) return
    sheet.moveTo({ row, ...(column !== markColumn && { column }) }, true)
    setAt({ x: event.clientX, y: event.clientY })
  }
  const close = () => {
    setAt(null)
    sheet.surface?.point(sheet.state.cursor, true)
  }
  return { at, pointed, ask, close }
}

/** The rows as a table, with the keys and the menus that act on them. */
export function Rows(props: Props) {
  const { sheet, paged } = props
  const rows = useRef<HTMLDivElement>(null)
  const { counted, setCounted, wrapped } = useRowKeys(props, rows)
  const { at, pointed, ask, close } = useMenus(sheet)
  const sections = pointed ? columnMenu(sheet, pointed.field, { topValues: () => setCounted(pointed) }) : []
  const closeCounted = () => {
    setCounted(null)
    sheet.surface?.point(sheet.state.cursor, true)
  }
  return (
    <>
      <ContextMenu sections={sections}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid in it has the focus and the keys */}
        <div ref={rows} className={styles.rows} data-wrapped={wrapped || undefined} onContextMenu={ask}>
          <Table sheet={sheet} paged={paged} onOpen={() => openRow(sheet)} />
        </div>
      </ContextMenu>
      <RowMenu at={at} onClose={close} />
      {counted && <TopValues sheet={sheet} field={counted.field} anchor={counted.anchor} onClose={closeCounted} />}
    </>
  )
}
