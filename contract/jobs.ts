import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, TextKey, Version } from './kernel/values.ts'

/** What the server knows to do by itself. A scheduled task runs one of these. */
export const JobClass = Choice('jobs.class', [
  'doDisburse',
  'queryPayout',
  'doLate',
  'expireApprovals',
  'sweepPaying',
  'lapseReductions',
  'expireCoupons',
  'renewCredit',
  'sendMessages',
  'auditBook',
  'purgeExports',
  'reviewAccess',
  'drawQualitySample',
  'drawConductSample',
  'allocateCases',
  'endPromises',
  'expireHolds',
  'aiCallPlan',
  'sendReports',
  'drawCommission',
  'matchSettlements',
  'closeDays',
  'fillHolidays',
])
export type JobClass = z.output<typeof JobClass>

/** A task runs by its cycle, or it is switched off. */
const jobFlow = machine(
  'jobs.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

/** On which of the days of its cycle a task runs: all of them, or those on which the business is open. */
const JobDays = Choice('jobs.days', ['every', 'business'])

/** How a run goes. One that finds another of its task under way is skipped. */
const RunState = Choice('jobs.run', ['queued', 'running', 'success', 'fail', 'skipped'], {
  queued: 'info',
  running: 'info',
  success: 'good',
  fail: 'bad',
  skipped: 'muted',
})

/** A scheduled job (task). */
export const Job = z.object({
  /** What staff and logs know it by. */
  id: Id('job'),
  version: Version,
  state: jobFlow.State,
  name: z.string(),
  jobClass: JobClass,
  /**
   * When it runs, on the clock of the operating country. Five fields of cron: minute, hour, day, month, weekday (0 to 7,
   * Sunday 0 and 7); or six of Quartz: second (0), minute, hour, day, month, weekday (1 to 7, Sunday 1).
   */
  cycle: z.string(),
  days: JobDays,
  nextAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  lastRun: RunState.nullable(),
  /** How many runs ended well, and how many did not. */
  success: z.int(),
  fail: z.int(),
  createdAt: Instant,
})
export type Job = z.output<typeof Job>
export const job = subject('jobs', Job, { opens: '/task', findBy: ['label'] })

/** One run of a task. */
export const JobRun = z.object({
  id: z.int(),
  state: RunState,
  trigger: Choice('jobs.trigger', ['cycle', 'person']),
  /** One of the staff, or the clock. */
  startedBy: TextKey('jobs.actor'),
  queuedAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  durationMs: z.int().nullable(),
  /** How many rows it did something to, and how many it could not. */
  done: z.int(),
  refused: z.int(),
  /** What broke it off, and why rows were refused, in the reader's words. */
  log: z.string().nullable(),
})
export type JobRun = z.output<typeof JobRun>

/** What a cycle means. */
export const CycleMeaning = z.object({
  /** In the reader's words. */
  words: z.string(),
  /** What is worth knowing about it. */
  notes: z.array(z.string()),
  /** When it comes round next. */
  next: z.array(Instant),
})
export type CycleMeaning = z.output<typeof CycleMeaning>

/** Why a text is no cycle. */
const cycleFaults = [
  ...(['cycle_fields', 'cycle_seconds', 'cycle_part', 'cycle_step', 'cycle_days'] as const),
  ...(['cycle_unsupported', 'cycle_alone', 'cycle_never'] as const),
] as const

/** Something that a run found wrong in the books: what an order's terms and events say, and what is kept. */
export const JobFinding = z.object({
  loanId: Id('loan'),
  planId: Id('plan').nullable(),
  /** Column or amount: `charged.penalty`, `state`. */
  field: z.string(),
  expected: z.string(),
  found: z.string(),
})
export type JobFinding = z.output<typeof JobFinding>

const nameMax = 80
const Name = z.string().trim().min(1).max(nameMax)
/** Five fields of cron, or the six of Quartz; what they may hold the server says. */
const Cycle = z.string().trim().min(1).max(nameMax)

const idle = guard<Job>(['lastRun'], ({ lastRun }) => (lastRun === 'running' ? refused('run_under_way') : ok))

/** Scheduled jobs and their runs. */
export const jobs = api('jobs', {
  list: list('GET /jobs', {
    requires: 'jobs',
    row: Job,
    subject: job,
    filter: ['id', 'state', 'name', 'jobClass', 'days', 'nextAt', 'lastAt', 'lastRun', 'success', 'fail', 'createdAt'],
    sort: ['id', 'nextAt', 'lastAt', 'fail', 'name', 'state'],
    search: ['id', 'name'],
    order: 'id',
    created: 'createdAt',
  }),

  /** A task with what its cycle means, its last runs, newest first, and what the last one that has ended found wrong. */
  detail: read('GET /jobs/{id}', {
    requires: 'jobs',
    input: z.object({ id: Id('job') }),
    output: z.object({
      job: Job,
      meaning: CycleMeaning.nullable(),
      runs: z.array(JobRun),
      findings: z.array(JobFinding),
    }),
    faults: ['not_found'],
  }),

  add: write('POST /jobs', {
    requires: 'jobs.add',
    input: z.object({
      identifier: z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{1,39}$/),
      name: Name,
      jobClass: JobClass,
      cycle: Cycle,
      /** Every day where nothing is said. */
      days: JobDays.optional(),
    }),
    output: Job,
    faults: ['known_already', ...cycleFaults],
  }),

  edit: change('POST /jobs/edit', {
    subject: job,
    requires: 'jobs.edit',
    args: { name: Name, cycle: Cycle, days: JobDays.optional() },
    faults: cycleFaults,
  }),

  setState: change('POST /jobs/state', { subject: job, requires: 'jobs.edit', args: { state: jobFlow.State } }),

  /** Runs a task now, switched off or not. The run goes on by itself. */
  run: change('POST /jobs/run', { subject: job, requires: 'jobs.batch', when: idle, faults: ['run_under_way'] }),
})
