import { type SQL, sql } from 'drizzle-orm'
import type { Button, Right } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { isNeededByAdministrator } from '#server/modules/roles/steps.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { type UsedRights, usableRights } from './used-rights.ts'

/** A right of a role that nobody has used who has it. */
interface UnusedRight {
  readonly roleId: IdOf<'role'>
  readonly page: PageId
  readonly button: Button
}

/** A role as it was written at some time: the words of its buttons by page. */
type RecordedGrants = Readonly<Record<string, readonly string[]>> | null

const keyOf = (roleId: string, right: string) => `${roleId} ${right}`

/** Rights that a role was given since a moment: nobody can have used them for longer. */
async function givenSince(tx: Db, since: SQL): Promise<ReadonlySet<string>> {
  const changes = await rowsOf<{ roleId: string; before: RecordedGrants; after: RecordedGrants }>(
    tx,
    sql`select object_id as "roleId", before -> 'grants' as before, after -> 'grants' as after
      from ${auditRows} where noun = 'roles' and at >= ${since} and outcome = 'done' and after -> 'grants' is not null`,
  )
  return new Set(
    changes.flatMap(({ roleId, before, after }) =>
      Object.entries(after ?? {}).flatMap(([page, words]) =>
        words
          .filter((word) => !before?.[page]?.includes(word))
          .map((word) => keyOf(roleId, `${page}.${word.slice(word.lastIndexOf('.') + 1)}`)),
      ),
    ),
  )
}

/**
 * Rights of roles that nobody has used since `since`, of roles that somebody has had for that long and works with. A role
 * of which nothing is used is found with whoever has it, and what the administrator cannot be without is not found.
 */
export async function unusedRights(
  tx: Db,
  since: SQL,
  { byRole }: UsedRights,
  registry: AppContext['registry'],
): Promise<UnusedRight[]> {
  const granted = await rowsOf<{ roleId: IdOf<'role'>; mark: string; page: PageId; codes: number }>(
    tx,
    sql`select r.id as "roleId", r.mark, g.page, g.codes from ${roleRows} r
      join ${grantRows} g on g.role_id = r.id and g.codes > 0
      where r.state = 'enabled' and exists (select from ${staffRoleRows} h
        join ${staffRows} s on s.id = h.staff_id and s.state <> 'disabled'
        where h.role_id = r.id and h.since < ${since}) order by 1, 3`,
  )
  const [given, usable] = [await givenSince(tx, since), usableRights(registry)]
  const rights = granted.flatMap(({ roleId, mark, page, codes }) =>
    usable(page, codes).map((right) => {
      const button = right.slice(page.length + 1) as Button // as it was put together
      return { roleId, mark, page, button, right, used: byRole.get(roleId)?.has(right) ?? false }
    }),
  )
  const working = new Set(rights.flatMap(({ roleId, used }) => (used ? [roleId] : [])))
  const isFound = ({ roleId, used, right, ...of }: (typeof rights)[number]) =>
    !used && working.has(roleId) && !given.has(keyOf(roleId, right)) && !isNeededByAdministrator(of)
  return rights.filter(isFound).map(({ roleId, page, button }) => ({ roleId, page, button }))
}

/** How a right is written: a page, or a page and its button. */
export const partsOf = (right: Right): readonly [page: PageId, button: Button | undefined] =>
  right.split('.') as [PageId, Button | undefined] // as `Right` has it
