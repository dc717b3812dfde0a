import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { reductionFlow } from '#contract/reductions.ts'
import { byComponent, changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `reductions`: requests to let a customer pay less, and what became of them. */
export const reductionRows = pgTable(
  'reductions',
  {
    id: idColumn('reduction').primaryKey(),
    ...changeable(),
    planId: idColumn('plan', 'plan_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    state: text('state', { enum: reductionFlow.states }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amountMinor: minor('amount_minor').notNull(),
    overdueDays: integer('overdue_days').notNull(),
    ...byComponent('before'),
    /** What was taken off, once it was passed. */
    ...byComponent('relief'),
    reason: text('reason').notNull(),
    source: text('source', { enum: ['collector', 'customerService', 'coupon'] }).notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerUnitPath: key('maker_unit_path').notNull(),
    requestedAt: instant('requested_at').notNull(),
    checkerId: idColumn('staff', 'checker_id'),
    auditedAt: instant('audited_at'),
    note: text('note'),
    validUntil: day('valid_until'),
    /** Of a passed one: still counting, paid under it, or lapsed unpaid. */
    fate: text('fate', { enum: ['inForce', 'used', 'lapsed'] }),
  },
  (table) => [
    uniqueIndex('reductions_one_open').on(table.planId).where(sql`state = 'pending'`),
    index('reductions_requested').on(table.requestedAt, table.id),
    index('reductions_state').on(table.state, table.requestedAt, table.id),
    index('reductions_pending').on(table.amountMinor, table.id).where(sql`state = 'pending'`),
    index('reductions_maker').on(table.makerId, table.requestedAt, table.id),
    index('reductions_used')
      .on(table.auditedAt.desc().nullsLast(), table.id.desc().nullsFirst())
      .where(sql`fate = 'used'`),
    index('reductions_plan').on(table.planId),
    index('reductions_loan').on(table.loanId),
    index('reductions_passed').on(table.auditedAt, table.id).where(sql`state = 'passed'`),
    index('reductions_lapsing').on(table.validUntil, table.id).where(sql`fate = 'inForce'`),
  ],
)
