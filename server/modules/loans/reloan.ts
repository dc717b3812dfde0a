import { sql } from 'drizzle-orm'
import { closureOf, loanFlow } from '#contract/loans/flow.ts'
import { type Order, reloanDays } from '#contract/loans/row.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import type { ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { loanRows } from './store.ts'

/**
 * Reloan: the next order that a customer was paid, once this one was closed. An extension is none. `joined` looks it up for
 * each order, `gathered` goes once through what all customers have closed and were paid, the latest first.
 */
export const reloan = {
  joined: sql`left join lateral (
    select min(n.disbursed_at) as at from ${loanRows} n
    where n.customer_id = ${loanRows.customerId} and n.kind = 'regular' and n.disbursed_at > ${loanRows.closedAt}) reloan on true`,
  gathered: sql`left join (
    select e.id, min(e.paid) over (partition by e.customer_id order by e.at desc, e.id nulls last rows unbounded preceding) as at
    from (select n.id, n.customer_id, n.closed_at as at, null::timestamptz as paid from ${loanRows} n where n.closed_at is not null
      union all select null, n.customer_id, n.disbursed_at, n.disbursed_at from ${loanRows} n
      where n.kind = 'regular' and n.disbursed_at is not null) e) reloan on reloan.id = ${loanRows.id}`,
}

const repaid = sql.raw(loanFlow.states.filter((state) => closureOf(state) === 'repaidClosed').join(', '))

/** When it was, how many days later by the country's clock, and within how many that is, of what was repaid. */
export function reloanColumns(
  readContext: ReadContext,
): Pick<ColumnMappings<Order>, 'reloanedAt' | 'reloanDays' | 'reloanWithin'> {
  const days = sql`(${localDay(sql`reloan.at`, readContext)} - ${localDay(loanRows.closedAt, readContext)})`
  const within = (least: number, most?: number) =>
    sql`(${loanRows.state} in (${repaid}) and ${days} >= ${least}::int and ${most === undefined ? sql`true` : sql`${days} <= ${most}::int`})`
  const last = reloanDays[reloanDays.length - 1]!
  return {
    reloanedAt: sql`reloan.at`,
    reloanDays: days,
    reloanWithin: {
      caseWhen: [
        ...reloanDays.map((most, i) => [`days${most}`, within(i === 0 ? 0 : reloanDays[i - 1]! + 1, most)] as const),
        ['later', within(last + 1)],
        ['notYet', sql`(${loanRows.state} in (${repaid}) and reloan.at is null)`],
      ],
    },
  }
}
