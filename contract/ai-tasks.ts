import { z } from 'zod'
import { api, change } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, LocalDate, Money, Ref, Version } from './kernel/values.ts'

/**
 * A task is planned, waits for its hours, calls, and is finished when everybody was called or its hours are over. Between
 * calls, and while nobody is to be called yet, it is pending.
 */
export const aiTaskFlow = machine(
  'vocabularies.aiTaskState',
  {
    created: { open: 'pending', cancel: 'cancelled', end: 'finished' },
    pending: { call: 'calling', pause: 'paused', cancel: 'cancelled', end: 'finished' },
    calling: { wait: 'pending', pause: 'paused', end: 'finished' },
    paused: { resume: 'pending', cancel: 'cancelled', end: 'finished' },
    finished: {},
    cancelled: {},
  },
  {
    ...({ created: 'info', pending: 'info', calling: 'warn', paused: 'muted', finished: 'good' } as const),
    cancelled: 'muted',
  },
)

/** What a robot calls on one day by one configuration. */
export const AiTask = z.object({
  id: Id('aiTask'),
  version: Version,
  state: aiTaskFlow.State,
  configId: Id('aiConfig'),
  robotName: z.string(),
  product: Ref('product'),
  /** The business date it calls on. */
  day: LocalDate,
  /** The hours of the configuration, within those of the law. */
  opensAt: Instant,
  closesAt: Instant,
  /** Customers who are to be called, … */
  planned: z.int(),
  /** … those of whom it is known what came of it, by the latest call of each, … */
  called: z.int(),
  a: z.int(),
  b: z.int(),
  c: z.int(),
  d: z.int(),
  e: z.int(),
  f: z.int(),
  g: z.int(),
  h: z.int(),
  /** … and those who were not to be called any more when their turn came. */
  skipped: z.int(),
  /** When the first call began, and when the task was over. */
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** What the provider asked for all calls so far. */
  cost: Money,
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type AiTask = z.output<typeof AiTask>
/** Subject: calls of a robot on one day. */
export const aiTask = subject('aiTasks', AiTask, { prefix: 'AT', opens: 'aiTasks' })

const one = { subject: aiTask, requires: 'aiTasks.edit' } as const

/** Tasks of robots: whom they call on a day, and what came of it. */
export const aiTasks = api('aiTasks', {
  list: list('GET /ai/tasks', {
    requires: 'aiTasks',
    row: AiTask,
    subject: aiTask,
    filter: [
      ...(['id', 'state', 'configId', 'robotName', 'product', 'day', 'opensAt', 'closesAt', 'planned'] as const),
      ...(['called', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'skipped', 'startedAt', 'endedAt', 'cost'] as const),
      ...(['changedBy', 'createdAt'] as const),
    ],
    sort: ['id', 'state', 'day', 'planned', 'called', 'startedAt', 'endedAt', 'cost', 'createdAt'],
    search: ['id', 'configId', 'robotName'],
    order: '-day',
    created: 'createdAt',
    sums: ['cost'],
    follows: ['aiRecords'],
  }),

  /** Begins no more calls; those under way end. */
  pause: change('POST /ai/tasks/pause', { ...one, when: aiTaskFlow.can('pause') }),

  resume: change('POST /ai/tasks/resume', { ...one, when: aiTaskFlow.can('resume') }),

  /** For good: who was not called is not called by it any more. While it calls it is paused first. */
  cancel: change('POST /ai/tasks/cancel', { ...one, when: aiTaskFlow.can('cancel') }),
})
