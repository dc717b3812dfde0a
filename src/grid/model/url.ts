import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import type { Query } from '#contract/kernel/query/tree.ts'
import type { ActiveFilter } from './active-filter.ts'
import type { GridModel } from './grid-model.ts'
import { type ColumnLayout, isSameLayout } from './layout.ts'
import { isSavedView, isSharedView, layoutOf, openingView, viewsOf } from './views.ts'

/** URL parameters of a list. */
export interface GridUrl {
  readonly q: string | null
  readonly view: string | null
  /** The row that was looked at. */
  readonly row: string | null
}

/** Parses the query string of a URL. */
export function parseUrl(search: string): GridUrl {
  const params = new URLSearchParams(search)
  return { q: params.get('q'), view: params.get('view'), row: params.get('row') }
}

/** The id of the row that is peeked at; null where none is. */
export const peekedRowId = ({ state, row }: GridModel): string | null => (state.peek ? (row?.id ?? null) : null)

/** Query string of what is shown: nothing in it is personal, and of views only those that others know too. */
export function urlSearchOf(model: GridModel, row: string | null = peekedRowId(model)): string {
  const { applied, view, layout } = model.state
  const params = new URLSearchParams()
  if (view === null || !isSharedView(view) || isModified(model, applied, layout)) params.set('q', applied.text)
  if (view !== null && isSharedView(view) && view !== openingView(model.grid)) params.set('view', view)
  if (row !== null) params.set('row', row)
  const search = params.toString()
  return search && `?${search}`
}

/** The filter of a view; null where the list has no such view. */
const viewQueryOf = ({ grid, reader }: GridModel, view: string): Query | null => {
  const found = viewsOf(grid).find(({ name }) => name === view)
  return found ? parse(found.query, reader).query : null
}

/** Whether what is shown is no longer what its view says: the filter, or the columns that were saved with it. */
export function isModified(
  model: GridModel,
  applied: Pick<ActiveFilter, 'query'>,
  layout: readonly ColumnLayout[],
): boolean {
  const { view } = model.state
  const query = view === null ? null : viewQueryOf(model, view)
  if (query === null) return false
  const { reader } = model
  return (
    print(query, reader) !== print(applied.query as Query, reader) ||
    (isSavedView(view) && !isSameLayout(layout, layoutOf(model.grid, view)))
  )
}
