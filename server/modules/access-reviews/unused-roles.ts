import { type SQL, sql } from 'drizzle-orm'
import type { AccessFinding } from '#contract/access-reviews.ts'
import { needsNoRight, pageOfRight, type Requirement } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'

type Registry = AppContext['registry']

/** A role that somebody has had for long, and uses hardly or not at all. */
interface UnusedRole {
  readonly finding: Extract<AccessFinding, 'unusedRole' | 'wideRole'>
  readonly staffId: IdOf<'staff'>
  readonly roleId: IdOf<'role'>
  /** The pages on which it grants a button and none was used. */
  readonly unusedPages: readonly PageId[]
}

/** Of a role that is too wide at most so great a part of its pages is used. */
const usedPartMax = 0.1

const pagesOf = (requires: Requirement): readonly PageId[] =>
  needsNoRight(requires) ? [] : [requires].flat().map(pageOfRight)

/** The pages that each has used a button of: of a call that any one of several rights allows, all of theirs. */
async function usedPages(tx: Db, since: SQL, { entries }: Registry): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // a request that waits for a second person names the call that it is for
  const rows = await rowsOf<{ staffId: string; page: string | null; command: string }>(
    tx,
    sql`select distinct actor_id as "staffId", page, case when command = 'approvals.file'
        then coalesce(input ->> 'call', command) else command end as command
      from ${auditRows} where at >= ${since} and actor_id is not null`,
  )
  const used = new Map<string, Set<string>>()
  for (const { staffId, page, command } of rows) {
    const theirs = used.get(staffId) ?? new Set()
    used.set(staffId, theirs)
    const endpoint = entries.get(command)?.endpoint
    for (const one of [page, ...(endpoint ? pagesOf(endpoint.requires) : [])]) if (one !== null) theirs.add(one)
  }
  return used
}

function findingOf(pages: number, unused: number): UnusedRole['finding'] | null {
  if (unused === pages) return 'unusedRole'
  return pages - unused <= pages * usedPartMax ? 'wideRole' : null
}

/**
 * Roles that somebody has had since before `since` and uses no right of, or rights of few pages: a page is used by any call
 * from it. Only what is looked at leaves no trace: pages that a role merely shows do not count.
 */
export async function unusedRoles(tx: Db, since: SQL, registry: Registry): Promise<UnusedRole[]> {
  const used = await usedPages(tx, since, registry)
  const held = await rowsOf<Pick<UnusedRole, 'staffId' | 'roleId'> & { readonly pages: readonly PageId[] }>(
    tx,
    sql`select h.staff_id as "staffId", h.role_id as "roleId", array_agg(g.page order by g.page) as pages
      from ${staffRoleRows} h join ${staffRows} s on s.id = h.staff_id and s.state <> 'disabled'
      join ${roleRows} r on r.id = h.role_id and r.state = 'enabled'
      join ${grantRows} g on g.role_id = r.id and g.codes > 0
      where h.since < ${since} group by 1, 2 order by 1, 2`,
  )
  return held.flatMap(({ pages, ...role }) => {
    const unusedPages = pages.filter((page) => !used.get(role.staffId)?.has(page))
    const finding = findingOf(pages.length, unusedPages.length)
    return finding ? [{ ...role, finding, unusedPages }] : []
  })
}

/** When somebody last used a page on which a role grants a button; null: never. */
export const lastUse = (staffId: SQL | object, roleId: SQL | object): SQL => sql`(select max(l.at) from ${auditRows} l
  where l.actor_id = ${staffId} and l.page in (select g.page from ${grantRows} g where g.role_id = ${roleId} and g.codes > 0))`
