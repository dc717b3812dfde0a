import {
  type ColDef,
  type IGetRowsParams,
  InfiniteRowModelModule,
  ModuleRegistry,
  ScrollApiModule,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import applications from '#grids/applications.ts'
import { widthOf } from '#src/grid/model/layout.ts'

/** AG Grid alone over the same answers: the columns, the widths and the size of the console's list, and nothing of ours. */

ModuleRegistry.registerModules([InfiniteRowModelModule, ScrollApiModule])

declare global {
  interface Window {
    /** Shows the grid; under another key another one in its place. */
    showBare(key: string): void
  }
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Format = (value: never) => string

const { format } = new Intl.NumberFormat('en')
const formats: Readonly<Record<string, Format>> = {
  money: ({ minor }: { minor: number }) => format(minor / 100),
  count: (value: number) => format(value),
  ref: ({ name }: { name: string }) => name,
  instant: (value: string) => value.slice(0, 16),
}

const columns = applications.columns
  .filter(({ hidden }) => !hidden)
  .map((column): ColDef<Row> => {
    const shown = formats[column.kind] ?? String
    return {
      field: column.field,
      width: widthOf(column),
      cellDataType: false,
      sortable: false,
      valueFormatter: ({ value }) => (value === null || value === undefined ? '' : shown(value as never)),
      ...(column.pin && { pinned: 'left' }),
      ...(column.grow && { flex: column.grow, minWidth: widthOf(column) }),
    }
  })

/** The call of the list, as whoever the cookie names. */
const ask = async (path: string) => {
  const [, token = ''] = /Admin-Token=([^;]+)/.exec(document.cookie) ?? []
  const response = await fetch(`/api/loans${path}`, { headers: { Authentication: token } })
  return ((await response.json()) as { data: { rows: Row[]; count: number } }).data // one or the other
}

const { count } = await ask('/count?q=')
const datasource = {
  async getRows({ startRow, endRow, successCallback }: IGetRowsParams) {
    const { rows } = await ask(`?q=&from=${startRow}&size=${endRow - startRow}`)
    successCallback(rows, count)
  },
}

// the console's grid says how high its rows are
const { height, rowHeight } = Object.fromEntries(new URLSearchParams(location.search))
const root = document.getElementById('root')!
root.style.height = `${height}px`
const shown = createRoot(root)
const grid = (key: string) =>
  createElement(AgGridReact<Row>, {
    key,
    rowModelType: 'infinite',
    cacheBlockSize: 200,
    maxBlocksInCache: 30,
    blockLoadDebounceMillis: 60,
    rowBuffer: 10,
    animateRows: false,
    suppressAnimationFrame: true,
    rowHeight: Number(rowHeight),
    getRowId: ({ data }: { data: Row }) => data.id,
    columnDefs: columns,
    datasource,
  })
window.showBare = (key) => flushSync(() => shown.render(grid(key)))
window.showBare('first')
