import type { FoundRecord } from '#contract/find.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { call } from '#src/call/call.ts'
import { showError } from '#src/call/show-error.ts'
import { grids, subjects } from '#src/catalogue.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import type { AnyRow } from '#src/command/command.ts'
import { may } from '#src/session/base/session.ts'

/** The noun that an id belongs to. */
export const nounOfId = (id: string): string | undefined =>
  subjects.find(({ ids }) => ids && id.startsWith(ids.prefix))?.noun

/** The listings of a noun that whoever is signed in may see. */
const listingsOf = (noun: string): readonly Listing[] =>
  grids.flatMap(({ listing }) => (listing.lists?.noun === noun && may(listing.requires) ? [listing] : []))

/** Most ids that a filter line holds. */
const filterMax = 100

/** Rows by their ids, as a listing has them; null where it has none. */
async function findIn(listing: Listing, noun: string, ids: readonly string[]): Promise<ActionTarget | null> {
  const asked = { q: `id:${ids.slice(0, filterMax).join(',')}`, size: filterMax }
  const { rows } = (await call(listing, asked)) as { rows: AnyRow[] } // rows of a subject count their versions
  if (rows.length === 0) return null
  const found = ids.length > filterMax ? ids : rows.map(({ id }) => id)
  return {
    ...{ noun, listing: listing.id, count: found.length, loadedRows: rows, marked: true, query: null },
    selection: { listing: listing.id, ids: [...found] },
  }
}

/** Rows by their ids, as what is meant: of the first list that has any; null where whoever is signed in sees none of them. */
export async function fetchTarget(noun: string, ids: readonly string[]): Promise<ActionTarget | null> {
  try {
    for (const listing of listingsOf(noun)) {
      const target = await findIn(listing, noun, ids)
      if (target) return target
    }
    return null
  } catch (error) {
    showError(error)
    return null
  }
}

/** The row of a record that was found, as what is meant. */
export const fetchRecordTarget = ({ noun, id }: FoundRecord): Promise<ActionTarget | null> => fetchTarget(noun, [id])
