import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import type { Outcome } from '#contract/statements.ts'
import { day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `statements`: statements of banks that were read. */
export const statementRows = pgTable(
  'statements',
  {
    id: idColumn('statement').primaryKey(),
    file: text('file').notNull(),
    /** The id of whoever has read it; their name then, where it was read before ids were kept. */
    readBy: text('read_by').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [index('statements_read').on(table.readAt)],
)

/** Table `statement_lines`: what stood in them, line by line, and what each line was found to be. */
export const statementLineRows = pgTable(
  'statement_lines',
  {
    id: idColumn('statementLine').primaryKey(),
    statementId: idColumn('statement', 'statement_id').notNull(),
    line: integer('line').notNull(),
    bookedOn: day('booked_on').notNull(),
    utr: key('utr').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    bank: text('bank'),
    outcome: text('outcome').$type<Outcome>().notNull(),
    loanId: idColumn('loan', 'loan_id'),
    proofId: idColumn('proof', 'proof_id'),
    paymentId: idColumn('payment', 'payment_id'),
    note: text('note'),
  },
  (table) => [
    uniqueIndex('statement_lines_place').on(table.statementId, table.line),
    index('statement_lines_utr').on(table.utr),
    index('statement_lines_proof').on(table.proofId),
  ],
)
