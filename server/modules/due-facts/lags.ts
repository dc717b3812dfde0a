import { type Column, type SQL, sql } from 'drizzle-orm'
import { type DueLag, dueLags } from '#contract/due-facts.ts'
import type { AmountColumns, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { dueFactRows as facts } from './store.ts'

/** What of an instalment was unpaid so many days after its due date. */
export const unpaidAfter = (lag: DueLag): SQL => sql`${facts.unpaidMinor}[${sql.raw(String(dueLags.indexOf(lag) + 1))}]`

interface Reading {
  readonly dueDate: Column
  readonly readContext: ReadContext
}

/** Where a lag is told by the end of yesterday; before that nothing is known. */
const reached = (lag: DueLag, { dueDate, readContext }: Reading, of: SQL | Column): SQL =>
  sql`(case when ${dueDate} + ${sql.raw(String(lag))} < ${readContext.day}::date then ${of} end)`

/** Columns of every lag, by the names that the contract has for them. */
export function lagged<Lag extends DueLag, const Prefix extends string>(
  lags: readonly Lag[],
  prefix: Prefix,
  reading: Reading,
  of: (lag: Lag) => AmountColumns,
): Readonly<Record<`${Prefix}${Lag}`, AmountColumns>> {
  const columns = lags.map((lag) => {
    const { minor, sign, currency } = of(lag)
    const told = (one: SQL | Column) => reached(lag, reading, one)
    return [`${prefix}${lag}`, { minor: told(minor), currency, ...(sign && { sign: told(sign) }) }] as const
  })
  return Object.fromEntries(columns) as Record<`${Prefix}${Lag}`, AmountColumns> // of just these names
}
