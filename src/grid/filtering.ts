import { type Cell, combine, equalsCell, withSort, withTerm } from '#contract/kernel/query/edit.ts'
import { type Parsed, parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import type { Order, Query } from '#contract/kernel/query/tree.ts'
import { announce } from '#src/call/announce.ts'
import { goOn } from '#src/command/keyboard.ts'
import { formatInstant } from '#src/locale/format.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { type Applied, applied, isPrivate, unsealed } from './applied.ts'
import { type Laid, sameLayout } from './layout.ts'
import { country } from './reader.ts'
import type { Came, Sheet } from './sheet.ts'
import { isSaved, lacksColumns, layoutOf, openingView, viewsCome, viewsOf, viewTitle } from './views.ts'

/** What was asked for last: what comes later than something newer is dropped. */
const asked = new WeakMap<Sheet, symbol>()
/** Lists whose filter is about to be another. */
const asking = new WeakSet<Sheet>()

/** Whether other rows are about to be in front: keys that act on rows mean those. How many there are may be known before. */
export const comesSoon = (sheet: Sheet): boolean =>
  asking.has(sheet) || (sheet.state.waiting && sheet.row === undefined)

/** Puts `query` in force, as soon as the server keeps what is personal in it. */
export async function ask(sheet: Sheet, query: Query, view: string | null, came: Came): Promise<void> {
  const mine = Symbol('asked')
  asked.set(sheet, mine)
  asking.add(sheet)
  try {
    const next = await applied(query, sheet.reader)
    if (asked.get(sheet) === mine) sheet.show(next, view, came)
  } catch (error) {
    announce(error)
  } finally {
    if (asked.get(sheet) === mine) {
      asking.delete(sheet)
      // where the same rows stay, nothing else tells
      goOn()
    }
  }
}

/**
 * Reads a filter line and puts it in force if there is nothing wrong with it. While it is typed, what is personal in it
 * is not sent anywhere yet.
 */
export function askLine(sheet: Sheet, line: string, came: Came): Parsed {
  const { reader, state } = sheet
  const parsed = parse(line, reader)
  const early = came === 'typing' && isPrivate(parsed.query, reader)
  if (parsed.problems.length === 0 && !early) void ask(sheet, parsed.query, state.view, came)
  return parsed
}

/** The filter of a view; null where the list has no such view. */
const queryOf = ({ grid, reader }: Sheet, view: string): Query | null => {
  const found = viewsOf(grid).find(({ name }) => name === view)
  return found ? parse(found.query, reader).query : null
}

/** Shows a view, as it is declared or was saved. What it asks of fields and columns that are gone is left out, and said. */
export async function chooseView(sheet: Sheet, view: string, came: Came = 'applied'): Promise<void> {
  const found = viewsOf(sheet.grid).find(({ name }) => name === view)
  if (!found) return
  const { query, problems } = parse(found.query, sheet.reader)
  if (problems.length > 0 || lacksColumns(sheet.grid, found)) {
    toast('warn', text('grid.viewNotUnderstood', { view: viewTitle(sheet.grid, found) }))
  }
  await ask(sheet, query, view, came)
}

/** The view that an address means, and the one to begin with where it means none. */
function viewIn({ grid }: Sheet, { q, view }: Address): string | null {
  const views = viewsOf(grid)
  const named = views.find(({ name }) => name === view)
  if (view !== null && !named) toast('warn', text(isSaved(view) ? 'grid.viewNotHere' : 'grid.unknownView', { view }))
  const same = q === null ? undefined : views.find(({ query, saved }) => saved && query === q)
  return (named ?? same)?.name ?? openingView(grid)
}

/** What an address says about a list. */
export interface Address {
  readonly q: string | null
  readonly view: string | null
  /** The row that was looked at. */
  readonly row: string | null
}

/** Shows what an address says: a filter as canonical text, else a view, else the one that the list opens with. */
export async function askAddress(sheet: Sheet, address: Address): Promise<void> {
  const before = asked.get(sheet)
  await viewsCome()
  if (asked.get(sheet) !== before) return // somebody was faster
  const view = viewIn(sheet, address)
  if (address.q === null && view) await chooseView(sheet, view, 'address')
  else await askText(sheet, address.q ?? '', view)
  sheet.state.wanted = address.row
}

/** Shows what a canonical text asks for, as far as it is understood; what is personal in it only to who wrote it. */
async function askText(sheet: Sheet, q: string, view: string | null): Promise<void> {
  const { query, problems } = parse(q, sheet.reader)
  if (problems.length > 0) toast('warn', text('grid.notUnderstood'))
  try {
    const { query: open, foreign } = await unsealed(query)
    if (foreign) toast('warn', text('grid.foreign'))
    await ask(sheet, open, view, 'address')
  } catch (error) {
    announce(error)
  }
}

/** Only rows that have what stands in a cell. */
export function filterByCell(sheet: Sheet): void {
  const { row, cursor, state, reader } = sheet
  const field = reader.fields.find(({ name }) => name === cursor.column)
  if (!row) return
  const day = (instant: string) => formatInstant(instant, country()).slice(0, 10)
  const term = field && equalsCell(field, row[field.name] as Cell, day) // the listing says what its cells hold
  if (term) void ask(sheet, withTerm(state.applied.query, term), state.view, 'applied')
  else toast('info', text('grid.notFilterable'))
}

/** Only rows whose `field` is `value`, as the filter line writes it. */
export function filterByValue(sheet: Sheet, field: string, value: string): void {
  const { state, reader } = sheet
  const isFlag = reader.fields.some(({ name, kind }) => name === field && kind === 'flag')
  const line = isFlag ? `${value === 'true' ? '' : '-'}is:${field}` : `${field}:${value}`
  const { query, problems } = parse(line, reader)
  if (problems.length === 0) void ask(sheet, combine(state.applied.query, query), state.view, 'applied')
}

/** What sorting by `field` once more leads to: ascending, descending, the order of the list. */
function turnedOrder(orders: readonly Order[], field: string): Order | null {
  const now = orders.find((order) => order.field === field)
  if (!now) return { field, descending: false }
  return now.descending ? null : { field, descending: true }
}

/** Sorts by a column, or further by it; once more the other way, once more not at all. */
export function sortBy(sheet: Sheet, field: string | null, { further = false } = {}): void {
  const { state, listing } = sheet
  if (!field || !listing.sort.includes(field)) {
    toast('info', text('grid.notSortable'))
    return
  }
  const { sort } = state.applied.query
  const order = turnedOrder(sort, field)
  const others = further ? sort.filter((other) => other.field !== field) : []
  setOrder(sheet, order ? [...others, order] : others)
}

/** Puts the list in an order. */
export function setOrder(sheet: Sheet, orders: readonly Order[]): void {
  const { state } = sheet
  void ask(sheet, withSort(state.applied.query, ...orders), state.view, 'applied')
}

/** Whether what is shown is no longer what its view says: the filter, or the columns that were saved with it. */
export function isModified(sheet: Sheet, { line }: Pick<Applied, 'line'>, layout: readonly Laid[]): boolean {
  const { view } = sheet.state
  const query = view === null ? null : queryOf(sheet, view)
  if (query === null) return false
  return print(query, sheet.reader) !== line || (isSaved(view) && !sameLayout(layout, layoutOf(sheet.grid, view)))
}
