import { type SQL, sql } from 'drizzle-orm'
import { scopes } from '#contract/kernel/grants.ts'
import { type Button, buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { Role } from '#contract/roles.ts'
import { sessionIdleMs } from '#contract/session.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { roleNameIn } from './steps/role-names.ts'
import { grantRows, roleRows } from './store.ts'

const sessionIdle = `${sessionIdleMs / 1_000} seconds`
/** How many enabled people have a role. Of all roles in one go: PostgreSQL asks once what names no row outside it. */
const holders = (among: SQL) =>
  sql`coalesce(((select jsonb_object_agg(role_id, count) from (select held.role_id, count(*) from ${staffRoleRows} held
    join ${staffRows} s on s.id = held.staff_id and s.state = 'enabled' where ${among} group by 1) counted)
    ->> ${roleRows.id})::int, 0)`
const widestFirst = sql`array[${sql.join(
  scopes.map((scope) => sql`${scope}`),
  sql`, `,
)}]::text[]`

/** List source: roles, the same for everybody who sees the page. */
export const roleSource: Source<Role> = {
  table: roleRows,
  from: sql`${roleRows}`,
  columns: ({ now, t }) => ({
    id: roleRows.id,
    version: roleRows.version,
    state: roleRows.state,
    name: roleNameIn(t),
    mark: roleRows.mark,
    people: holders(sql`true`),
    signedIn: holders(sql`exists (select from ${sessionRows} o
      where o.staff_id = s.id and o.last_seen_at > ${now}::timestamptz - ${sessionIdle}::interval)`),
    pages: sql`(select count(*)::int from ${grantRows} g where g.role_id = ${roleRows.id})`,
    scope: sql`(select (${widestFirst})[min(array_position(${widestFirst}, g.scope))] from ${grantRows} g where g.role_id = ${roleRows.id})`,
    revealsMax: roleRows.revealsMax,
    exportRowsMax: roleRows.exportRowsMax,
    twoFactor: roleRows.twoFactor,
    changedAt: roleRows.changedAt,
    createdAt: roleRows.createdAt,
  }),
  scope: unscoped,
}

/** Whether a role in use that somebody has grants them a button of a page. */
export const grantsTo = (staffId: SQL, page: PageId, button: Button): SQL =>
  sql`exists (select from ${staffRoleRows} held join ${roleRows} r on r.id = held.role_id and r.state = 'enabled'
    join ${grantRows} g on g.role_id = r.id and g.page = ${page} and g.codes & ${buttons[button]} > 0
    where held.staff_id = ${staffId})`

/** The same of one member of staff. */
export async function isGranted(tx: Db, id: IdOf<'staff'>, page: PageId, button: Button): Promise<boolean> {
  const [found] = await rowsOf<{ granted: boolean }>(tx, sql`select ${grantsTo(sql`${id}`, page, button)} as granted`)
  return found!.granted
}
