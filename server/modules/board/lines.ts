import { type BoardMeasure, boardDays } from '#contract/board.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { StageDays } from '#contract/stage-days.ts'
import type { AggregateLine } from '#server/kernel/listing/aggregates.ts'
import type { NamedStage } from '#server/modules/stages/steps.ts'

/** A number of the board: the list whose rows it counts, the page that shows it, and the filter line. */
export interface BoardLine extends AggregateLine {
  readonly measure: BoardMeasure
  readonly listing: string
  readonly page: PageId
}

const open = { listing: 'cases.open', page: 'openCases' } as const
const closed = { listing: 'cases.closed', page: 'closedCases' } as const
const plans = { listing: 'plans.list', page: 'plans' } as const
const promises = { listing: 'promises.list', page: 'promises' } as const
const recoveries = { listing: 'recoveries.list', page: 'recoveries', sum: 'amount' } as const
const activities = { listing: 'collectionActivities.list', page: 'collectionActivities' } as const
const refusals = { listing: 'contactRefusals.list', page: 'contactRefusals' } as const
const collectors = { listing: 'collectors.list', page: 'collectors' } as const

/** The first line of the board. */
export const headline: readonly BoardLine[] = [
  { measure: 'due', ...plans, query: 'dueDate:today', sum: 'amountDue' },
  { measure: 'settled', ...plans, query: 'dueDate:today has:settledAt' },
  { measure: 'dueYesterday', ...plans, query: 'dueDate:yesterday' },
  // by its end, as today's are told by now
  { measure: 'settledYesterday', ...plans, query: 'dueDate:yesterday settledAt<today' },
  { measure: 'recovered', ...recoveries, query: 'paidAt:today' },
  { measure: 'recoveredYesterday', ...recoveries, query: 'paidAt:yesterday' },
  { measure: 'open', ...open, query: '', sum: 'repayable' },
  { measure: 'promised', ...promises, query: 'promisedFor:today -state:cancelled', sum: 'amount' },
  { measure: 'kept', ...promises, query: 'promisedFor:today state:kept', sum: 'amount' },
]

/** The cases of a stage. */
export function stageLines(stage: string): readonly BoardLine[] {
  const of = `stage=${stage}`
  return [
    { measure: 'cases', ...open, query: of, sum: 'repayable' },
    { measure: 'unassigned', ...open, query: `${of} -has:collector` },
    { measure: 'neverContacted', ...open, query: `${of} -has:lastContactAt` },
    { measure: 'promisedToday', ...open, query: `${of} promisedFor:today` },
    { measure: 'broken', ...open, query: `${of} brokenOn:today` },
  ]
}

/** Days past due that money paid today has where the day before they were of a stage: the night may have moved its case on. */
const dayAfter = ({ firstDay, lastDay }: StageDays): string =>
  lastDay === null ? `overdueDays>${firstDay}` : `overdueDays:${firstDay + 1}..${lastDay + 1}`

/** What was owed in a stage yesterday: it is owed there still, moved on with the night, or was paid, that day or since. */
export function rollLines(stage: NamedStage): readonly BoardLine[] {
  const of = `stage=${stage.id}`
  const paid = `(paidAt:yesterday ${of} OR paidAt:today ${dayAfter(stage)})`
  return [
    { measure: 'stayed', ...open, query: `${of} openedAt<today`, sum: 'repayable' },
    { measure: 'moved', ...closed, query: `${of} closeReason:rolled closedAt:today`, sum: 'repayable' },
    { measure: 'paid', ...recoveries, query: `paidAt:yesterday.. ${paid}` },
  ]
}

/** The days that cases in and out are told of, today last. */
export const flowDays = (today: LocalDate): readonly LocalDate[] =>
  Array.from({ length: boardDays }, (_, i) => addDays(today, i + 1 - boardDays))

/** Cases that came to somebody for the first time on a day, and those that were closed. */
export const flowLines = (day: LocalDate): readonly BoardLine[] => [
  { measure: 'opened', ...activities, query: `kind:held is:isFirst at:${day}` },
  { measure: 'closed', ...closed, query: `closedAt:${day}` },
]

/** What is to be mended, where rows show it. Certificates end within seven days, today included. */
export const mendLines: readonly BoardLine[] = [
  { measure: 'waiting', ...open, query: 'state:allocating' },
  { measure: 'refused', ...refusals, query: 'at:today' },
  { measure: 'certificates', ...collectors, query: 'state:enabled certificateUntil:+6d' },
]
