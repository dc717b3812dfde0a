import { and, asc, type Column, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { rateOn } from '#contract/attribution.ts'
import type { Requirement, Right } from '#contract/kernel/rights.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type GivenLabels, labelsFrom, nameIn } from '#server/kernel/listing/labels.ts'
import { commissionRateRows as rates, unitRows } from './store.ts'

/** The whole business: the root of its units. */
export async function rootUnit(tx: Db): Promise<typeof unitRows.$inferSelect | undefined> {
  const [root] = await tx.select().from(unitRows).where(isNull(unitRows.parentId)).limit(1)
  return root
}

/** What the whole business is called by whoever reads it. */
export async function houseName(tx: Db, t: Translate): Promise<string> {
  const root = await rootUnit(tx)
  return root ? unitName(tx, root.id, t) : '–'
}

/** Whether the unit path in `path` is one of the house: it lies in no agency. */
export const isOfHouse = (path: Column | SQL): SQL =>
  sql`not exists (select from ${unitRows} a where a.kind = 'agency' and starts_with(${path}, a.path))`

/** The shares of new cases that the agencies have. */
export const agencyShares = (tx: Db) =>
  tx.select({ weight: unitRows.weight, locked: unitRows.locked }).from(unitRows).where(eq(unitRows.kind, 'agency'))

/** The agencies within reach of a right: those of the house first. */
export async function agenciesReached(right: Requirement, { tx, actor, t }: Pick<Context, 'tx' | 'actor' | 't'>) {
  const { id, external, certificate, contractUntil, kind, path } = unitRows
  const scopes = actor.scopesOf(right)
  const agencies = await tx
    .select({ id, name: nameIn(unitRows, t), external, certificate, contractUntil, path })
    .from(unitRows)
    .where(eq(kind, 'agency'))
    .orderBy(asc(sql`${external}`), asc(path))
  return agencies.filter((one) => {
    if (scopes.includes('all') || one.id === actor.agencyId) return true
    return scopes.includes('department') && one.path.startsWith(actor.unitPath)
  })
}

/** Whether every unit is the root's own or below it: then nothing has to be asked of a row that has one. */
const isEverything = ({ unitPath }: Actor, column: Column): boolean =>
  column.notNull && unitPath.split('/').filter(Boolean).length === 1

/** Whether the unit named by `column` is the actor's own or one below it. */
export const inUnitsOf = (actor: Actor, column: Column): SQL =>
  isEverything(actor, column) ? sql`true` : sql`${column} in ${[...actor.unitIds]}` // by their ids: the planner knows how many rows those have

/** Whether the unit path in `column` lies at `path` or below it: between its slash and what follows a slash. */
export const liesBelow = (column: Column | SQL, path: string): SQL =>
  sql`(${column} >= ${path} and ${column} < ${`${path.slice(0, -1)}0`})`

/** The unit paths from the actor's own down. */
export const fromUnitDown = ({ unitPath }: Actor, column: Column): SQL => liesBelow(column, unitPath)

/**
 * The lock on where units stand, until the transaction ends: `shared` by whoever writes a path that they have read,
 * `exclusive` by whoever changes paths, once they hold the rows that others may hold meanwhile.
 */
export const lockPaths = (tx: Db, how: 'shared' | 'exclusive') =>
  tx.execute(
    how === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(hashtext('unit paths'))`
      : sql`select pg_advisory_xact_lock(hashtext('unit paths'))`,
  )

/** The agency that a path lies in. */
export async function agencyAt(tx: Db, path: string): Promise<IdOf<'unit'> | null> {
  const lies = and(eq(unitRows.kind, 'agency'), sql`starts_with(${path}, ${unitRows.path})`)
  const [agency] = await tx.select({ id: unitRows.id }).from(unitRows).where(lies)
  return agency?.id ?? null
}

/** Whether the unit path in `column` lies in the actor's own unit or below it. */
export const belowUnitOf = (actor: Actor, column: Column): SQL =>
  isEverything(actor, column) ? sql`true` : fromUnitDown(actor, column)

/** Whether a right reaches to the unit path in `path`: the actor's own unit and below, or everything where its scope is all. */
export function withinReach(actor: Actor, right: Right, path: SQL): SQL {
  const scopes = actor.scopesOf(right)
  if (scopes.includes('all')) return sql`true`
  return scopes.length > 0 ? sql`starts_with(${path}, ${actor.unitPath})` : sql`false`
}

/** What a unit is called by whoever reads it. */
export async function unitName(tx: Db, id: IdOf<'unit'>, t: Translate): Promise<string> {
  const [unit] = await tx
    .select({ name: nameIn(unitRows, t) })
    .from(unitRows)
    .where(eq(unitRows.id, id))
  return unit?.name ?? '–'
}

type Contract = Partial<
  Pick<typeof unitRows.$inferInsert, 'external' | 'contractFrom' | 'contractUntil' | 'certificate'>
>

/**
 * Writes what is known of the contract with an agency; no last day: it goes on.
 * @throws Refusal `contract_ends_first`.
 */
export async function setContract(tx: Db, id: IdOf<'unit'>, contract: Contract): Promise<void> {
  const [{ contractFrom, contractUntil } = {}] = await tx
    .update(unitRows)
    .set(contract)
    .where(eq(unitRows.id, id))
    .returning({ contractFrom: unitRows.contractFrom, contractUntil: unitRows.contractUntil })
  mustEndLast({ contractFrom, contractUntil })
}

/** A contract does not end before it begins. @throws Refusal `contract_ends_first`. */
export function mustEndLast({ contractFrom, contractUntil }: Contract): void {
  if (contractFrom && contractUntil && contractUntil < contractFrom) {
    throw new Refusal('contract_ends_first', { day: contractFrom }, { field: 'contractUntil' })
  }
}

/** The units, as `u`, below which somebody may move others. */
export function movableUnits({ unitPath, agencyId, ...actor }: Actor): SQL {
  const scopes = actor.scopesOf('agencies.edit')
  if (scopes.includes('all')) return sql`true`
  if (scopes.includes('department')) return sql`starts_with(u.path, ${unitPath})`
  return scopes.includes('agency') && agencyId ? sql`u.path like ${`%/${agencyId}/%`}` : sql`false`
}

/** The departments, as `u`, below which somebody may put others. */
export function departmentsFor({ unitPath, ...actor }: Actor): SQL {
  const scopes = actor.scopesOf(['departments.add', 'departments.edit'])
  if (scopes.includes('all')) return sql`true`
  return scopes.includes('department') ? sql`starts_with(u.path, ${unitPath})` : sql`false`
}

/** Commission rate that an agency has in a stage on a day, in millionths; null: nothing was agreed by then. */
export async function rateFor(
  tx: Db,
  {
    agencyId,
    stage,
    day,
  }: Pick<typeof rates.$inferSelect, 'stage'> & {
    readonly agencyId: IdOf<'unit'> | null
    readonly day: LocalDate
  },
): Promise<number | null> {
  if (!agencyId) return null
  const theirs = and(eq(rates.agencyId, agencyId), eq(rates.stage, stage))
  const known = await tx.select().from(rates).where(theirs).orderBy(asc(rates.validFrom))
  return rateOn(known, day)?.ratePpm ?? null
}

/** Writes what a unit is called in other languages. */
export async function nameUnit(id: IdOf<'unit'>, labels: GivenLabels, { tx }: { readonly tx: Db }): Promise<void> {
  await tx
    .update(unitRows)
    .set({ names: labelsFrom(labels) })
    .where(eq(unitRows.id, id))
}
