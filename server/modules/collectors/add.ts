import { sql } from 'drizzle-orm'
import type { collectors, NewCollector } from '#contract/collectors/calls.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { enrol } from '#server/modules/staff/steps/add.ts'
import { mustReleaseReach } from '#server/modules/staff/steps/reach-gained.ts'
import { lockStaff, setUnit } from '#server/modules/staff/steps.ts'
import { candidatesFor, collectingRoles } from './steps.ts'
import { insertCollector, mustBeTeam, stageIdsOf } from './write.ts'

/** What is written of somebody new who collects, with the role and the stages that they get. */
type PlacedCollector = NewCollector & { readonly roleId: IdOf<'role'>; readonly stageIds: readonly IdOf<'stage'>[] }

/** The role that somebody new gets: the one that is named, or the first of those that collect. @throws Refusal. */
async function roleFor(tx: Db, named: IdOf<'role'> | undefined): Promise<IdOf<'role'>> {
  const roles = await collectingRoles(tx)
  const role = named ?? roles[0]
  if (role && roles.includes(role)) return role
  throw new Refusal(role ? 'not_collecting_role' : 'unknown_role', undefined, { field: 'roleId' })
}

/**
 * Somebody new as they would be added.
 * @throws Refusal of the first thing that is wrong, with its field.
 */
export async function mustBePlaced(asked: NewCollector, { tx, actor }: Context): Promise<PlacedCollector> {
  const { unitId, agencyId } = asked
  await mustBeTeam(tx, { unitId, agencyId, actor, right: 'collectors.add' })
  const stageIds = await stageIdsOf(tx, asked.stages)
  return { ...asked, stageIds, roleId: await roleFor(tx, asked.roleId) }
}

/** What of a collector belongs to their account. */
const memberOf = ({ account, name, phone, password, jobNumber, roleId, unitId, state }: PlacedCollector) => {
  return { account, name, phone, password, jobNumber, roleId, unitId, state }
}
/** What of somebody new stands on the record: everything but the password. */
const recorded = ({ password: _, ...person }: NewCollector) => person

async function insertAll(asked: readonly NewCollector[], context: Context): Promise<IdOf<'collector'>[]> {
  const placed: PlacedCollector[] = []
  for (const one of asked) placed.push(await mustBePlaced(one, context))
  const ids = await enrol(placed.map(memberOf), context)
  const added = ids.map((id) => id as string as IdOf<'collector'>) // a collector is named as the person is
  for (const [nth, id] of added.entries()) await insertCollector(context.tx, id, placed[nth]!, context.now)
  return added
}

/** Adds somebody who is new here. */
export async function addCollector(asked: NewCollector, context: Context): Promise<{ id: IdOf<'collector'> }> {
  const [id] = await insertAll([asked], context)
  context.note({ objectId: id!, after: recorded(asked) })
  return { id: id! }
}

/** Adds several people, all of them or none. */
export async function addCollectors(asked: readonly NewCollector[], context: Context): Promise<{ added: number }> {
  const added = await insertAll(asked, context)
  const of = (field: 'unitId' | 'stages') => Object.fromEntries(asked.map((one) => [one.account, one[field]]))
  context.note({ after: { added: asked.map(({ account }) => account), unitId: of('unitId'), stages: of('stages') } })
  return { added: added.length }
}

/**
 * Makes a collector of somebody who has the role.
 * @throws Refusal `unknown_candidate`, `phone_needed`, and as `mustBeTeam` and `mustReleaseReach`.
 */
export async function takeIn(
  { staffId, agencyId, unitId, phone, ...details }: Parsed<typeof collectors.takeIn>,
  context: Context,
): Promise<{ id: IdOf<'collector'> }> {
  const { tx, actor, now, note } = context
  // locked before it is asked: whoever else takes them in has done so by then
  const before = await lockStaff(tx, staffId as string as IdOf<'staff'>) // named as the person is
  const [candidate] = await rowsOf<{ id: IdOf<'staff'> }>(
    tx,
    sql`select s.id ${candidatesFor(actor)} and s.id = ${staffId}`,
  )
  if (!before || !candidate) throw new Refusal('unknown_candidate', undefined, { field: 'staffId' })
  await mustBeTeam(tx, { unitId, agencyId, actor, right: 'collectors.add' })
  if (!phone && !before.phone) throw new Refusal('phone_needed', undefined, { field: 'phone' })
  await mustReleaseReach(unitId, { ...context, row: candidate })
  await setUnit(tx, candidate.id, { unitId, phone: phone ?? before.phone })
  const id = candidate.id as string as IdOf<'collector'> // as above
  await insertCollector(tx, id, { ...details, stageIds: await stageIdsOf(tx, details.stages) }, now)
  const after = { ...details, unitId, ...(phone && { phone }) }
  note({ objectId: id, before: { unitId: before.unitId, ...(phone && { phone: before.phone }) }, after })
  return { id }
}
