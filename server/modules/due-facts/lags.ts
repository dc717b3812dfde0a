import { type Column, type SQL, sql } from 'drizzle-orm'
import { type BookMonth, bookMonths, type DueLag, dueLags } from '#contract/due-facts.ts'
import { type OfSteps, series } from '#contract/kernel/report.ts'
import type { AmountColumns, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { dueFactRows as facts } from './store.ts'

/** What of an instalment was unpaid so many days after its due date. */
export const unpaidAfter = (lag: DueLag): SQL => sql`${facts.unpaidMinor}[${sql.raw(String(dueLags.indexOf(lag) + 1))}]`

/**
 * What of an amount that is unpaid is principal. Whatever the order of allocation, fee and interest are paid before it, and a
 * reduction takes nothing off it: what is unpaid last is principal.
 */
export const principalOf = (unpaid: SQL | Column): SQL => sql`least(${unpaid}, ${facts.principalMinor})`

/** What of its principal was unpaid and long overdue at the end of a month on book. */
export const longOverdueAfter = (month: BookMonth): SQL =>
  sql`${facts.longOverdueMinor}[${sql.raw(String(bookMonths.indexOf(month) + 1))}]`

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
): OfSteps<Prefix, Lag, AmountColumns> {
  return series(prefix, lags, (lag): AmountColumns => {
    const { minor, sign, currency } = of(lag)
    const told = (one: SQL | Column) => reached(lag, reading, one)
    return { minor: told(minor), currency, ...(sign && { sign: told(sign) }) }
  })
}

/** Columns of every month on book. Where its end is told by the end of yesterday; before that nothing is known. */
export function ofBookMonths(
  { vintage, readContext }: { readonly vintage: Column; readonly readContext: ReadContext },
  of: (month: BookMonth) => AmountColumns,
) {
  return series('longOverdueM', bookMonths, (month): AmountColumns => {
    const { minor, sign, currency } = of(month)
    const end = sql`${vintage} + interval '${sql.raw(String(month + 1))} months'`
    const told = (one: SQL | Column) => sql`(case when ${end} <= ${readContext.day}::date then ${one} end)`
    return { minor: told(minor), currency, ...(sign && { sign: told(sign) }) }
  })
}
