import { z } from 'zod'
import { aiOutcomes } from './ai-outcomes.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Ref, TimeOfDay, Version } from './kernel/values.ts'

/** By one that is disabled no robot calls anybody. */
const aiConfigFlow = machine(
  'aiConfigs.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

/** Whom a robot calls, when, and how often. */
export const AiConfig = z.object({
  id: Id('aiConfig'),
  version: Version,
  state: aiConfigFlow.State,
  product: Ref('product'),
  /** Days past due, both included. */
  minOverdueDays: z.int(),
  /** None: it has no end. */
  maxOverdueDays: z.int().nullable(),
  /** Weekdays on which calls go out, Monday is 1: `1-5, 7`; none: on the dates alone. */
  weekdays: z.string().nullable(),
  /** Dates on which they go out, whatever the weekday: `2026-12-24, 2026-12-31`. */
  dates: z.string().nullable(),
  /** From when to when, on the clock of the operating country: `09:30`. */
  startTime: z.string(),
  endTime: z.string(),
  /** What the provider knows the robot by. */
  robotId: z.string(),
  robotName: z.string(),
  /** A customer is called again about the same case after so many days, … */
  repeatDays: z.int(),
  /** … on so many days at most. */
  repeatMax: z.int(),
  /** Who was not reached is redialled after so many minutes, … */
  redialMinutes: z.int(),
  /** … so often at most on one day. */
  redialMax: z.int(),
  /** Labels: what a call came to after which the customer is not called again about the case: `b, c`. */
  ignoredLabels: z.string(),
  /** Tasks that were planned by it. */
  tasks: z.int(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type AiConfig = z.output<typeof AiConfig>
/** Subject: whom a robot calls. */
export const aiConfig = subject('aiConfigs', AiConfig, { prefix: 'AC', opens: 'aiConfigs' })

const [dayMax, textMax, robotMax, timesMax, minutesMax] = [9_999, 200, 60, 100, 1_440]
const Day = z.int().min(0).max(dayMax)
/** `1-5, 7`. */
const Weekdays = z
  .string()
  .trim()
  .regex(/^[1-7](\s*[-,]\s*[1-7])*$/)
/** `2026-12-24, 2026-12-31`. */
const Dates = z.string().trim().max(textMax)
const label = `[${aiOutcomes.join('')}]`
/** `b, c`. */
const Labels = z
  .string()
  .trim()
  .toLowerCase()
  .regex(new RegExp(`^${label}(\\s*,\\s*${label})*$`))
const RobotText = z.string().trim().min(1).max(robotMax)

const details = {
  productId: Id('product'),
  minOverdueDays: Day,
  maxOverdueDays: Day.nullable(),
  weekdays: Weekdays.nullable(),
  dates: Dates.nullable(),
  startTime: TimeOfDay,
  endTime: TimeOfDay,
  robotId: RobotText,
  robotName: RobotText,
  repeatDays: z.int().min(1).max(dayMax),
  repeatMax: z.int().min(1).max(timesMax),
  redialMinutes: z.int().min(1).max(minutesMax),
  redialMax: z.int().min(0).max(timesMax),
  ignoredLabels: Labels,
} as const
const faults = [
  ...(['unknown_product', 'last_before_first', 'no_outbound_day', 'wrong_weekdays', 'wrong_dates'] as const),
  ...(['ends_before_start', 'outside_contact_hours'] as const),
] as const

const isUnused = guard<AiConfig>(['tasks'], ({ tasks }) => (tasks > 0 ? refused('config_used', { count: tasks }) : ok))

/** Configurations of calls by robots. */
export const aiConfigs = api('aiConfigs', {
  list: list('GET /ai/configs', {
    requires: 'aiConfigs',
    row: AiConfig,
    subject: aiConfig,
    filter: [
      ...(['id', 'state', 'product', 'minOverdueDays', 'maxOverdueDays', 'weekdays', 'dates', 'startTime'] as const),
      ...(['endTime', 'robotId', 'robotName', 'repeatDays', 'repeatMax', 'redialMinutes', 'redialMax'] as const),
      ...(['ignoredLabels', 'tasks', 'changedBy', 'createdAt'] as const),
    ],
    sort: ['id', 'state', 'product', 'minOverdueDays', 'startTime', 'robotName', 'tasks', 'createdAt'],
    search: ['id', 'robotId', 'robotName'],
    order: 'minOverdueDays',
    created: 'createdAt',
    follows: ['aiTasks'],
  }),

  add: write('POST /ai/configs', {
    requires: 'aiConfigs.add',
    input: z.object(details),
    output: z.object({ id: Id('aiConfig') }),
    faults,
  }),

  /** Counts from the next day that is planned; tasks that are there go on as they were planned. */
  edit: change('POST /ai/configs/edit', { subject: aiConfig, requires: 'aiConfigs.edit', args: details, faults }),

  /** While it is disabled nothing is planned by it, and no more calls begin. */
  setState: change('POST /ai/configs/status', {
    subject: aiConfig,
    requires: 'aiConfigs.edit',
    args: { state: aiConfigFlow.State },
  }),

  /** One that nobody was ever called by. */
  remove: change('DELETE /ai/configs', {
    subject: aiConfig,
    requires: 'aiConfigs.remove',
    when: isUnused,
    faults: ['config_used'],
  }),
})
