import { type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { lockPaths, withinReach } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'

/** Collectors that somebody may give cases to, as `c` and `s`, with the unit they work in as `u` and its agency as `a`. */
export const collectorsFor = (actor: Actor): SQL =>
  sql`from ${collectorRows} c join ${staffRows} s on s.id = c.id
      join ${unitRows} u on u.id = s.unit_id
      join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
      where s.state = 'enabled' and ${withinReach(actor, 'openCases.assign', sql`u.path`)}`

/** Whoever is to have a case, where they work, and the stages whose cases they may have. */
export interface Collector {
  readonly collectorId: IdOf<'staff'>
  readonly name: string
  readonly groupId: IdOf<'unit'> | null
  readonly agencyId: IdOf<'unit'>
  readonly unitPath: string
  readonly stages: readonly IdOf<'stage'>[]
}

/**
 * A collector by id, if the actor may give cases to them. They stay in their unit, and that where it is, and keep their
 * stages until the transaction ends: whoever moves them waits, and takes the case along.
 */
export async function collectorOf(tx: Db, id: IdOf<'collector'>, actor: Actor): Promise<Collector | undefined> {
  await lockPaths(tx, 'shared')
  await tx.execute(sql`select from ${collectorRows} where id = ${id} for share`)
  const [found] = await rowsOf<Collector>(
    tx,
    sql`select s.id as "collectorId", s.name, case when u.kind = 'group' then u.id end as "groupId", a.id as "agencyId",
          u.path as "unitPath",
          array(select held.stage from ${collectorStageRows} held where held.collector_id = c.id) as stages
        ${collectorsFor(actor)} and s.id = ${id}`,
  )
  return found
}

/**
 * Takes the open cases of a collector along to the unit that they work in now, where that lies in an agency. Whoever gives
 * them a case meanwhile waits, or is waited for. @returns how many.
 */
export async function moveHeldCases(tx: Db, id: IdOf<'staff'>): Promise<number> {
  await tx.execute(sql`select from ${collectorRows} where id = ${id} for update`)
  const moved = await rowsOf(
    tx,
    sql`update ${caseRows} set group_id = case when u.kind = 'group' then u.id end, agency_id = a.id, unit_path = u.path
        from ${staffRows} s join ${unitRows} u on u.id = s.unit_id
          join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
        where s.id = ${id} and ${caseRows.collectorId} = s.id and ${caseRows.state} <> 'closed'
          and ${caseRows.unitPath} <> u.path
        returning ${caseRows.id}`,
  )
  return moved.length
}
