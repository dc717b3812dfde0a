import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type ParameterId, type ParameterValue, parameters } from '#contract/parameters.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { parameterRows } from './store.ts'

/** What a parameter is set to, or its default. */
export async function parameter<Id extends ParameterId>(tx: Db, id: Id): Promise<ParameterValue<Id>> {
  const [row] = await tx.select({ value: parameterRows.value }).from(parameterRows).where(eq(parameterRows.id, id))
  // each parameter is read by its own schema, which the compiler cannot follow through the table
  return parameters[id].parse(row?.value) as ParameterValue<Id>
}

/** What several parameters are set to, or their defaults, read at once. */
export async function parametersOf<const Id extends ParameterId>(
  tx: Db,
  ids: readonly Id[],
): Promise<{ readonly [One in Id]: ParameterValue<One> }> {
  const { id, value } = parameterRows
  const rows = await tx
    .select({ id, value })
    .from(parameterRows)
    .where(inArray(id, [...ids]))
  const set = new Map(rows.map((row) => [row.id, row.value]))
  // as above
  return Object.fromEntries(ids.map((one) => [one, parameters[one].parse(set.get(one))])) as never
}

type NumberId = { [Id in ParameterId]: ParameterValue<Id> extends number ? Id : never }[ParameterId]

/** What a parameter that is a number is set to, or its default, for what a list works out by it. */
export const parameterSql = (id: NumberId): SQL =>
  sql`coalesce((select (p.value #>> '{}')::bigint from ${parameterRows} p where p.id = ${id}), ${sql.raw(String(parameters[id].parse(undefined)))})::int`
