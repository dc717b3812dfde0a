import { sql } from 'drizzle-orm'
import { closureOf, loanFlow } from '#contract/loans/flow.ts'
import { type Order, reloanDays } from '#contract/loans/row.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import type { ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { closedOrderDayRows, loanRows } from './store.ts'

const repaid = sql.raw(loanFlow.states.filter((state) => closureOf(state) === 'repaidClosed').join(', '))

type Of = 'state' | 'closedAt' | 'reloanedAt'

/** Reloan: when it was, how many days later by the country's clock, and within how many that is, of what was repaid. */
export function reloanColumns(
  rows: Pick<typeof loanRows, Of> | Pick<typeof closedOrderDayRows, Of>,
  readContext: ReadContext,
): Pick<ColumnMappings<Order>, 'reloanedAt' | 'reloanDays' | 'reloanWithin'> {
  const days = sql`(${localDay(rows.reloanedAt, readContext)} - ${localDay(rows.closedAt, readContext)})`
  const within = (least: number, most?: number) =>
    sql`(${rows.state} in (${repaid}) and ${days} >= ${least}::int and ${most === undefined ? sql`true` : sql`${days} <= ${most}::int`})`
  const last = reloanDays[reloanDays.length - 1]!
  return {
    reloanedAt: rows.reloanedAt,
    reloanDays: days,
    reloanWithin: {
      caseWhen: [
        ...reloanDays.map((most, i) => [`days${most}`, within(i === 0 ? 0 : reloanDays[i - 1]! + 1, most)] as const),
        ['later', within(last + 1)],
        ['notYet', sql`(${rows.state} in (${repaid}) and ${rows.reloanedAt} is null)`],
      ],
    },
  }
}
