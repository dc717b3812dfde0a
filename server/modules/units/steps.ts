import { type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Actor } from '#server/kernel/permit.ts'
import { unitRows } from './store.ts'

/** Whether the unit named by `column` is the actor's own or one below it. By their ids: how many rows that is, is known. */
export const inUnitsOf = ({ unitIds }: Actor, column: Column): SQL => sql`${column} in ${[...unitIds]}`

/** Whether the unit path in `column` lies in the actor's own unit or below it: between its slash and what follows a slash. */
export const belowUnitOf = ({ unitPath }: Actor, column: Column): SQL =>
  sql`(${column} >= ${unitPath} and ${column} < ${`${unitPath.slice(0, -1)}0`})`

/** What a unit is called. */
export async function unitName(tx: Db, id: IdOf<'unit'>): Promise<string> {
  const [unit] = await tx.select({ name: unitRows.name }).from(unitRows).where(eq(unitRows.id, id))
  return unit?.name ?? '–'
}
