import { print } from '#contract/kernel/query/print.ts'
import { nounOf } from '#src/call/call.ts'
import type { AnyRow } from '#src/command/define.ts'
import type { Meant, SceneList } from '#src/command/scene.ts'
import { comesSoon } from './filtering.ts'
import { unmarkAll } from './marking.ts'
import type { Row } from './pages.ts'
import { countOf, isMarked, selectionOf } from './selection.ts'
import type { Sheet } from './sheet.ts'

/** The marked rows that are known here: loaded, or named while they were. */
export function knownMarked({ pages, seen, state: { marks } }: Sheet): Row[] {
  const loaded = [...pages.rows()].map(([, row]) => row).filter(({ id }) => isMarked(marks, id))
  if (marks.mode === 'query') return loaded
  const byId = new Map(loaded.map((row) => [row.id, row]))
  return [...marks.ids].flatMap((id) => byId.get(id) ?? seen.get(id) ?? [])
}

/** The filter that everything marked matches, as a person reads it. */
const filterOf = ({ state, reader }: Sheet): string => print({ where: state.applied.query.where, sort: [] }, reader)

/** The rows that are meant now: those that are marked, else the one under the cursor. */
function meantIn(sheet: Sheet): Meant | null {
  const { listing, state, row } = sheet
  if (!listing.lists) return null
  const of = { noun: listing.lists.noun, listing: listing.id }
  const { marks } = state
  const count = countOf(marks)
  if (count > 0) {
    const query = marks.mode === 'query' ? filterOf(sheet) : null
    const known = knownMarked(sheet) as unknown as AnyRow[] // rows of a subject count their versions
    return { ...of, count, known, marked: true, selection: selectionOf(marks, listing.id), query }
  }
  if (!row) return null
  const known = [row as unknown as AnyRow] // as above
  return { ...of, count: 1, known, marked: false, selection: { listing: listing.id, ids: [row.id] }, query: null }
}

/** The sheet as commands see it. */
export const sceneOf = (sheet: Sheet): SceneList => ({
  noun: sheet.listing.lists?.noun ?? nounOf(sheet.listing),
  listing: sheet.listing.id,
  meant: () => meantIn(sheet),
  clear: () => unmarkAll(sheet),
  refetch: () => sheet.fetchAgain(),
  keys: { waits: () => comesSoon(sheet) },
})
