import { sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { startOfLocalDay } from '#server/kernel/base/clock.ts'
import type { SummarySource } from '#server/kernel/listing/source.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { customerRows, customerDayRows as days } from './store.ts'

/** Customers by the day they registered on. */
export const customerSummary: SummarySource<Customer> = {
  of: (country) => ({
    ...{ table: days, rows: days.rows, beside: [] },
    parts: [{ table: customerRows, select: sql`select * from ${customerRows}` }],
    from: (union) => sql`${union} as ${customerRows}`,
    by: [
      [days.registeredAt, startOfLocalDay(customerRows.registeredAt, { country })],
      [days.app, customerRows.app],
      [days.channel, customerRows.channel],
      [days.kind, customerRows.kind],
      [days.kyc, customerRows.kyc],
      [days.credit, customerRows.credit],
      [days.applied, customerRows.applied],
      [days.borrowed, customerRows.borrowed],
      [days.loansDone, customerRows.loansDone],
      [days.departmentId, customerRows.departmentId],
    ],
    sums: [],
  }),
  from: sql`${days}`,
  columns: () => ({
    ...{ registeredAt: days.registeredAt, app: days.app, channel: days.channel, kind: days.kind },
    ...{
      kyc: days.kyc,
      credit: days.credit,
      applied: days.applied,
      borrowed: days.borrowed,
      loansDone: days.loansDone,
    },
  }),
  scope: { department: (actor: Actor) => inUnitsOf(actor, days.departmentId) },
}
