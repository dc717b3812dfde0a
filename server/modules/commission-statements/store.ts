import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { commissionStatementFlow } from '#contract/commission-statements.ts'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import { recoveryEntries } from '#contract/recoveries.ts'
import { changeable, day, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `commission_statements`: what was booked in a month of what an agency has recovered. Amounts are never updated. */
export const commissionStatementRows = pgTable(
  'commission_statements',
  {
    id: idColumn('commissionStatement').primaryKey(),
    ...changeable(),
    state: text('state', { enum: commissionStatementFlow.states }).notNull(),
    agencyId: idColumn('unit', 'agency_id').notNull(),
    /** The first day of the month. */
    month: day('month').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    entries: integer('entries').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    commissionMinor: minor('commission_minor').notNull(),
    /** What of the commission belongs to months before. */
    earlierMinor: minor('earlier_minor').notNull(),
    drawnAt: instant('drawn_at').notNull(),
    /** The first of two who say that it is right, and the second, who closes it. */
    confirmedById: idColumn('staff', 'confirmed_by_id'),
    confirmedAt: instant('confirmed_at'),
    closedById: idColumn('staff', 'closed_by_id'),
    closedAt: instant('closed_at'),
    /** Why it was sent back last. */
    note: text('note'),
  },
  (table) => [
    uniqueIndex('commission_statements_once').on(table.agencyId, table.month),
    index('commission_statements_month').on(table.month, table.id),
    index('commission_statements_state').on(table.state, table.month, table.id),
  ],
)

/** Table `commission_lines`: recoveries of a statement by the month they belong to, entry, stage and rate. Only added to. */
export const commissionLineRows = pgTable(
  'commission_lines',
  {
    id: idColumn('commissionLine').primaryKey(),
    statementId: idColumn('commissionStatement', 'statement_id')
      .notNull()
      .references(() => commissionStatementRows.id),
    /** The first day of the month of their value time. */
    paidMonth: day('paid_month').notNull(),
    entry: text('entry', { enum: recoveryEntries }).notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    /** None: nothing was agreed for that stage then. */
    ratePpm: integer('rate_ppm'),
    entries: integer('entries').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    commissionMinor: minor('commission_minor').notNull(),
  },
  (table) => [index('commission_lines_statement').on(table.statementId, table.id)],
)
