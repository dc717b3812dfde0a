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
  'sendMessages',
  'auditBook',
])
export type JobClass = z.output<typeof JobClass>

/** A task runs by its cycle, or it is switched off. */
const jobFlow = machine(
  'jobs.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

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
  /** When it runs, as cron on the clock of the operating country: minute, hour, day, month, weekday. */
  cycle: z.string(),
  nextAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  lastRun: RunState.nullable(),
  /** How many runs ended well, and how many did not. */
  success: z.int(),
  fail: z.int(),
  createdAt: Instant,
})
export type Job = z.output<typeof Job>
export const job = subject('jobs', Job, { opens: '/task' })

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
  error: z.string().nullable(),
})
export type JobRun = z.output<typeof JobRun>

const nameMax = 80
const Name = z.string().trim().min(1).max(nameMax)
/** Five fields of cron; what they may hold the server says. */
const Cycle = z
  .string()
  .trim()
  .max(nameMax)
  .regex(/^\S+( \S+){4}$/)

const idle = guard<Job>(['lastRun'], ({ lastRun }) => (lastRun === 'running' ? refused('run_under_way') : ok))

/** Scheduled jobs and their runs. */
export const jobs = api('jobs', {
  list: list('GET /jobs', {
    requires: 'jobs',
    row: Job,
    subject: job,
    filter: ['id', 'state', 'name', 'jobClass', 'nextAt', 'lastAt', 'lastRun', 'success', 'fail', 'createdAt'],
    sort: ['id', 'nextAt', 'lastAt', 'fail'],
    search: ['id', 'name'],
    order: 'id',
    created: 'createdAt',
  }),

  /** A task with its last runs, newest first. */
  detail: read('GET /jobs/{id}', {
    requires: 'jobs',
    input: z.object({ id: Id('job') }),
    output: z.object({ job: Job, runs: z.array(JobRun) }),
    faults: ['not_found'],
  }),

  add: write('POST /jobs', {
    requires: 'jobs.add',
    input: z.object({
      identifier: z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{1,39}$/),
      name: Name,
      jobClass: JobClass,
      cycle: Cycle,
    }),
    output: Job,
    faults: ['known_already', 'cycle_unknown'],
  }),

  edit: change('POST /jobs/edit', {
    subject: job,
    requires: 'jobs.edit',
    args: { name: Name, cycle: Cycle },
    faults: ['cycle_unknown'],
  }),

  setState: change('POST /jobs/state', { subject: job, requires: 'jobs.edit', args: { state: jobFlow.State } }),

  /** Runs a task now, switched off or not. The run goes on by itself. */
  run: change('POST /jobs/run', { subject: job, requires: 'jobs.batch', when: idle, faults: ['run_under_way'] }),
})
