import { eq } from 'drizzle-orm'
import { type ParameterId, type ParameterValue, parameters } from '#contract/parameters.ts'
import type { Db } from '#server/kernel/database.ts'
import { parameterRows } from './store.ts'

/** What a parameter is set to, or its default. */
export async function parameter<Id extends ParameterId>(tx: Db, id: Id): Promise<ParameterValue<Id>> {
  const [row] = await tx.select({ value: parameterRows.value }).from(parameterRows).where(eq(parameterRows.id, id))
  // each parameter is read by its own schema, which the compiler cannot follow through the table
  return parameters[id].parse(row?.value) as ParameterValue<Id>
}
