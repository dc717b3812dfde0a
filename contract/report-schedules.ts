import { z } from 'zod'
import { api, change, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { type FileFormat, list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { grains } from './kernel/report.ts'
import { QueryText } from './kernel/selection.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Ref, TextKey, TimeOfDay, Version } from './kernel/values.ts'

/** A schedule sends by itself until it is paused or deleted. */
export const reportScheduleFlow = machine(
  'reportSchedules.state',
  {
    active: { pause: 'paused', remove: 'removed' },
    paused: { resume: 'active', remove: 'removed' },
    removed: {},
  },
  { active: 'good', paused: 'muted', removed: 'muted' },
)

/** How often: every day, or every week on a day; what is sent only when a number says so, every hour as well. */
export const frequencies = [
  'daily',
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
  'hourly',
] as const
const Frequency = Choice('reportSchedules.frequency', frequencies)
export type Frequency = z.output<typeof Frequency>

/** File formats: those of every export, and paper. */
export const scheduleFormats = ['csv', 'xlsx', 'pdf'] as const satisfies readonly (FileFormat | 'pdf')[]
const Format = Choice('reportSchedules.format', scheduleFormats)

/**
 * How making and sending one file goes. A quiet one was not to be sent: its number is not reached, or was told of already, or
 * whoever it was for gets it no longer.
 * One that is refused says why: whoever it was for may not have it, or not so much
 * of it. One that failed was tried several times.
 */
export const runStates = ['queued', 'running', 'done', 'quiet', 'refused', 'failed'] as const
const RunState = Choice('reportSchedules.outcome', runStates, {
  ...({ queued: 'info', running: 'info', done: 'good', quiet: 'muted', refused: 'warn', failed: 'bad' } as const),
})

/** Delivery: into the export centre of its reader, or by e-mail as well. */
export const deliveries = ['centre', 'mail'] as const
const Delivery = Choice('reportSchedules.delivery', deliveries)

/**
 * How far the e-mail of a file is. `sending` is written down before the mail server gets it: whoever finds it so later
 * does not know whether it went out, and does not send it again.
 */
export const mailStates = ['waiting', 'sending', 'sent', 'notSent', 'unclear'] as const
const MailState = Choice('reportSchedules.mail', mailStates, {
  ...({ waiting: 'info', sending: 'info', sent: 'good', notSent: 'bad', unclear: 'warn' } as const),
})

/** A report or a list that somebody gets regularly, as a file. */
export const ReportSchedule = z.object({
  id: Id('reportSchedule'),
  version: Version,
  state: reportScheduleFlow.State,
  title: z.string(),
  /** Whose it is, and who gets it. */
  owner: Ref('staff'),
  /** Who gets it as well, by name: `Asha Rao, Ravi Iyer`. */
  recipients: z.string(),
  /** Whether whoever reads it is one of them. */
  received: z.boolean(),
  /** The report, or the list. */
  content: TextKey(),
  /** Which rows, as a filter line: days that are reckoned from the day of the file stand for themselves. */
  query: z.string(),
  /** What the rows of a report are put together by. */
  by: TextKey().nullable(),
  /** Alert: it is sent only when a number is reached, in the words of whoever reads it, `Overdue at T0 > 42`; always without. */
  condition: z.string().nullable(),
  frequency: Frequency,
  /** When, on the clock of the operating country. */
  time: z.string(),
  format: Format,
  delivery: Delivery,
  /** When it is sent next. */
  nextAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  lastRun: RunState.nullable(),
  createdAt: Instant,
})
export type ReportSchedule = z.output<typeof ReportSchedule>
/** Subject: a schedule of a report or of a list. */
export const reportSchedule = subject('reportSchedules', ReportSchedule, { prefix: 'RS', opens: 'reportSchedules' })

/** One file of a schedule: for whom, how large, and what became of it. */
export const ReportRun = z.object({
  id: Id('reportRun'),
  state: RunState,
  schedule: Ref('reportSchedule'),
  recipient: Ref('staff'),
  trigger: Choice('reportSchedules.trigger', ['cycle', 'person']),
  format: Format,
  /** When it was due. */
  dueAt: Instant,
  finishedAt: Instant.nullable(),
  attempts: z.int(),
  /** Its numbers are told to whoever it is for, and to those who see all files; to whoever had it sent to others none of them. */
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  /** How far its e-mail is; null where it was to go by none. */
  mail: MailState.nullable(),
  /** The number of an alert as it was then, as it is compared; … */
  measured: z.string().nullable(),
  /** … and whether it was reached. */
  met: z.boolean(),
  /** Why it was refused, or what went wrong last. */
  error: z.string().nullable(),
})
export type ReportRun = z.output<typeof ReportRun>

const [titleMax, nameMax, columnsMax, conditionMax] = [80, 80, 200, 80]
const Names = z.array(z.string().max(nameMax)).min(1).max(columnsMax)
const parts = {
  title: z.string().trim().min(1).max(titleMax),
  query: QueryText.default(''),
  /** Send only when: a measure of the report, or `rows` or an amount of the list, a comparison, and a number. */
  condition: z.string().trim().max(conditionMax).optional(),
  frequency: Frequency,
  time: TimeOfDay,
  format: Format,
  /** By e-mail to the addresses of its readers. Where the installation sends no mail, or they have none, it is refused. */
  delivery: Delivery,
} as const

/** What a report is put together by and which numbers it has, or the columns of a list. */
export const ReportShape = z
  .object({
    by: z.string().max(nameMax),
    grain: z.enum(grains),
    measures: Names,
    /** With the totals of the period before. */
    comparison: z.boolean(),
    columns: Names,
  })
  .partial()
export type ReportShape = z.output<typeof ReportShape>

const faults = [
  ...(['unknown_listing', 'bad_query', 'view_personal', 'unknown_field'] as const),
  ...(['schedule_step_up', 'range_too_long', 'too_many_schedules'] as const),
  ...(['mail_not_set_up', 'no_mail_address'] as const),
  ...(['condition_not_read', 'unknown_measure', 'hourly_needs_condition'] as const),
] as const
const one = { subject: reportSchedule } as const

/** Most people who get what one of them has scheduled. */
export const recipientsMax = 20

const isIdle = guard<ReportSchedule>(['lastRun'], ({ lastRun }) =>
  lastRun === 'queued' || lastRun === 'running' ? refused('run_under_way') : ok,
)
/** Whoever gets what somebody else has set up can leave it, and change nothing of it; nor is anything changed of what was deleted. */
const isKept = every(
  guard<ReportSchedule>(['received'], ({ received }) => (received ? refused('set_up_by_another') : ok)),
  reportScheduleFlow.can('remove'),
)
const isReceived = guard<ReportSchedule>(['received'], ({ received }) => (received ? ok : refused('not_received')))

/** Report schedules: reports and lists that are sent as files, daily or weekly, each with its reader's own scope. */
export const reportSchedules = api('reportSchedules', {
  list: list('GET /report-schedules', {
    requires: 'reportSchedules',
    row: ReportSchedule,
    subject: reportSchedule,
    filter: [
      ...(['id', 'state', 'title', 'owner', 'content', 'query', 'condition', 'frequency', 'time'] as const),
      ...(['recipients', 'format', 'delivery'] as const),
      ...(['nextAt', 'lastAt', 'lastRun', 'createdAt'] as const),
    ],
    sort: ['id', 'state', 'title', 'owner', 'time', 'nextAt', 'lastAt', 'createdAt'],
    search: ['id', 'title', 'query'],
    order: '-createdAt',
    created: 'createdAt',
  }),

  /** Every file that was sent, or was to be. */
  runs: list('GET /report-schedules/runs', {
    requires: 'reportRuns',
    row: ReportRun,
    filter: [
      ...(['id', 'state', 'schedule', 'recipient', 'trigger', 'format', 'dueAt', 'finishedAt'] as const),
      ...(['attempts', 'rows', 'bytes', 'mail', 'met'] as const),
    ],
    sort: ['state', 'dueAt', 'finishedAt', 'rows', 'bytes'],
    search: ['schedule', 'recipient'],
    order: '-dueAt',
    created: 'dueAt',
    follows: ['reportSchedules'],
  }),

  add: write('POST /report-schedules', {
    requires: 'reportSchedules.add',
    input: z.object({
      ...parts,
      delivery: Delivery.default('centre'),
      /** A list that may be exported, or a report. */
      content: Id('exportable'),
      shape: ReportShape.default({}),
    }),
    output: z.object({ id: Id('reportSchedule') }),
    faults,
  }),

  edit: change('POST /report-schedules/edit', {
    ...one,
    requires: 'reportSchedules.edit',
    when: isKept,
    args: parts,
    faults,
  }),

  /** Somebody else gets it as well, each time as they may see it then. */
  addRecipient: change('POST /report-schedules/recipients', {
    ...one,
    requires: 'reportSchedules.edit',
    when: isKept,
    args: { recipient: Id('staff') },
    faults: [
      ...(['unknown_staff', 'recipient_known', 'recipient_may_not', 'too_many_recipients'] as const),
      ...(['mail_not_set_up', 'no_mail_address'] as const),
    ],
  }),

  removeRecipient: change('POST /report-schedules/recipients/remove', {
    ...one,
    requires: 'reportSchedules.edit',
    when: isKept,
    args: { recipient: Id('staff') },
    faults: ['not_a_recipient'],
  }),

  /** Gets it no longer: of what somebody else has set up. */
  leave: change('POST /report-schedules/leave', { ...one, requires: 'reportSchedules', when: isReceived }),

  pause: change('POST /report-schedules/pause', {
    ...one,
    requires: 'reportSchedules.edit',
    when: every(isKept, reportScheduleFlow.can('pause')),
  }),

  /** Goes on with the next turn, not with those that were missed. */
  resume: change('POST /report-schedules/resume', {
    ...one,
    requires: 'reportSchedules.edit',
    when: every(isKept, reportScheduleFlow.can('resume')),
  }),

  /** Sends it now, paused or not. It is made meanwhile. */
  run: change('POST /report-schedules/run', {
    ...one,
    requires: 'reportSchedules.edit',
    when: every(isKept, isIdle),
    faults: ['run_under_way'],
  }),

  remove: change('POST /report-schedules/remove', {
    ...one,
    requires: 'reportSchedules.remove',
    when: isKept,
  }),
})
