import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { Selection } from './kernel/selection.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Money, TextKey, Version } from './kernel/values.ts'

/** Life cycle of a batch: previewed, then run; what failed of it can be tried again as a batch of its own. */
const batchFlow = machine(
  'batches.state',
  {
    validated: { start: 'running' },
    running: { finish: 'finished', give_up: 'failed' },
    finished: {},
    failed: {},
  },
  { validated: 'muted', running: 'info', finished: 'good', failed: 'bad' },
)

/** Rows that were, or would be, refused for one reason. */
const RefusedGroup = z.object({
  fault: z.string(),
  /** The reason in the reader's words. */
  msg: z.string(),
  count: z.int(),
  /** The first of them. */
  ids: z.array(z.string()),
})
export type RefusedGroup = z.output<typeof RefusedGroup>

/** A limit that counts what was done already, and how much of it is left. */
export const LimitLeft = z.object({
  /** Which limit: its text stands under `command.headroom`. */
  of: z.enum(['fundCap', 'reductionCap']),
  left: Money,
})
export type LimitLeft = z.output<typeof LimitLeft>

/** What a run would do beside what it moves. */
export const SideEffect = z.object({
  /** Which effect: its text stands under `command.effect`. */
  of: z.enum([
    ...(['loss', 'cases', 'tickets', 'reviews', 'sessions', 'erased', 'kept', 'stageDays'] as const),
    ...([
      'movedCases',
      'receivers',
      'noCases',
      'promised',
      'rightsLost',
      'rightsGained',
      'stops',
      'stopsNoMore',
    ] as const),
  ]),
  /** Amounts, per currency, of what is money. */
  sums: z.array(Money),
  /** How many, of what is counted. */
  count: z.int(),
  /** In the reader's words, of what is neither. */
  texts: z.array(z.string()).optional(),
})
export type SideEffect = z.output<typeof SideEffect>

/** What limits the arguments of a command on a selection. */
export const ArgumentLimits = z.object({
  /** By the argument: the least of what the rows say. */
  most: z.record(z.string(), z.union([Money, z.int()])),
  headroom: z.array(LimitLeft),
})
export type ArgumentLimits = z.output<typeof ArgumentLimits>

/** Rehearsal (dry run) of what a command would do. Nothing was changed. */
export const Rehearsal = z.object({
  /** The run that carries it out; none of a call that a second person is asked to release. */
  id: Id('batch').nullable(),
  command: z.string(),
  matched: z.int(),
  eligible: z.int(),
  refused: z.array(RefusedGroup),
  /** What the eligible rows move, per currency. */
  sums: z.array(Money),
  /** What the rehearsed rows did beside that, such as what is given up. */
  effects: z.array(SideEffect),
  /** How many rows were rehearsed (a dry run) one by one; the rest was counted by state. */
  rehearsed: z.int(),
  /** Of such a call: what differs before and after, in the reader's words. */
  changes: z.string().nullable(),
  /** What was given for its arguments, but for secrets. */
  args: z.record(z.string(), z.unknown()),
  /**
   * Why it may not be run at all, although rows are eligible: too many at once, say. `askable`: somebody else may
   * release it, where that is asked for.
   */
  blocker: z.object({ fault: z.string(), msg: z.string(), askable: z.boolean() }).nullable(),
  /** What is left of limits (quotas) now, before it runs. */
  headroom: z.array(LimitLeft),
  at: Instant,
  /** Of a preview of one row: the version it was decided on. */
  version: Version.nullable(),
})
export type Rehearsal = z.output<typeof Rehearsal>

/**
 * Preview of what a command would do to a selection: the rows are frozen, each with the version it has, so that what was
 * counted is what is acted on. `batches.run` carries it out.
 */
export const Preview = Rehearsal.extend({ id: Id('batch') })
export type Preview = z.output<typeof Preview>

/** A batch and its progress. */
export const Batch = z.object({
  id: Id('batch'),
  version: Version,
  state: batchFlow.State,
  command: TextKey(),
  query: z.string().nullable(),
  maker: z.string(),
  parentId: Id('batch').nullable(),
  count: z.int(),
  success: z.int(),
  fail: z.int(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
})
export type Batch = z.output<typeof Batch>
export const batch = subject('batches', Batch, { prefix: 'BT', opens: 'batches', findBy: ['id'] })

/** Whether rows of it were refused, and it is over. */
const hasRefusals = guard<Batch>(['state', 'fail'], ({ state, fail }) =>
  state === 'running' ? refused('run_under_way') : fail === 0 ? refused('nothing_failed') : ok,
)

/** What a command is run on, and with which arguments. */
const Call = z.object({ command: z.string().max(80), selection: Selection, args: z.record(z.string(), z.unknown()) })
const One = z.object({ id: Id('batch') })

/** Batches, commands over many rows: previewed, run, looked at, tried again. */
export const batches = api('batches', {
  list: list('GET /batches', {
    requires: 'batches',
    row: Batch,
    subject: batch,
    filter: ['id', 'state', 'command', 'maker', 'parentId', 'count', 'success', 'fail', 'createdAt', 'finishedAt'],
    sort: ['createdAt', 'count', 'fail', 'state', 'success'],
    search: ['id', 'command', 'maker'],
    order: '-createdAt',
    created: 'createdAt',
  }),

  /** How much the arguments of a command may be at most, and what is left of limits. */
  bounds: read('POST /batches/bounds', {
    requires: 'anyone',
    input: Call.omit({ args: true }),
    output: ArgumentLimits,
    faults: ['unknown_command', 'wrong_rows'],
  }),

  /** Rehearses (dry run) a command on a selection and freezes the rows. */
  preview: write('POST /batches/preview', {
    requires: 'anyone',
    input: Call,
    output: Preview,
    faults: ['nothing_selected', 'unknown_command', 'wrong_rows', 'too_many_rows'],
  }),

  /** Runs a command on a selection at once, for what needs no review. */
  start: write('POST /batches', {
    requires: 'anyone',
    input: Call,
    output: Batch,
    faults: ['nothing_selected', 'unknown_command', 'wrong_rows', 'too_many_rows', 'needs_preview', 'answers_once'],
  }),

  /** Runs what was previewed. Small runs are over when this answers; large ones go on by themselves. */
  run: write('POST /batches/run', {
    requires: 'anyone',
    input: One,
    output: Batch,
    faults: ['not_found', 'preview_used', 'preview_expired', 'too_many_rows', 'answers_once'],
  }),

  /** One's own run, or any run for whoever sees the page of runs. */
  get: read('GET /batches/{id}', { requires: 'anyone', input: One, output: Batch, faults: ['not_found'] }),

  /** Why rows of a run were refused. */
  failures: read('GET /batches/{id}/failures', {
    requires: 'anyone',
    input: One,
    output: z.object({ refused: z.array(RefusedGroup) }),
    faults: ['not_found'],
  }),

  /** Every row of a run with its result, as a file. */
  export: {
    ...read('GET /batches/{id}/export', { requires: 'anyone', input: One, output: z.null(), faults: ['not_found'] }),
    file: true as const,
  },

  /** Tries the refused rows of a run of one's own again, from the list of runs: a run of its own, which names this one. */
  rerun: change('POST /batches/rerun', {
    subject: batch,
    requires: 'batches.batch',
    when: hasRefusals,
    faults: ['run_under_way', 'nothing_failed', 'too_many_rows', 'forbidden'],
  }),

  /** Tries the refused rows of a run again, as they are now. */
  retry: write('POST /batches/retry', {
    requires: 'anyone',
    input: One,
    output: Batch,
    faults: ['not_found', 'nothing_selected', 'too_many_rows'],
  }),
})
