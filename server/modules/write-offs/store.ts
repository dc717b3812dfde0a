import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import type { LoanState } from '#contract/loans/flow.ts'
import type { RepaymentChannel, WriteOffType } from '#contract/loans/write-off.ts'
import { writeOffFlow } from '#contract/write-offs.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `write_offs`: debts settled by hand: asked for, decided, done. */
export const writeOffRows = pgTable(
  'write_offs',
  {
    id: idColumn('writeOff').primaryKey(),
    ...changeable(),
    state: text('state', { enum: writeOffFlow.states }).notNull(),
    type: text('type').$type<WriteOffType>().notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    repayableMinor: minor('repayable_minor').notNull(),
    extensionMinor: minor('extension_minor'),
    amountMinor: minor('amount_minor').notNull(),
    lossMinor: minor('loss_minor'),
    channel: text('channel').$type<RepaymentChannel>(),
    bankCode: text('bank_code'),
    utr: key('utr'),
    upi: text('upi'),
    repaidOn: day('repaid_on'),
    reason: text('reason'),
    blacklist: boolean('blacklist').notNull().default(false),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerUnitPath: key('maker_unit_path').notNull(),
    requestedAt: instant('requested_at').notNull(),
    checkerId: idColumn('staff', 'checker_id'),
    auditedAt: instant('audited_at'),
    note: text('note'),
    effectiveAt: instant('effective_at'),
    resultState: smallint('result_state').$type<LoanState>(),
    childId: idColumn('loan', 'child_id'),
    paymentId: idColumn('payment', 'payment_id'),
    sheet: key('sheet'),
    line: integer('line'),
  },
  (table) => [
    uniqueIndex('write_offs_one_open').on(table.loanId).where(sql`state = 'pending'`),
    index('write_offs_requested').on(table.requestedAt, table.id),
    index('write_offs_state').on(table.state, table.requestedAt, table.id),
    index('write_offs_maker').on(table.makerId, table.requestedAt, table.id),
    index('write_offs_losses')
      .on(table.lossMinor.desc().nullsLast(), table.id.desc().nullsFirst())
      .where(sql`state = 'passed'`),
    index('write_offs_loan').on(table.loanId),
    index('write_offs_sheet').on(table.sheet).where(sql`sheet is not null`),
    index('write_offs_upi').on(sql`lower(${table.upi})`),
    index('write_offs_utr').on(table.utr).where(sql`utr is not null`),
  ],
)
