import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'
import type { Listing } from './kernel/list.ts'
import { QueryText } from './kernel/selection.ts'
import { Id, Instant, LocalDate, Money } from './kernel/values.ts'
import { orderFields } from './loans/order-fields.ts'
import { type PageId, pageIds } from './menu.ts'

/** What the numbers of the board count, by where they stand on it: its first line, … */
export const boardMeasures = {
  headline: [
    ...(['due', 'settled', 'dueYesterday', 'settledYesterday', 'recovered', 'recoveredYesterday', 'open'] as const),
    ...(['promised', 'kept'] as const),
  ],
  /** … a stage, … */
  stage: ['cases', 'unassigned', 'neverContacted', 'promisedToday', 'broken'],
  /** … what was owed in a stage yesterday, … */
  roll: ['stayed', 'moved', 'paid'],
  /** … a day, … */
  flow: ['opened', 'closed'],
  /** … an agency, this month, … */
  agency: ['allocated', 'recoveredPrincipal'],
  /** … and what is to be mended. */
  mend: ['waiting', 'refused', 'certificates'],
} as const
type BoardSection = keyof typeof boardMeasures
export type BoardMeasure = (typeof boardMeasures)[BoardSection][number]
const allMeasures: readonly BoardMeasure[] = Object.values(boardMeasures).flat()

/** One number: the rows that the filter line finds in the list of a page, for whoever sees that list; others have none. */
const BoardNumber = z.object({
  measure: z.enum(allMeasures as [BoardMeasure, ...BoardMeasure[]]), // there are some
  page: z.enum(pageIds as [PageId, ...PageId[]]), // as above
  query: z.string(),
  rows: z.int(),
  /** The sum of an amount of theirs; none where they are only counted. */
  amount: Money.nullable(),
})
export type BoardNumber = z.output<typeof BoardNumber>
const numbers = z.array(BoardNumber)

/** What keeps collection from working as it should, beside what a number counts. */
export const boardAlerts = ['waiting', 'uncovered', 'weights', 'refused', 'certificates'] as const
const BoardAlert = z.object({
  alert: z.enum(boardAlerts),
  /** What its text says. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Where it is mended. */
  path: z.string(),
})
export type BoardAlert = z.output<typeof BoardAlert>

const BoardStage = z.object({
  id: Id('stage'),
  name: z.string(),
  firstDay: z.int(),
  lastDay: z.int().nullable(),
  numbers,
})
export type BoardStage = z.output<typeof BoardStage>

/** Where what was owed in a stage yesterday is now; `to`: the stage that it moves on to, none after the last. */
const BoardRoll = z.object({ from: z.string(), to: z.string().nullable(), numbers })
export type BoardRoll = z.output<typeof BoardRoll>

const BoardDay = z.object({ day: LocalDate, numbers })
export type BoardDay = z.output<typeof BoardDay>

const BoardAgency = z.object({ id: z.string(), name: z.string(), numbers })
export type BoardAgency = z.output<typeof BoardAgency>

const Board = z.object({
  at: Instant,
  today: LocalDate,
  headline: numbers,
  stages: z.array(BoardStage),
  roll: z.array(BoardRoll),
  days: z.array(BoardDay),
  agencies: z.array(BoardAgency),
  alerts: z.array(BoardAlert),
})
export type Board = z.output<typeof Board>

/** How many days cases in and out are told of, today included. */
export const boardDays = 14

/** What of orders the board can be told of, out of a list that has it: it can be found in every list that is counted. */
export const boardFilterOf = (listing: Listing): Listing => ({
  ...listing,
  ...{ filter: Object.keys(orderFields), search: [], sort: [] },
})

/** Post-loan board: how collection stands now, of all orders or of some. Every number is the rows of a list. */
export const board = api('board', {
  read: read('GET /board', {
    requires: 'board',
    input: z.object({ q: QueryText.default('') }),
    output: Board,
    faults: ['bad_query'],
  }),
})
