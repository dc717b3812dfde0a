import { type SQL, sql } from 'drizzle-orm'
import type { AccessFinding } from '#contract/access-reviews.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { type UsedRights, usableRights } from './used-rights.ts'

/** A role that somebody has had for long, and uses hardly or not at all. */
interface UnusedRole {
  readonly finding: Extract<AccessFinding, 'unusedRole' | 'wideRole'>
  readonly staffId: IdOf<'staff'>
  readonly roleId: IdOf<'role'>
  readonly unusedRights: readonly Right[]
}

/** Of a role that is too wide at most so great a part of its rights is used. */
const usedPartMax = 0.1

function findingOf(rights: number, unused: number): UnusedRole['finding'] | null {
  if (rights === 0) return null
  if (unused === rights) return 'unusedRole'
  return rights - unused <= rights * usedPartMax ? 'wideRole' : null
}

/**
 * Roles that somebody has had since before `since` and uses no right of, or few: buttons of pages. Only what is looked at
 * leaves no trace: pages that a role merely shows do not count.
 */
export async function unusedRoles(
  tx: Db,
  since: SQL,
  { byStaff }: UsedRights,
  registry: AppContext['registry'],
): Promise<UnusedRole[]> {
  const held = await rowsOf<
    Pick<UnusedRole, 'staffId' | 'roleId'> & { readonly pages: readonly PageId[]; readonly codes: readonly number[] }
  >(
    tx,
    sql`select h.staff_id as "staffId", h.role_id as "roleId",
        array_agg(g.page order by g.page) as pages, array_agg(g.codes order by g.page) as codes
      from ${staffRoleRows} h join ${staffRows} s on s.id = h.staff_id and s.state <> 'disabled'
      join ${roleRows} r on r.id = h.role_id and r.state = 'enabled'
      join ${grantRows} g on g.role_id = r.id and g.codes > 0
      where h.since < ${since} group by 1, 2 order by 1, 2`,
  )
  const usable = usableRights(registry)
  return held.flatMap(({ pages, codes, ...role }) => {
    const rights = pages.flatMap((page, i) => usable(page, codes[i]!)) // a sum each
    const unusedRights = rights.filter((right) => !byStaff.get(role.staffId)?.has(right))
    const finding = findingOf(rights.length, unusedRights.length)
    return finding ? [{ ...role, finding, unusedRights }] : []
  })
}

/** When somebody last used a page on which a role grants a button; null: never. */
export const lastUse = (staffId: SQL | object, roleId: SQL | object): SQL => sql`(select max(l.at) from ${auditRows} l
  where l.actor_id = ${staffId} and l.page in (select g.page from ${grantRows} g where g.role_id = ${roleId} and g.codes > 0))`
