import { type CellValue, combine, equalsCell, withSort, withTerm } from '#contract/kernel/query/edit.ts'
import { type Parsed, parse } from '#contract/kernel/query/parse.ts'
import type { Order, Query } from '#contract/kernel/query/tree.ts'
import { showError } from '#src/call/show-error.ts'
import { flushTypeAhead } from '#src/keyboard/keyboard.ts'
import { country } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { activeFilterOf, needsTokens, resolveTokens } from '../model/active-filter.ts'
import type { ChangeOrigin, GridModel } from '../model/grid-model.ts'
import { problemText } from '../model/problem-text.ts'
import type { GridUrl } from '../model/url.ts'
import { isSavedView, lacksColumns, loadViews, openingView, viewsOf, viewTitle } from '../model/views.ts'

/** What was asked for last: what comes later than something newer is dropped. */
const latestRequest = new WeakMap<GridModel, symbol>()
/** Lists whose filter is about to be another. */
const pendingModels = new WeakSet<GridModel>()

/** Whether other rows are about to be in front: keys that act on rows mean those. How many there are may be known before. */
export const isLoadingRows = (model: GridModel): boolean =>
  pendingModels.has(model) || (model.state.waiting && model.row === undefined)

/** Puts `query` in force, as soon as the server keeps what is personal in it. */
export async function applyFilter(
  model: GridModel,
  query: Query,
  view: string | null,
  came: ChangeOrigin,
): Promise<void> {
  const mine = Symbol('asked')
  latestRequest.set(model, mine)
  pendingModels.add(model)
  try {
    const next = await activeFilterOf(query, model.reader)
    if (latestRequest.get(model) === mine) model.show(next, view, came)
  } catch (error) {
    showError(error)
  } finally {
    if (latestRequest.get(model) === mine) {
      pendingModels.delete(model)
      // where the same rows stay, nothing else tells
      flushTypeAhead()
    }
  }
}

/**
 * Reads a filter line and puts it in force if there is nothing wrong with it. While it is typed, what is personal in it
 * is not sent anywhere yet.
 */
export function applyFilterLine(model: GridModel, line: string, came: ChangeOrigin): Parsed {
  const { reader, state } = model
  const parsed = parse(line, reader)
  const early = came === 'typing' && needsTokens(parsed.query, reader)
  if (parsed.problems.length === 0 && !early) void applyFilter(model, parsed.query, state.view, came)
  return parsed
}

/** Shows a view, as it is declared or was saved. What it asks of fields and columns that are gone is left out, and said. */
export async function chooseView(model: GridModel, view: string, came: ChangeOrigin = 'applied'): Promise<void> {
  const found = viewsOf(model.grid).find(({ name }) => name === view)
  if (!found) return
  const { query, problems } = parse(found.query, model.reader)
  if (problems.length > 0 || lacksColumns(model.grid, found)) {
    toast('warn', text('grid.viewNotUnderstood', { view: viewTitle(model.grid, found) }))
  }
  await applyFilter(model, query, view, came)
}

/** The view that an address means, and the one to begin with where it means none. */
function viewOfUrl({ grid }: GridModel, { q, view }: GridUrl): string | null {
  const views = viewsOf(grid)
  const named = views.find(({ name }) => name === view)
  if (view !== null && !named)
    toast('warn', text(isSavedView(view) ? 'grid.viewNotHere' : 'grid.unknownView', { view }))
  const same = q === null ? undefined : views.find(({ query, saved }) => saved && query === q)
  return (named ?? same)?.name ?? openingView(grid)
}

/** Shows what an address says: a filter as canonical text, else a view, else the one that the list opens with. */
export async function applyUrl(model: GridModel, address: GridUrl): Promise<void> {
  const before = latestRequest.get(model)
  await loadViews()
  if (latestRequest.get(model) !== before) return // somebody was faster
  const view = viewOfUrl(model, address)
  if (address.q === null && view) await chooseView(model, view, 'address')
  else await applyUrlQuery(model, address.q ?? '', view)
  model.state.rowInUrl = address.row
}

/** Shows what a canonical text asks for, as far as it is understood; what is personal in it only to who wrote it. */
async function applyUrlQuery(model: GridModel, q: string, view: string | null): Promise<void> {
  const { query, problems } = parse(q, model.reader)
  const [problem] = problems
  if (problem) toast('warn', text('grid.notUnderstood', { problem: problemText(problem, model.reader) }))
  try {
    const { query: open, foreign } = await resolveTokens(query)
    if (foreign) toast('warn', text('grid.foreign'))
    await applyFilter(model, open, view, 'address')
  } catch (error) {
    showError(error)
  }
}

/** Only rows that have what stands in a cell. */
export function filterByCell(model: GridModel): void {
  const { row, cursor, state, reader } = model
  const field = reader.fields.find(({ name }) => name === cursor.column)
  if (!row) return
  const day = (instant: string) => formatInstant(instant, country()).slice(0, 10)
  const term = field && equalsCell(field, row[field.name] as CellValue, day) // the listing says what its cells hold
  if (term) void applyFilter(model, withTerm(state.applied.query, term), state.view, 'applied')
  else toast('info', text('faults.cell_not_filterable'))
}

/** Only rows whose `field` is `value`, as the filter line writes it. */
export function filterByValue(model: GridModel, field: string, value: string): void {
  const { state, reader } = model
  const isFlag = reader.fields.some(({ name, kind }) => name === field && kind === 'flag')
  const line = isFlag ? `${value === 'true' ? '' : '-'}is:${field}` : `${field}:${value}`
  const { query, problems } = parse(line, reader)
  if (problems.length === 0) void applyFilter(model, combine(state.applied.query, query), state.view, 'applied')
}

/** What sorting by `field` once more leads to: ascending, descending, the order of the list. */
function nextOrder(orders: readonly Order[], field: string): Order | null {
  const now = orders.find((order) => order.field === field)
  if (!now) return { field, descending: false }
  return now.descending ? null : { field, descending: true }
}

/** Sorts by a column, or further by it; once more the other way, once more not at all. */
export function sortBy(model: GridModel, field: string | null, { further = false } = {}): void {
  const { state, listing } = model
  if (!field || !listing.sort.includes(field)) {
    toast('info', text('faults.column_not_sortable'))
    return
  }
  const { sort } = state.applied.query
  const order = nextOrder(sort, field)
  const others = further ? sort.filter((other) => other.field !== field) : []
  setOrder(model, order ? [...others, order] : others)
}

/** Puts the list in an order. */
export function setOrder(model: GridModel, orders: readonly Order[]): void {
  const { state } = model
  void applyFilter(model, withSort(state.applied.query, ...orders), state.view, 'applied')
}
