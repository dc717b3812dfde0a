import { and, eq, inArray, not } from 'drizzle-orm'
import { z } from 'zod'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, Money } from '#contract/kernel/values.ts'
import { parameterIds } from '#contract/parameters/declared.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { parameterRows } from '../store.ts'

/** What a row holds, by its kind. Neither a secret nor limits by role are among them: nobody reads those by their code. */
const StoredValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['number', 'percent', 'minutes', 'hours', 'days']), value: z.int() }),
  z.object({ kind: z.literal('amount'), value: z.int() }),
  z.object({ kind: z.literal('switch'), value: z.boolean() }),
  z.object({ kind: z.literal('text'), value: z.string() }),
  z.object({ kind: z.literal('list'), value: z.array(z.string()) }),
])
type StoredValue = z.output<typeof StoredValue>

/** Value of a parameter that staff added, by its kind: a share in ppm, an amount in the currency of the country. */
export type AddedParameter =
  | Exclude<StoredValue, { readonly kind: 'amount' }>
  | { readonly kind: 'amount'; readonly value: Money }

const declared: readonly string[] = parameterIds

/**
 * Values of parameters that staff added beside the declared ones, by code: what templates, scripts and rules read. A code
 * that is unknown, declared, switched off or a secret has none.
 */
export async function addedParameters(
  tx: Db,
  codes: readonly string[],
  country: Country,
): Promise<ReadonlyMap<string, AddedParameter>> {
  if (codes.length === 0) return new Map()
  const { id, kind, value, state } = parameterRows
  const asked = codes.filter((code) => !declared.includes(code)) as IdOf<'parameter'>[] // looked up here
  const rows = await tx
    .select({ id, kind, value })
    .from(parameterRows)
    .where(and(inArray(id, asked), eq(state, 'enabled'), not(eq(kind, 'secret'))))
  return new Map(
    rows.flatMap((row): [string, AddedParameter][] => {
      const { data } = StoredValue.safeParse(row)
      if (!data) return []
      const typed = data.kind === 'amount' ? { ...data, value: ofMinor(data.value, countries[country].currency) } : data
      return [[row.id, typed]]
    }),
  )
}
