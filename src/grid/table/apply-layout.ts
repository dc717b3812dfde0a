import type { ColumnState, GridApi } from 'ag-grid-community'
import type { Column } from '../define.ts'
import type { GridModel } from '../model/grid-model.ts'
import { type ColumnLayout, markColumn, markWidth, shownColumns } from '../model/layout.ts'
import type { Row } from '../model/pages.ts'
import type { Placed } from './right-edge.ts'

/** How wide a column is by itself, in pixels. */
export type WidthOf = (column: Column) => number

const columnOf = ({ grid }: GridModel, field: string): Column => grid.columns.find((column) => column.field === field)!

function stateOf(model: GridModel, widthOf: WidthOf, { field, shown, pinned, width }: ColumnLayout): ColumnState {
  const column = columnOf(model, field)
  const space = width !== null ? { width, flex: null } : { width: widthOf(column), flex: column.grow ?? null }
  return { colId: field, hide: !shown, pinned: pinned ? 'left' : null, ...space }
}

/** The columns from left to right with their widths. Where somebody has laid out one by hand, all stay as they are. */
export function placedColumns(model: GridModel, widthOf: WidthOf): readonly Placed[] {
  const { layout } = model.state
  const byHand = layout.some(({ width }) => width !== null)
  const placed = shownColumns(layout).map((field): Placed => {
    const column = columnOf(model, field)
    const { width } = layout.find((laid) => laid.field === field)!
    return { field, width: width ?? widthOf(column), fixed: byHand || column.grow !== undefined }
  })
  return [{ field: markColumn, width: markWidth, fixed: true }, ...placed]
}

/** Lays columns out as the list has them. */
export function applyColumnLayout(model: GridModel, api: GridApi<Row>, widthOf: WidthOf): void {
  const state = model.state.layout.map((laid) => stateOf(model, widthOf, laid))
  api.applyColumnState({ state: [{ colId: markColumn }, ...state], applyOrder: true })
}

/** The columns as the pointer has left them. */
export function readColumnLayout(model: GridModel, api: GridApi<Row>, widthOf: WidthOf): readonly ColumnLayout[] {
  return api.getColumnState().flatMap(({ colId, hide, pinned, width, flex }) => {
    const before = model.state.layout.find(({ field }) => field === colId)
    if (!before) return []
    const own = width !== undefined && !flex && width !== widthOf(columnOf(model, colId))
    return { field: colId, shown: !hide, pinned: pinned === 'left', width: own ? width : null }
  })
}
