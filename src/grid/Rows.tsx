import { type MouseEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { useKeys } from '#src/command/keyboard.ts'
import { look, sizes } from '#src/ui/look.ts'
import { ContextMenu, type Section } from '#src/ui/Menu.tsx'
import { exportRows, mayExport, usualExtent } from './exporting.ts'
import { TopValues } from './filter/TopValues.tsx'
import { toRows, useRowsFocus } from './focus.ts'
import { keepWrapped, keptWrapped } from './keeping.ts'
import { type Around, bindingsOf } from './keys.ts'
import { columnMenu } from './menu/column-menu.ts'
import { rowMenu } from './menu/row-menu.ts'
import { openOrLook } from './opening.ts'
import type { Opening } from './over/opened.ts'
import styles from './Rows.module.css'
import type { Sheet } from './sheet.ts'
import { markColumn } from './table/columns.ts'
import { placeOf, Table } from './table/Table.tsx'
import { useViews } from './views.ts'

interface Props {
  readonly sheet: Sheet
  readonly paged: boolean
  readonly line: RefObject<{ focus(): void } | null>
  readonly opening: Opening
}

/** Row height and text, one step smaller; from the smallest to the largest. */
const nextDensity = (): void => {
  look.size = sizes[(sizes.indexOf(look.size) + 1) % sizes.length]!
}

/** Whether long text takes two lines, as somebody left it. */
function useWrapped({ grid }: Sheet) {
  const [wrapped, setWrapped] = useState(() => keptWrapped(grid))
  const wrap = useCallback(
    () =>
      setWrapped((now) => {
        keepWrapped(grid, !now)
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
function useRowKeys({ sheet, line, opening }: Props, rows: RefObject<HTMLDivElement | null>, wrap: () => void) {
  const [counted, setCounted] = useState<Column | null>(null)
  const latest = useRef(opening)
  latest.current = opening
  const around = useMemo(
    (): Around => ({
      open: () => openOrLook(sheet),
      filterLine: () => line.current?.focus(),
      columns: () => latest.current.open('columns'),
      saveView: () => latest.current.open('view'),
      exportRows: () => void (mayExport(sheet) && exportRows(sheet, { extent: usualExtent(sheet) })),
      density: nextDensity,
      wrap,
      topValues() {
        const field = sheet.cursor.column ?? sheet.columns[0]
        const anchor = rows.current?.querySelector(`[role=columnheader][col-id="${field}"]`)
        if (field && anchor) setCounted({ field, anchor })
      },
    }),
    [sheet, line, rows, wrap],
  )
  const views = useViews(sheet.grid)
  const bindings = useMemo(() => bindingsOf(sheet, around, views.length), [sheet, around, views.length])
  useKeys('grid', bindings, { active: useRowsFocus(rows) })
  return { counted, setCounted }
}

/** The menu where the pointer is, or by the menu key: of what is meant, or of a column. */
function useMenu(sheet: Sheet, { columns, topValues }: { columns(): void; topValues(column: Column): void }) {
  const [sections, setSections] = useState<Section[]>([])
  const ask = (event: MouseEvent) => {
    const { row, column, header } = placeOf(event)
    const anchor = event.target as Element // whatever is clicked is one
    if (header && column !== null && column !== markColumn) {
      return setSections(columnMenu(sheet, column, { columns, topValues: () => topValues({ field: column, anchor }) }))
    }
    if (row === null) return event.preventDefault()
    sheet.moveTo({ row, ...(column !== null && column !== markColumn && { column }) }, true)
    setSections(rowMenu(sheet))
  }
  return { sections, ask }
}

/** The rows as a table, with the keys and the menus that act on them. */
export function Rows(props: Props) {
  const { sheet, paged, opening } = props
  const rows = useRef<HTMLDivElement>(null)
  const [wrapped, wrap] = useWrapped(sheet)
  const { counted, setCounted } = useRowKeys(props, rows, wrap)
  const { sections, ask } = useMenu(sheet, { columns: () => opening.open('columns'), topValues: setCounted })
  const closeCounted = () => {
    setCounted(null)
    toRows(sheet)
  }
  return (
    <>
      <ContextMenu sections={sections} onAsk={ask} onLost={() => toRows(sheet)}>
        <div ref={rows} className={styles.rows} data-wrapped={wrapped || undefined}>
          <Table sheet={sheet} paged={paged} onOpen={() => openOrLook(sheet)} />
        </div>
      </ContextMenu>
      {counted && <TopValues sheet={sheet} field={counted.field} anchor={counted.anchor} onClose={closeCounted} />}
    </>
  )
}
