import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `batches`: runs of one command over many rows: previewed, then run. */
export const batchRows = pgTable(
  'batches',
  {
    id: idColumn('batch').primaryKey(),
    ...changeable(),
    command: text('command').notNull(),
    listing: text('listing').notNull(),
    /** The filter it was for; none where rows were named. */
    query: text('query'),
    args: jsonb('args').notNull(),
    state: text('state', { enum: ['validated', 'running', 'finished', 'failed'] }).notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerName: text('maker_name').notNull(),
    unitPath: key('unit_path').notNull(),
    /** Who released it, where whoever made it might not start it alone. */
    checkerId: idColumn('staff', 'checker_id'),
    /** Whether what was released are its rows, not their number: it runs as whoever made it, else as whoever released it. */
    rowsReleased: boolean('rows_released').notNull().default(false),
    /** The run whose failed rows this one tries again. */
    parentId: idColumn('batch', 'parent_id'),
    count: integer('count').notNull(),
    success: integer('success').notNull().default(0),
    fail: integer('fail').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('batches_created').on(table.createdAt, table.id), index('batches_maker').on(table.makerId)],
)
/** A run as it is stored. */
export type StoredBatch = typeof batchRows.$inferSelect

/** Table `batch_items`: the rows of a run, frozen when it was previewed, each with the version it had and how it ended. */
export const batchItemRows = pgTable(
  'batch_items',
  {
    batchId: idColumn('batch', 'batch_id').notNull(),
    seq: integer('seq').notNull(),
    rowId: key('row_id').notNull(),
    version: integer('version').notNull(),
    outcome: text('outcome', { enum: ['waiting', 'done', 'refused'] })
      .notNull()
      .default('waiting'),
    fault: text('fault'),
    values: jsonb('values'),
    /** What it moved, in minor units. */
    amountMinor: bigint('amount_minor', { mode: 'number' }),
    at: instant('at'),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.seq] }),
    index('batch_items_outcome').on(table.batchId, table.outcome, table.seq),
  ],
)
