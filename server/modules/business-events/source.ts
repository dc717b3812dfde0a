import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { type BusinessEvent, businessEventKinds } from '#contract/business-events.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { events } from './union.ts'

/** Columns of the union, written as those of a table: they are read, and stored nowhere. */
const rows = pgTable('business_events', {
  id: key('id').primaryKey(),
  kind: text('kind', { enum: businessEventKinds }).notNull(),
  at: instant('at').notNull(),
  loanId: idColumn('loan', 'loan_id'),
  customerId: idColumn('customer', 'customer_id'),
  amountMinor: minor('amount_minor'),
  paidOutMinor: minor('paid_out_minor'),
  unpaidMinor: minor('unpaid_minor'),
  openMinor: minor('open_minor'),
  knownFrom: day('known_from'),
  outcome: text('outcome').$type<DecisionOutcome>(),
})
const currency = customerRows.currency

/** List source: what happens to customers and their orders. Whose it is, the order says; before there is one, the customer. */
export const businessEventSource: Source<BusinessEvent> = {
  table: rows,
  from: sql`${events} as ${rows} left join ${loanRows} on ${loanRows.id} = ${rows.loanId}
    join ${customerRows} on ${customerRows.id} = coalesce(${rows.customerId}, ${loanRows.customerId})
    left join ${productRows} on ${productRows.id} = ${loanRows.productId}
    left join ${appRows} on ${appRows.id} = coalesce(${loanRows.app}, ${customerRows.app})`,
  columns: (readContext) => {
    const isOver = sql`(${localDay(rows.at, readContext)} < ${readContext.day}::date)`
    return {
      id: rows.id,
      kind: rows.kind,
      at: rows.at,
      app: {
        id: sql`coalesce(${loanRows.app}, ${customerRows.app})`,
        name: sql`coalesce(${appRows.name}, ${loanRows.app}, ${customerRows.app})`,
      },
      channel: sql`coalesce(${loanRows.channel}, ${customerRows.channel})`,
      product: { id: loanRows.productId, name: productRows.name },
      firstLoan: sql`coalesce(${loanRows.ordinal} = 1, true)`,
      loanId: rows.loanId,
      customerId: customerRows.id,
      name: customerRows.name,
      amount: { minor: rows.amountMinor, currency },
      paidOut: { minor: rows.paidOutMinor, currency },
      unpaid: { minor: sql`(case when ${isOver} then ${rows.unpaidMinor} end)`, currency },
      overdue: { minor: sql`(case when ${isOver} then ${rows.openMinor} end)`, currency },
      knownFrom: sql`coalesce(${rows.knownFrom}, ${localDay(rows.at, readContext)})`,
      outcome: rows.outcome,
    }
  },
  scope: {
    // before there is an order nobody holds its case
    ...caseHolderScopes(loanRows),
    department: (actor: Actor) =>
      sql`(case when ${rows.loanId} is null then ${inUnitsOf(actor, customerRows.departmentId)} else ${inUnitsOf(actor, loanRows.departmentId)} end)`,
  },
}
