import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import {
  declaredParameters,
  type ParameterId,
  type ParameterValue,
  parameterIds,
} from '#contract/parameters/declared.ts'
import { prepared, type ValueOf } from '#server/kernel/base/client/prepared-query.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { parameterRows } from './store.ts'

/** The id of a declared parameter, as its row has it. */
export const rowIdOf = (id: ParameterId) => id as string as IdOf<'parameter'> // its code is its id

const inForce = eq(parameterRows.state, 'enabled')

/** What a parameter is set to, or its default. */
export async function parameter<Id extends ParameterId>(tx: Db, id: Id): Promise<ParameterValue<Id>> {
  const [row] = await tx
    .select({ value: parameterRows.value })
    .from(parameterRows)
    .where(and(eq(parameterRows.id, rowIdOf(id)), inForce))
  // each parameter is read by its own schema, which the compiler cannot follow through the table
  return declaredParameters[id].parse(row?.value ?? undefined) as ParameterValue<Id>
}

const valuesOf = prepared((db, value: ValueOf<{ ids: readonly ParameterId[] }>) =>
  db
    .select({ id: parameterRows.id, value: parameterRows.value })
    .from(parameterRows)
    .where(and(sql`${parameterRows.id} = any(${value('ids')}::text[])`, inForce)),
)

/** What several parameters are set to, or their defaults, read at once. */
export async function parametersOf<const Id extends ParameterId>(
  tx: Db,
  ids: readonly Id[],
): Promise<{ readonly [One in Id]: ParameterValue<One> }> {
  const rows = await valuesOf(tx, { ids })
  const set = new Map<string, unknown>(rows.map((row) => [row.id, row.value]))
  // as above
  return Object.fromEntries(ids.map((one) => [one, declaredParameters[one].parse(set.get(one) ?? undefined)])) as never
}

type NumberId = { [Id in ParameterId]: ParameterValue<Id> extends number ? Id : never }[ParameterId]

/** What a parameter that is a number is set to, or its default, for what a list works out by it. */
export const parameterSql = (id: NumberId): SQL =>
  sql`coalesce((select (p.value #>> '{}')::bigint from ${parameterRows} p where p.id = ${id} and p.state = 'enabled'), ${sql.raw(String(declaredParameters[id].parse(undefined)))})::int`

type CodeId = { [Id in ParameterId]: ParameterValue<Id> extends string ? Id : never }[ParameterId]

/** The same of a parameter that is a code. */
export const parameterText = (id: CodeId): SQL =>
  sql`coalesce((select p.value #>> '{}' from ${parameterRows} p where p.id = ${id} and p.state = 'enabled'), ${declaredParameters[id].parse(undefined)})`

/** Makes a row of every declared parameter that has none yet, in the order of the declaration. */
export async function addDeclaredParameters(db: Db, createdAt: Date): Promise<void> {
  const known = await db.select({ id: parameterRows.id }).from(parameterRows)
  const ids = new Set<string>(known.map(({ id }) => id))
  const missing = parameterIds.filter((id) => !ids.has(id)).map((id) => ({ id: rowIdOf(id), createdAt }))
  if (missing.length > 0) await db.insert(parameterRows).values(missing).onConflictDoNothing()
}
