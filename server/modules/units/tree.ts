import { and, eq, ne, sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Unit, unit, units } from '#contract/units.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { recordBeside } from '#server/kernel/call/audit-entry.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { withoutLabel } from '#server/kernel/listing/labels.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from './store.ts'

type UnitRow = typeof unitRows.$inferSelect
type NewUnit = Pick<UnitRow, 'kind' | 'name'> & Partial<Omit<UnitRow, 'path' | 'id'>>

/** The lock on the tree of units, until the transaction ends: of two who change it, one does so after the other. */
export const lockTree = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('units'))`)

/** The kind of what stands below a unit that collects. */
export const kindBelow = { agency: 'department', department: 'group', group: null } as const

/** Whether the rights to a call reach to what lies at `path`. */
export const reaches = ({ actor }: Pick<Context, 'actor'>, { requires }: Endpoint, path: string): boolean => {
  const scopes = actor.scopesOf(requires)
  if (scopes.includes('all')) return true
  if (scopes.includes('department') && path.startsWith(actor.unitPath)) return true
  return scopes.includes('agency') && actor.agencyId !== null && path.includes(`/${actor.agencyId}/`)
}

/** A unit as it is stored. */
export async function unitAt(tx: Db, id: IdOf<'unit'>): Promise<UnitRow | undefined> {
  const [row] = await tx.select().from(unitRows).where(eq(unitRows.id, id))
  return row
}

/** Whoever the agencies report to: where those are that there are, else the whole business. */
export async function aboveAgencies(tx: Db): Promise<UnitRow> {
  const hasAgency = sql`exists (select from ${unitRows} a where a.parent_id = ${unitRows.id} and a.kind = 'agency')`
  const [row] = await tx.select().from(unitRows).orderBy(sql`${hasAgency} desc`, sql`length(${unitRows.path})`).limit(1)
  return row! // an installation begins with its head office
}

/** A name that no sibling has. @throws Refusal `name_taken`. */
export async function mustBeNamedAlone(
  tx: Db,
  {
    name,
    parentId,
    but,
  }: { readonly name: string; readonly parentId: IdOf<'unit'> | null; readonly but?: IdOf<'unit'> },
): Promise<void> {
  if (!parentId) return
  const named = sql`lower(${unitRows.name}) = lower(${name})`
  const same = and(eq(unitRows.parentId, parentId), named, but ? ne(unitRows.id, but) : undefined)
  const [taken] = await tx.select({ id: unitRows.id }).from(unitRows).where(same)
  if (taken) throw new Refusal('name_taken', { name }, { field: 'name' })
}

/** Somebody who works here. @throws Refusal `unknown_staff`. */
async function mustWorkHere(tx: Db, id: IdOf<'staff'> | undefined): Promise<void> {
  if (!id) return
  const working = and(eq(staffRows.id, id), eq(staffRows.state, 'enabled'))
  const [person] = await tx.select({ id: staffRows.id }).from(staffRows).where(working)
  if (!person) throw new Refusal('unknown_staff', undefined, { field: 'officerId' })
}

/** Writes what a unit is called, and who answers for it. @throws Refusal as `mustBeNamedAlone` and `mustWorkHere`. */
export async function editUnit(
  { name, officerId = null }: { readonly name: string; readonly officerId?: IdOf<'staff'> | null | undefined },
  {
    tx,
    row,
    language,
  }: Pick<Context, 'tx' | 'language'> & { readonly row: Pick<Unit, 'id' | 'parent' | 'officer' | 'givenName'> },
): Promise<void> {
  await lockTree(tx)
  await mustBeNamedAlone(tx, { name, parentId: row.parent?.id ?? null, but: row.id })
  if (officerId !== (row.officer?.id ?? null)) await mustWorkHere(tx, officerId ?? undefined)
  const renamed = name !== row.givenName && { name, names: withoutLabel(unitRows.names, language) }
  await tx
    .update(unitRows)
    .set({ officerId, ...renamed })
    .where(eq(unitRows.id, row.id))
}

/** A unit that was added, as it stands on the record. */
export interface AddedUnit {
  readonly objectId: IdOf<'unit'>
  readonly before: null
  readonly after: Record<string, unknown>
}

/** Adds a unit below another. @throws Refusal as `mustBeNamedAlone` and `mustWorkHere`. */
export async function addBelow(
  parent: Pick<UnitRow, 'id' | 'path'>,
  { officerId, ...details }: NewUnit,
  { tx, now, today }: Pick<Context, 'tx' | 'now' | 'today'>,
): Promise<AddedUnit> {
  await mustBeNamedAlone(tx, { name: details.name, parentId: parent.id })
  await mustWorkHere(tx, officerId ?? undefined)
  const id = await newId(tx, unit.ids, today)
  const row = { id, ...details, officerId: officerId ?? null, parentId: parent.id, path: `${parent.path}${id}/` }
  await tx.insert(unitRows).values({ ...row, createdAt: now })
  const { id: objectId, path: _, ...after } = row
  return { objectId, before: null, after }
}

/** Writes down that a unit was added below another, by the call that is about that one. */
export const recordAdded = (added: AddedUnit, context: Context): Promise<void> =>
  recordBeside(units.addChild, unit.noun, [added], context)

/** What every row of this noun is read as by whoever changes it. */
export type UnitCall = Context & { readonly row: Unit }
