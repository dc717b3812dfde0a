import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { aiOutcomes } from '#contract/ai-outcomes.ts'
import { type ContactResult, followUpWays, numberMarks, type Willingness } from '#contract/follow-up-rules.ts'
import { idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `follow_ups`: what came of contacting customers who owe. Numbers are kept as a blind index and their end. */
export const followUpRows = pgTable(
  'follow_ups',
  {
    id: idColumn('followUp').primaryKey(),
    caseId: idColumn('case', 'case_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    at: instant('at').notNull(),
    /** None: a robot has called. */
    collectorId: idColumn('staff', 'collector_id'),
    way: text('way', { enum: followUpWays }).notNull(),
    /** Reference of the number: the customer's own, or the id of whom they have named. */
    number: key('number').notNull(),
    phoneTail: text('phone_tail').notNull(),
    phoneMark: key('phone_mark').notNull(),
    relation: text('relation'),
    result: smallint('result').$type<ContactResult>().notNull(),
    willingness: smallint('willingness').$type<Willingness>().notNull(),
    nextAt: instant('next_at').notNull(),
    remark: text('remark').notNull(),
    /** What a robot has found out: whoever reads has it in their language, the remark in English. */
    outcome: text('outcome', { enum: aiOutcomes }),
  },
  (table) => [
    index('follow_ups_loan').on(table.loanId, table.at),
    index('follow_ups_at').on(table.at, table.id),
    index('follow_ups_customer').on(table.customerId, table.result, table.at),
    index('follow_ups_collector').on(table.collectorId, table.at),
  ],
)

/** Table `number_marks`: numbers that nobody has, or that are not the customer's: by blind index, for each customer. */
export const numberMarkRows = pgTable(
  'number_marks',
  {
    customerId: idColumn('customer', 'customer_id').notNull(),
    phoneMark: key('phone_mark').notNull(),
    mark: text('mark', { enum: numberMarks }).notNull(),
    followUpId: idColumn('followUp', 'follow_up_id').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.phoneMark] })],
)
