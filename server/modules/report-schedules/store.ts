import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import {
  deliveries,
  frequencies,
  mailStates,
  type ReportShape,
  reportScheduleFlow,
  runStates,
  scheduleFormats,
} from '#contract/report-schedules.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `report_schedules`: which reports and lists are sent regularly, to whom. */
export const reportScheduleRows = pgTable(
  'report_schedules',
  {
    id: idColumn('reportSchedule').primaryKey(),
    ...changeable(),
    state: text('state', { enum: reportScheduleFlow.states }).notNull(),
    title: text('title').notNull(),
    ownerId: idColumn('staff', 'owner_id').notNull(),
    /** Who gets it as well. */
    recipientIds: text('recipient_ids').array().$type<IdOf<'staff'>[]>().notNull().default([]),
    /** Who was taken off by the last change: it is told to them as well. */
    leftIds: text('left_ids').array().$type<IdOf<'staff'>[]>().notNull().default([]),
    /** The id of a report or of a listing. */
    content: text('content').notNull(),
    query: text('query').notNull(),
    shape: jsonb('shape').$type<ReportShape>().notNull(),
    /** The name of the field that the rows of a report are put together by, as a text key. */
    rowsBy: text('rows_by'),
    /** Alert: a number that has to be reached, by the name of its measure; always sent without. */
    condition: text('condition'),
    frequency: text('frequency', { enum: frequencies }).notNull(),
    time: text('time').notNull(),
    format: text('format', { enum: scheduleFormats }).notNull(),
    delivery: text('delivery', { enum: deliveries }).notNull().default('centre'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('report_schedules_owner').on(table.ownerId)],
)

/** Table `report_schedule_turns`: when each is due next. Apart from what was set up, so that a turn changes no version. */
export const reportTurnRows = pgTable(
  'report_schedule_turns',
  {
    scheduleId: idColumn('reportSchedule', 'schedule_id')
      .primaryKey()
      .references(() => reportScheduleRows.id, { onDelete: 'cascade' }),
    /** None while it is paused. */
    nextAt: instant('next_at'),
  },
  (table) => [index('report_schedule_turns_next').on(table.nextAt)],
)

/** Table `report_runs`: one row for each file and reader. */
export const reportRunRows = pgTable(
  'report_runs',
  {
    id: idColumn('reportRun').primaryKey(),
    scheduleId: idColumn('reportSchedule', 'schedule_id')
      .notNull()
      .references(() => reportScheduleRows.id, { onDelete: 'cascade' }),
    recipientId: idColumn('staff', 'recipient_id').notNull(),
    state: text('state', { enum: runStates }).notNull(),
    trigger: text('trigger', { enum: ['cycle', 'person'] }).notNull(),
    format: text('format', { enum: scheduleFormats }).notNull(),
    dueAt: instant('due_at').notNull(),
    /** When it is taken up next: again after a while, where it was taken up and nobody has said how it ended. */
    nextAt: instant('next_at'),
    attempts: integer('attempts').notNull().default(0),
    rows: integer('rows'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** How far its e-mail is; null where it goes by none. */
    mail: text('mail', { enum: mailStates }),
    /** The number of an alert as it was found, and whether it was reached; null where none was looked at. */
    measured: text('measured'),
    met: boolean('met'),
    /** The key of a reason with its values, or a text: `run-error.ts`. */
    error: text('error'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    uniqueIndex('report_runs_once').on(table.scheduleId, table.dueAt, table.recipientId),
    index('report_runs_next').on(table.nextAt),
    index('report_runs_due').on(table.dueAt),
  ],
)
