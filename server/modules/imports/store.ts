import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type ImportCheck, importFlow } from '#contract/imports/calls.ts'
import type { DetectedMapping } from '#contract/imports/mapping.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** A dry run as it is kept: in no language. */
export type StoredCheck = Omit<ImportCheck, 'problems'> & {
  readonly problems: readonly Omit<ImportCheck['problems'][number], 'reason'>[]
}

/** Table `imports`: files that were handed in to be loaded, and what became of them. */
export const importRows = pgTable(
  'imports',
  {
    id: idColumn('import').primaryKey(),
    ...changeable(),
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state', { enum: importFlow.states }).notNull(),
    /** Which column of the file is which field. */
    mapping: jsonb('mapping').$type<DetectedMapping>().notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerName: text('maker_name').notNull(),
    /** Lines of the file of loans: all of them, and what became of them. */
    lines: integer('lines').notNull().default(0),
    done: integer('done').notNull().default(0),
    loaded: integer('loaded').notNull().default(0),
    known: integer('known').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Why it ended before its time, where it did. */
    fault: jsonb('fault').$type<{ fault: string; values?: FaultValues }>(),
    /** What the last dry run has found. */
    check: jsonb('check').$type<StoredCheck>(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('imports_maker').on(table.makerId, table.createdAt)],
)

/** Table `import_problems`: lines that were not loaded, each with its field and the reason. */
export const importProblemRows = pgTable(
  'import_problems',
  {
    importId: idColumn('import', 'import_id').notNull(),
    file: text('file').notNull(),
    /** Line of the file, the headings being 1. */
    line: integer('line').notNull(),
    field: text('field').notNull(),
    fault: text('fault').notNull(),
    got: text('got').notNull().default(''),
  },
  (table) => [index('import_problems_import').on(table.importId, table.line)],
)
