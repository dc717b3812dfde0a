import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, LocalDate, Version } from './kernel/values.ts'

/** Holiday: a day on which the business is closed. */
export const Holiday = z.object({
  id: Id('holiday'),
  version: Version,
  date: LocalDate,
  name: z.string(),
  /** Whether customers are left alone on that day, too: no call, no message. */
  quiet: z.boolean(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Holiday = z.output<typeof Holiday>
/** Subject: a holiday. */
export const holiday = subject('holidays', Holiday, { prefix: 'HD', opens: 'holidays' })

const nameMax = 80
/** Years that calendars are known of. */
const [yearMin, yearMax] = [2020, 2075]
const fields = { date: LocalDate, name: z.string().trim().min(1).max(nameMax), quiet: z.boolean() } as const

/** The calendar of the business: days on which it is closed. */
export const holidays = api('holidays', {
  list: list('GET /sys/holidays', {
    requires: 'holidays',
    row: Holiday,
    subject: holiday,
    filter: ['id', 'date', 'name', 'quiet', 'changedBy', 'createdAt'],
    sort: ['date', 'name'],
    search: ['name'],
    order: 'date',
    created: 'createdAt',
  }),

  add: write('POST /sys/holidays', {
    requires: 'holidays.add',
    input: z.object(fields),
    output: z.object({ id: Id('holiday') }),
    faults: ['known_already'],
  }),

  edit: change('PUT /sys/holidays', {
    subject: holiday,
    requires: 'holidays.edit',
    args: fields,
    faults: ['known_already'],
  }),

  remove: change('DELETE /sys/holidays', { subject: holiday, requires: 'holidays.remove' }),

  /** Adds the public holidays of the country in a year; days that are there already stay as they are. */
  fillYear: write('POST /sys/holidays/fill', {
    requires: 'holidays.add',
    input: z.object({ year: z.int().min(yearMin).max(yearMax) }),
    output: z.object({ added: z.int(), told: z.string() }),
    faults: ['no_holidays_known'],
  }),

  /** What surrounds the calendar: business hours, and its last day from today on; null: there is none. */
  hours: read('GET /sys/holidays/hours', {
    requires: 'holidays',
    input: z.object({}),
    output: z.object({
      opensAt: z.int(),
      closesAt: z.int(),
      daysPerWeek: z.int(),
      until: LocalDate.nullable(),
    }),
  }),

  /** The days on which customers are left alone, for screens that ask before the server does. */
  quietDays: read('GET /sys/holidays/quiet', {
    requires: 'session',
    input: z.object({}),
    output: z.object({ days: z.array(LocalDate) }),
  }),
})
