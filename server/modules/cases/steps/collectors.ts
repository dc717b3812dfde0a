import { type SQL, sql } from 'drizzle-orm'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { lockPaths } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'

/** A role that works the cases it holds, and no others. */
const isCollector = sql`exists (select from ${staffRoleRows} held
    join ${roleRows} r on r.id = held.role_id and r.state = 'enabled'
    join ${grantRows} g on g.role_id = r.id and g.page = 'openCases' and g.scope = 'own' and g.codes & ${buttons.edit} > 0
  where held.staff_id = s.id)`

/** The units that somebody gives cases to: those below their own, or all of them. */
function assignableUnits({ unitPath, ...actor }: Actor): SQL {
  const scopes = actor.scopesOf('openCases.assign')
  if (scopes.includes('all')) return sql`true`
  return scopes.length > 0 ? sql`starts_with(u.path, ${unitPath})` : sql`false`
}

/** Collectors that somebody may give cases to, as `s`, with the unit they work in as `u` and its agency as `a`. */
export const collectorsFor = (actor: Actor): SQL =>
  sql`from ${staffRows} s join ${unitRows} u on u.id = s.unit_id
      join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
      where s.state = 'enabled' and ${assignableUnits(actor)} and ${isCollector}`

/** Whoever is to have a case, and where they work. */
export interface Collector {
  readonly collectorId: IdOf<'staff'>
  readonly groupId: IdOf<'unit'> | null
  readonly agencyId: IdOf<'unit'>
  readonly unitPath: string
}

/** A collector by id, if the actor may give cases to them. They stay where they are until the transaction ends. */
export async function collectorOf(tx: Db, id: IdOf<'collector'>, actor: Actor): Promise<Collector | undefined> {
  await lockPaths(tx, 'shared')
  const [found] = await rowsOf<Collector>(
    tx,
    sql`select s.id as "collectorId", case when u.kind = 'group' then u.id end as "groupId", a.id as "agencyId",
          u.path as "unitPath" ${collectorsFor(actor)} and s.id = ${id}`,
  )
  return found
}
