import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { aiOutcomes } from '#contract/ai-outcomes.ts'
import { aiRecordFlow } from '#contract/ai-records.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, idColumn, instant, minor } from '#server/kernel/base/columns.ts'
import { listenColumns } from '#server/modules/calls/store.ts'

/** Table `ai_records`: calls of robots; whose number it is, is asked of the customer. */
export const aiRecordRows = pgTable(
  'ai_records',
  {
    id: idColumn('aiRecord').primaryKey(),
    ...changeable(),
    state: text('state', { enum: aiRecordFlow.states }).notNull(),
    taskId: idColumn('aiTask', 'task_id').notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    caseId: idColumn('case', 'case_id').notNull(),
    /** The agency that had the case then. */
    agencyId: idColumn('unit', 'agency_id'),
    attempt: integer('attempt').notNull(),
    /** The configuration of the provider that it goes by. */
    configId: idColumn('providerConfig', 'config_id'),
    outcome: text('outcome', { enum: aiOutcomes }),
    beganAt: instant('began_at').notNull(),
    answeredAt: instant('answered_at'),
    endedAt: instant('ended_at'),
    costMinor: minor('cost_minor').notNull().default(0),
    currency: text('currency').$type<Currency>().notNull(),
    /** Under which names the provider has recording and transcript, and where the file store does. */
    recording: text('recording'),
    recordingKey: text('recording_key'),
    transcript: text('transcript'),
    transcriptKey: text('transcript_key'),
    failure: text('failure'),
  },
  (table) => [
    index('ai_records_began').on(table.beganAt, table.id),
    index('ai_records_customer').on(table.customerId, table.beganAt),
    index('ai_records_loan').on(table.loanId, table.beganAt),
    index('ai_records_case').on(table.caseId, table.beganAt),
    uniqueIndex('ai_records_attempt').on(table.taskId, table.loanId, table.attempt),
    index('ai_records_live').on(table.beganAt).where(sql`state in ('dialling', 'talking')`),
  ],
)
/** A call of a robot as it is stored. */
export type StoredAiRecord = typeof aiRecordRows.$inferSelect

/** Table `ai_listens`: who may listen to a recording of a robot, since when and until when, and why. */
export const aiListenRows = pgTable(
  'ai_listens',
  { recordId: idColumn('aiRecord', 'record_id').notNull(), ...listenColumns() },
  (table) => [primaryKey({ columns: [table.recordId, table.staffId, table.at] })],
)
