import { nounOf } from '#src/call/call.ts'
import { type ActionTarget, type ActiveList, targetOfRow } from '#src/command/active-list.ts'
import type { AnyRow } from '#src/command/command.ts'
import { filterLineOf } from '../model/active-filter.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { Row } from '../model/pages.ts'
import { isMarked, markCount, selectionOf } from '../model/selection.ts'
import { isLoadingRows } from './filter-and-sort.ts'
import { unmarkAll } from './select-rows.ts'

/** The marked rows that are known here: loaded, or named while they were. */
export function loadedMarkedRows({ pages, seen, state: { marks } }: GridModel): Row[] {
  const loaded = [...pages.rows()].map(([, row]) => row).filter(({ id }) => isMarked(marks, id))
  if (marks.mode === 'query') return loaded
  const byId = new Map(loaded.map((row) => [row.id, row]))
  return [...marks.ids].flatMap((id) => byId.get(id) ?? seen.get(id) ?? [])
}

/** The row under the cursor as a target of its own, whatever is marked beside it. */
export function cursorTargetOf({ listing, row }: GridModel): ActionTarget | null {
  if (!listing.lists || !row) return null
  return targetOfRow(listing.lists.noun, listing.id, row as AnyRow) // rows of a subject count their versions
}

/** The rows that are meant now: those that are marked, else the one under the cursor. */
export function actionTargetOf(model: GridModel): ActionTarget | null {
  const { listing, state } = model
  const { marks } = state
  const count = markCount(marks)
  if (!listing.lists || count === 0) return cursorTargetOf(model)
  const { where } = state.applied.query
  // printed where it is shown: the target is asked for with every key
  const query = marks.mode === 'query' ? () => filterLineOf({ where, sort: [] }, model.reader) : null
  const loadedRows = loadedMarkedRows(model) as unknown as AnyRow[] // as above
  const of = { noun: listing.lists.noun, listing: listing.id }
  return { ...of, count, loadedRows, marked: true, selection: selectionOf(marks, listing.id), query }
}

/** The list as commands see it. */
export const activeListOf = (model: GridModel): ActiveList => ({
  noun: model.listing.lists?.noun ?? nounOf(model.listing),
  listing: model.listing.id,
  target: () => actionTargetOf(model),
  clear: () => unmarkAll(model),
  refetch: () => model.refetch(),
  patch: (row) => model.patch([row as unknown as Row]), // a row of this list, whose fields are read by name
  actions: () => model.actions,
  keys: { isLoading: () => isLoadingRows(model) },
})
