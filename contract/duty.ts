import { z } from 'zod'
import { duties, weekLength } from './duty-days.ts'
import { api, read, write } from './kernel/endpoint.ts'
import { Choice, Id, LocalDate, Ref } from './kernel/values.ts'

const Duty = Choice('duty.duty', [...duties])
const Weekday = z.int().min(1).max(weekLength)

/** Somebody on the schedule: whose they are, what they can take, and when they work. */
const DutyPerson = z.object({
  staff: Id('staff'),
  name: z.string(),
  account: z.string(),
  unit: Id('unit'),
  /** The units from the root down to theirs, each id between slashes. */
  unitPath: z.string(),
  /** Whether they are given cases; others are counted by their unit. */
  collects: z.boolean(),
  /** Stages whose cases they are given, in the order of their days. */
  stages: z.array(Id('stage')),
  openCases: z.int(),
  /** Most open cases at once; none: as many as the stage allows. */
  capacity: z.int().nullable(),
  /** Weekly pattern: whether they work, Monday first. */
  pattern: z.array(z.boolean()).length(weekLength),
  /** Dated duty of this week and the one before it. */
  dated: z.array(z.object({ day: LocalDate, duty: Duty })),
})
export type DutyPerson = z.output<typeof DutyPerson>

/** A stage with its open cases within reach, and how many collectors these need. */
const StaffedStage = z.object({ id: Id('stage'), name: z.string(), openCases: z.int(), needed: z.int() })
export type StaffedStage = z.output<typeof StaffedStage>

/** A unit of the people, or one above it; `path`: the ids from the root down to it. */
const DutyUnit = z.object({ id: Id('unit'), name: z.string(), isAgency: z.boolean(), path: z.string() })
export type DutyUnit = z.output<typeof DutyUnit>

/** Duty of one day for somebody; null: what their pattern says. `was`: as whoever changes it has seen it. */
const DayChange = z.object({
  ...{ staff: Id('staff'), day: LocalDate, duty: Duty.nullable() },
  // compared, not chosen: it may be one that is offered no longer
  was: z.literal([...Duty.values]).nullable(),
})
export type DayChange = z.output<typeof DayChange>
/** A weekday of somebody's pattern, Monday is 1. */
const PatternChange = z.object({ staff: Id('staff'), weekday: Weekday, works: z.boolean(), was: z.boolean() })
export type PatternChange = z.output<typeof PatternChange>

/** What was written, and what follows from it in the reader's words: 'S1 on 2026-11-29: nobody on duty'. */
const WrittenDuty = z.object({ people: z.int(), changes: z.int(), told: z.array(z.string()) })
export type WrittenDuty = z.output<typeof WrittenDuty>

const nameMax = 64
/** Most changes of one call. */
const dutyChangesMax = 5_000
const person = z.object({ staff: Id('staff') })
const DutyChanges = z.object({
  days: z.array(DayChange).max(dutyChangesMax).default([]),
  patterns: z.array(PatternChange).max(dutyChangesMax).default([]),
})

/** A figure as it would be without the changes, and with them. */
const Forecast = z.object({ before: z.int(), after: z.int() })
/** A stage: cases given to people within reach; and those for which nobody has room, for whoever sees all agencies. */
const ForecastStage = z.object({
  id: Id('stage'),
  name: z.string(),
  given: Forecast,
  unplaced: Forecast.nullable(),
})
const ForecastPerson = z.object({ staff: Ref('staff'), given: Forecast })

/** Duty schedule: who works when. What is saved today counts from the next allocation on. */
export const duty = api('duty', {
  /** The week in which a day lies, this one where none is named, of everybody within reach who is on the schedule. */
  week: read('GET /urge/schedule', {
    requires: 'duty',
    input: z.object({
      day: LocalDate.optional(),
      agency: Id('unit').optional(),
      group: Id('unit').optional(),
      stage: Id('stage').optional(),
      name: z.string().max(nameMax).optional(),
    }),
    output: z.object({
      today: LocalDate,
      /** Monday to Sunday. */
      days: z.array(LocalDate),
      people: z.array(DutyPerson),
      /** By everybody within reach, whatever is filtered for. */
      stages: z.array(StaffedStage),
      /** Those that the people belong to, and what these belong to. */
      units: z.array(DutyUnit),
    }),
  }),

  /** Writes all changes, or none where somebody else was faster, or a day has passed. */
  save: write('PUT /urge/schedule', {
    requires: 'duty.edit',
    input: DutyChanges,
    output: WrittenDuty,
    rehearsable: true,
    faults: ['duty_changed', 'day_past', 'not_on_schedule'],
  }),

  /** What changes that are not saved would do to the next allocation, for the people within reach. */
  forecast: read('POST /urge/schedule/forecast', {
    requires: 'duty.edit',
    input: DutyChanges,
    output: z.object({
      /** The day that is given out. */
      day: LocalDate,
      /** Stages for which anything changes, in the order of their days. */
      stages: z.array(ForecastStage),
      /** The people for whom anything changes, whoever loses most first. */
      people: z.array(ForecastPerson),
    }),
    faults: ['duty_changed', 'day_past', 'not_on_schedule'],
  }),

  /** Gives somebody a weekly pattern, as many days as the business works. */
  putOn: write('POST /urge/schedule/staff', {
    requires: 'duty.edit',
    input: person,
    output: person,
    rehearsable: true,
    faults: ['unknown_staff', 'on_schedule'],
  }),

  /** Takes somebody's pattern away, and what is dated from today on. */
  takeOff: write('DELETE /urge/schedule/staff', {
    requires: 'duty.edit',
    input: person,
    output: person,
    rehearsable: true,
    faults: ['not_on_schedule'],
  }),

  /** The sheet of everybody within reach, as they are: handed in again unchanged, it changes nothing. */
  exportSheet: {
    ...read('GET /urge/schedule/sheet', { requires: 'duty.export', input: z.object({}), output: z.null() }),
    file: true as const,
  },

  /** A filled sheet: all of its lines, or none. Whoever has no pattern yet is put on the schedule. */
  importSheet: {
    ...write('POST /urge/schedule/sheet', {
      requires: 'duty.edit',
      input: z.object({}),
      output: WrittenDuty,
      rehearsable: true,
      faults: [
        ...(['template_unknown', 'template_old', 'template_columns', 'template_empty'] as const),
        ...(['template_rows', 'template_quote'] as const),
      ],
    }),
    files: ['file'],
  },
})
