import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'
import { Id, Instant, LocalDate } from './kernel/values.ts'
import { type PageId, pageIds } from './menu.ts'

/** What is counted, by what it is about: contacts that were made, contacts that a rule has forbidden, … */
export const conductMeasures = {
  made: ['calls', 'whatsApps', 'robotCalls', 'reminders'],
  refused: ['window', 'limit', 'hold', 'doNotDisturb'],
  /** … customers who are contacted as often as may be today, or nearly, each once in an agency, … */
  today: ['nearLimit', 'atLimit'],
  /** … contacts that got through though it was not the hour, … */
  outOfHours: ['callsOutOfHours', 'robotCallsOutOfHours', 'remindersOutOfHours'],
  /** … recordings that were listened to, by when their collectors were shown the result, and those found wrong, … */
  checks: ['checks', 'checksFailed'],
  /** … what customers complained of, and who collects though their certificate has ended. */
  other: ['complaints', 'certificatesEnded'],
} as const
type MeasureGroup = keyof typeof conductMeasures
export type ConductMeasure = (typeof conductMeasures)[MeasureGroup][number]
export const conductGroups = Object.keys(conductMeasures) as readonly MeasureGroup[]
/** Every measure, in the order of the report. */
export const allMeasures: readonly ConductMeasure[] = Object.values(conductMeasures).flat()

/** One number: how many rows, or customers of them, the filter line finds in the list of a page. */
const ConductCount = z.object({
  measure: z.enum(allMeasures as [ConductMeasure, ...ConductMeasure[]]), // there are some
  /** None: there is no limit to be near. */
  count: z.int().nullable(),
  /** Where its rows are listed, for whoever may look at them there. */
  list: z.object({ page: z.enum(pageIds as [PageId, ...PageId[]]), query: z.string() }).nullable(), // as above
})
export type ConductCount = z.output<typeof ConductCount>

/** How an agency has turned to customers. */
const AgencyConduct = z.object({
  /** None: people of the house who are in no agency. */
  id: Id('unit').nullable(),
  name: z.string(),
  external: z.boolean(),
  certificate: z.string().nullable(),
  /** In the order of the measures. */
  counts: z.array(ConductCount),
})
export type AgencyConduct = z.output<typeof AgencyConduct>

/** Most days that a report is about. */
export const conductDaysMax = 366

const about = {
  /** First and last day of the period. */
  from: LocalDate,
  to: LocalDate,
  /** Of one agency; none: of all within reach. */
  agency: Id('unit').optional(),
} as const
const faults = ['last_before_first', 'period_too_long', 'unknown_unit'] as const

const ConductReport = z.object({
  from: LocalDate,
  to: LocalDate,
  madeAt: Instant,
  /** How often a customer may be contacted on a day; none: as often as one likes. */
  limit: z.int().nullable(),
  agencies: z.array(AgencyConduct),
})
export type ConductReport = z.output<typeof ConductReport>

const file = { requires: 'conductReport.export', input: z.object(about), output: z.null(), faults } as const

/** Conduct report, for the regulator: how agencies have turned to customers, and what they were not allowed to. */
export const conductReport = api('conductReport', {
  read: read('GET /conduct-report', {
    requires: 'conductReport',
    input: z.object(about),
    output: ConductReport,
    faults,
  }),

  /** The same as a table. */
  csv: { ...read('GET /conduct-report/csv', file), file: true as const },

  /** The same on paper, in the language of letters in the country. */
  pdf: { ...read('GET /conduct-report/pdf', file), file: true as const },
})
