import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { JobClass, JobFinding } from '#contract/jobs.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'
import type { RefusedRows } from '#server/kernel/call/context.ts'

/** Table `jobs`: scheduled tasks, as they were set up. */
export const jobRows = pgTable('jobs', {
  id: idColumn('job').primaryKey(),
  ...changeable(),
  /** What somebody has called it; none where the words for its class say it. */
  name: text('name'),
  jobClass: text('job_class').$type<JobClass>().notNull(),
  cycle: text('cycle').notNull(),
  days: text('days', { enum: ['every', 'business'] })
    .notNull()
    .default('every'),
  state: text('state', { enum: ['enabled', 'disabled'] }).notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Table `job_progress`: how far each task has come. Apart from what was set up, so that a run changes no version that somebody edits. */
export const jobProgressRows = pgTable('job_progress', {
  jobId: idColumn('job', 'job_id').primaryKey(),
  nextAt: instant('next_at'),
  /** The run under way; whoever runs it says so again and again. */
  running: bigint('running', { mode: 'number' }),
  aliveAt: instant('alive_at'),
  lastAt: instant('last_at'),
  lastRun: text('last_run', { enum: ['running', 'success', 'fail', 'skipped'] }),
  success: integer('success').notNull().default(0),
  fail: integer('fail').notNull().default(0),
})

/** Table `job_runs`: every run of every task. */
export const jobRunRows = pgTable(
  'job_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    jobId: idColumn('job', 'job_id').notNull(),
    state: text('state', { enum: ['queued', 'running', 'success', 'fail', 'skipped'] }).notNull(),
    trigger: text('trigger', { enum: ['cycle', 'person'] }).notNull(),
    startedBy: text('started_by').notNull(),
    queuedAt: instant('queued_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    durationMs: integer('duration_ms'),
    done: integer('done').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    error: text('error'),
    /** Why rows were refused; none where none were. */
    refusals: jsonb('refusals').$type<readonly RefusedRows[]>(),
    /** What it found wrong, the first of it; none where nothing was. */
    findings: jsonb('findings').$type<readonly JobFinding[]>(),
  },
  (table) => [
    index('job_runs_job').on(table.jobId, table.id),
    index('job_runs_queued').on(table.id).where(sql`state = 'queued'`),
  ],
)
