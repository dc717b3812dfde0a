import { type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { unitRows } from './store.ts'

/** Whether every unit is the root's own or below it: then nothing has to be asked of a row that has one. */
const isEverything = ({ unitPath }: Actor, column: Column): boolean =>
  column.notNull && unitPath.split('/').filter(Boolean).length === 1

/** Whether the unit named by `column` is the actor's own or one below it. */
export const inUnitsOf = (actor: Actor, column: Column): SQL =>
  isEverything(actor, column) ? sql`true` : sql`${column} in ${[...actor.unitIds]}` // by their ids: the planner knows how many rows those have

/** The unit paths from the actor's own down: between its slash and what follows a slash. */
export const fromUnitDown = ({ unitPath }: Actor, column: Column): SQL =>
  sql`(${column} >= ${unitPath} and ${column} < ${`${unitPath.slice(0, -1)}0`})`

/** Whether the unit path in `column` lies in the actor's own unit or below it. */
export const belowUnitOf = (actor: Actor, column: Column): SQL =>
  isEverything(actor, column) ? sql`true` : fromUnitDown(actor, column)

/** What a unit is called. */
export async function unitName(tx: Db, id: IdOf<'unit'>): Promise<string> {
  const [unit] = await tx.select({ name: unitRows.name }).from(unitRows).where(eq(unitRows.id, id))
  return unit?.name ?? '–'
}

/** Sets the last day of the contract with a unit that collects for us; none: it goes on. */
export async function setContractEnd(tx: Db, id: IdOf<'unit'>, until: LocalDate | null): Promise<void> {
  await tx.update(unitRows).set({ contractUntil: until }).where(eq(unitRows.id, id))
}
