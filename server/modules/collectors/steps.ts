import { and, eq, type SQL, sql } from 'drizzle-orm'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { withinReach } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { collectorRows, collectorStageRows } from './store.ts'

/** A role, as `r`, that works the cases it holds, and no others. */
const collects = sql`(r.state = 'enabled' and exists (select from ${grantRows} g
  where g.role_id = r.id and g.page = 'openCases' and g.scope = 'own' and g.codes & ${buttons.edit} > 0))`

/** The roles that work the cases they hold, the first of them first. */
export async function collectingRoles(tx: Db): Promise<IdOf<'role'>[]> {
  const roles = await rowsOf<{ id: IdOf<'role'> }>(
    tx,
    sql`select r.id from ${roleRows} r where ${collects} order by r.id`,
  )
  return roles.map(({ id }) => id)
}

/** Candidates, as `s` in their unit `u`: who has the role of collectors and is none yet, within reach. */
export const candidatesFor = (actor: Actor): SQL =>
  sql`from ${staffRows} s join ${unitRows} u on u.id = s.unit_id
      where s.state <> 'disabled' and ${withinReach(actor, 'collectors.add', sql`u.path`)}
        and exists (select from ${staffRoleRows} held join ${roleRows} r on r.id = held.role_id
          where held.staff_id = s.id and ${collects})
        and not exists (select from ${collectorRows} c where c.id = s.id)`

/** Whether a role that somebody is given leaves them without cases: it is that of collectors, and they are none yet. */
export async function isGivenNoCases(tx: Db, staffId: IdOf<'staff'>, roleId: IdOf<'role'>): Promise<boolean> {
  if (!(await collectingRoles(tx)).includes(roleId)) return false
  const known = eq(collectorRows.id, staffId as string as IdOf<'collector'>) // a collector is named as the person is
  return (await tx.$count(collectorRows, known)) === 0
}

/** Has allocation give somebody no more cases, where they are a collector. */
export async function stopGiving(tx: Db, staffId: IdOf<'staff'>): Promise<void> {
  const { id, participates } = collectorRows
  const theirs = and(eq(id, staffId as string as IdOf<'collector'>), eq(participates, true)) // named as the person is
  await tx.update(collectorRows).set({ participates: false }).where(theirs)
}

/** Takes a stage that is no more from whoever had it. */
export async function forgetStage(tx: Db, stage: IdOf<'stage'>): Promise<void> {
  await tx.delete(collectorStageRows).where(eq(collectorStageRows.stage, stage))
  await announceRows(tx, 'collectors')
}
