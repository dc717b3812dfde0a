import { type SQL, sql } from 'drizzle-orm'
import { exports } from '#contract/exports.ts'
import { type Button, buttons, buttonsIn, needsNoRight, type Right } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { rightsInUse } from '#server/modules/roles/steps/rights-in-use.ts'

type Registry = AppContext['registry']

const buttonNames = Object.keys(buttons) as Button[]
/** The buttons of a sum of codes, as rights on their page. */
const rightsOn = (page: PageId, codes: number): Right[] => buttonsIn(codes).map((name): Right => `${page}.${name}`)

/** Says which rights there are to be used on a page, of those granted there: what nothing asks for is used by nobody. */
export function usableRights(registry: Registry): (page: PageId, codes: number) => Right[] {
  const { pages } = rightsInUse(registry)
  return (page, codes) => rightsOn(page, codes & (pages.get(page) ?? 0))
}

/** What of an entry of the log says which rights it took. */
interface LoggedUse {
  readonly page: PageId | null
  readonly command: string
  readonly inBatch: boolean
}

/** Whoever is signed in may have a file made: it takes rights on the page of the list, which its entry names. */
const fileButtons: Readonly<Record<string, readonly Button[]>> = {
  [exports.start.id]: ['export'],
  [exports.unmasked.id]: ['export', 'reveal'],
}

/**
 * The rights that a call has taken: of one that any of several allows, all of them; of a row of a run, what a large one
 * takes beside it; of a call that there is no longer, everything on its page.
 */
function rightsTaken({ page, command, inBatch }: LoggedUse, { entries }: Registry): readonly Right[] {
  const inFile = fileButtons[command]
  if (inFile) return page ? inFile.map((button): Right => `${page}.${button}`) : []
  const endpoint = entries.get(command)?.endpoint
  if (!endpoint) return page ? buttonNames.map((button): Right => `${page}.${button}`) : []
  const { requires, large } = endpoint
  const asked = needsNoRight(requires) ? [] : [requires].flat()
  return inBatch && large ? [...asked, large.needs] : asked
}

/** Rights that were used: by whom, and by whoever had which role then. */
export interface UsedRights {
  readonly byStaff: ReadonlyMap<string, ReadonlySet<Right>>
  readonly byRole: ReadonlyMap<string, ReadonlySet<Right>>
}

/** Rights that were used since a moment, by what the log has: looking at a list leaves no trace. */
export async function usedRights(tx: Db, since: SQL, registry: Registry): Promise<UsedRights> {
  // a request that waits for a second person names the call that it is for
  const uses = await rowsOf<LoggedUse & { readonly staffId: string; readonly roles: readonly string[] }>(
    tx,
    sql`select distinct actor_id as "staffId", roles, page, batch_id is not null as "inBatch",
        case when command = 'approvals.file' then coalesce(input ->> 'call', command) else command end as command
      from ${auditRows} where at >= ${since} and actor_id is not null`,
  )
  const byStaff = new Map<string, Set<Right>>()
  const byRole = new Map<string, Set<Right>>()
  const add = (to: Map<string, Set<Right>>, who: string, rights: readonly Right[]) => {
    const theirs = to.get(who) ?? new Set()
    to.set(who, theirs)
    for (const right of rights) theirs.add(right)
  }
  for (const use of uses) {
    const rights = rightsTaken(use, registry)
    add(byStaff, use.staffId, rights)
    for (const role of use.roles) add(byRole, role, rights)
  }
  return { byStaff, byRole }
}
