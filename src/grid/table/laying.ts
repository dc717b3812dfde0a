import type { ColumnState, GridApi } from 'ag-grid-community'
import type { Column } from '../define.ts'
import type { Laid } from '../layout.ts'
import type { Row } from '../pages.ts'
import type { Sheet } from '../sheet.ts'
import { markColumn } from './columns.ts'

/** How wide a column is by itself, in pixels. */
export type WidthOf = (column: Column) => number

const columnOf = ({ grid }: Sheet, field: string): Column => grid.columns.find((column) => column.field === field)!

function stateOf(sheet: Sheet, widthOf: WidthOf, { field, shown, pinned, width }: Laid): ColumnState {
  const column = columnOf(sheet, field)
  const space = width !== null ? { width, flex: null } : { width: widthOf(column), flex: column.grow ?? null }
  return { colId: field, hide: !shown, pinned: pinned ? 'left' : null, ...space }
}

/** Lays columns out as the sheet has them. */
export function layColumns(sheet: Sheet, api: GridApi<Row>, widthOf: WidthOf): void {
  const state = sheet.state.layout.map((laid) => stateOf(sheet, widthOf, laid))
  api.applyColumnState({ state: [{ colId: markColumn }, ...state], applyOrder: true })
}

/** The columns as the pointer has left them. */
export function columnsLaid(sheet: Sheet, api: GridApi<Row>, widthOf: WidthOf): readonly Laid[] {
  return api.getColumnState().flatMap(({ colId, hide, pinned, width, flex }) => {
    const before = sheet.state.layout.find(({ field }) => field === colId)
    if (!before) return []
    const own = width !== undefined && !flex && width !== widthOf(columnOf(sheet, colId))
    return { field: colId, shown: !hide, pinned: pinned === 'left', width: own ? width : null }
  })
}
