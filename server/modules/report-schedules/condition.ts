import { and, desc, eq, gte, inArray, isNotNull, lt, ne } from 'drizzle-orm'
import { startOfDay } from '#contract/kernel/calendar.ts'
import { countries, decimals } from '#contract/kernel/countries.ts'
import {
  comparedNumber,
  isMet,
  parseCondition,
  printCondition,
  type ReportCondition,
} from '#contract/report-condition.ts'
import type { Frequency, ReportShape } from '#contract/report-schedules.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { aggregatesOf } from '#server/kernel/listing/aggregates.ts'
import { reportTotalOf } from '#server/kernel/listing/report.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { type Content, namedMax } from './content.ts'
import { type AlertNumber, numbersOfList, numbersOfReport, rows } from './numbers.ts'
import type { Run } from './runs.ts'
import { reportRunRows } from './store.ts'

const spoken = (text: string): string => text.replaceAll(/[\s%]/g, '').toLowerCase()

/** The numbers that a condition may be about. */
const numbersOf = ({ report, of: { listing } }: Content, { t, actor }: Pick<Context, 't' | 'actor'>) =>
  report ? numbersOfReport(report, t, (right) => actor.may(right)) : numbersOfList(listing, t)

/** Numbers, those on the screen first: of several with one heading, `T0`, whoever is there means theirs. */
const onScreenFirst = (numbers: readonly AlertNumber[], { measures = [] }: ReportShape): readonly AlertNumber[] =>
  numbers.toSorted((one, other) => Number(measures.includes(other.name)) - Number(measures.includes(one.name)))

/**
 * A condition as it is kept: of a measure that is there, by its name. Null where nothing is said.
 * @throws Refusal `condition_not_read`, `unknown_measure`, `hourly_needs_condition`, by the field.
 */
export function conditionOf(
  {
    condition = '',
    shape,
    frequency,
  }: {
    readonly condition?: string | undefined
    readonly shape: ReportShape
    readonly frequency: Frequency
  },
  content: Content,
  context: Context,
): string | null {
  if (condition === '') {
    if (frequency === 'hourly') throw new Refusal('hourly_needs_condition', undefined, { field: 'frequency' })
    return null
  }
  const read = parseCondition(condition)
  if (!read) throw new Refusal('condition_not_read', { got: condition }, { field: 'condition' })
  const numbers = onScreenFirst(numbersOf(content, context), shape)
  const asked = spoken(read.measure)
  const found = numbers.find((one) => [one.name, one.word, one.heading].some((word) => spoken(word) === asked))
  if (!found) {
    const known = numbers.slice(0, namedMax).map(({ name }) => name)
    throw new Refusal('unknown_measure', { got: read.measure, known: known.join(', ') }, { field: 'condition' })
  }
  return printCondition({ ...read, measure: found.name })
}

/** A condition in the words of its reader: `Overdue at T0 > 42`. */
function inWords({ measure, comparison, value }: ReportCondition, content: Content, reader: Context): string {
  const found = numbersOf(content, reader).find(({ name }) => name === measure)
  return `${found?.word ?? measure} ${comparison} ${value}`
}

/** What a condition is about as its reader may see it now: of all rows together. @throws Refusal as reports do. */
async function numberOf(
  { report, of }: Content,
  { measure }: ReportCondition,
  { query }: { readonly query: string },
  reader: Context,
): Promise<number | null> {
  if (report) {
    const { total, currency } = await reportTotalOf({ report, ...of }, { q: query, measures: [measure] }, reader)
    return comparedNumber(total[measure], report.measures[measure]!, currency)
  }
  const sum = measure === rows ? undefined : measure
  const seen = { listing: of.listing, source: of.source as Source }
  const [told] = await aggregatesOf(seen, [{ query, sum }], reader)
  if (sum === undefined) return told!.rows
  const { currency } = countries[reader.app.clock.country]
  const isMoney = of.listing.fields.some(({ name, kind }) => name === sum && kind === 'money')
  return (told!.minor ?? 0) / (isMoney ? 10 ** decimals[currency] : 1)
}

/** Whether the last number that was looked at for somebody was reached, and whether they were told of it today. */
async function toldBefore(run: Run, { tx, today, app }: Context) {
  const { scheduleId, recipientId, id } = run
  const others = and(eq(reportRunRows.scheduleId, scheduleId), eq(reportRunRows.recipientId, recipientId))
  const looked = and(
    others,
    ne(reportRunRows.id, id),
    isNotNull(reportRunRows.met),
    inArray(reportRunRows.state, ['done', 'quiet']),
  )
  const [last] = await tx
    .select({ met: reportRunRows.met })
    .from(reportRunRows)
    .where(and(looked, lt(reportRunRows.dueAt, run.dueAt)))
    .orderBy(desc(reportRunRows.dueAt))
    .limit(1)
  const since = new Date(startOfDay(today, app.clock.country))
  const [sent] = await tx
    .select({ id: reportRunRows.id })
    .from(reportRunRows)
    .where(and(looked, eq(reportRunRows.state, 'done'), gte(reportRunRows.finishedAt, since)))
    .limit(1)
  return { wasMet: last?.met === true, today: sent !== undefined }
}

/** The number of an alert: as it was found, and whether somebody is told of it: once a day, and only when it is reached anew. */
export interface Alert {
  /** In the words of its reader. */
  readonly condition: string
  readonly measured: string | null
  readonly met: boolean
  readonly isTold: boolean
}

const digits = 2

/** Looks whether the number of a schedule is reached, as its reader may see it now. Null for what is sent always, or by hand. */
export async function alertOf(
  run: Run,
  content: Content,
  schedule: { readonly query: string; readonly condition: string | null },
  reader: Context,
): Promise<Alert | null> {
  const condition = schedule.condition === null ? null : parseCondition(schedule.condition)
  if (!condition || run.trigger === 'person') return null
  const number = await numberOf(content, condition, schedule, reader)
  const met = isMet(number, condition)
  const before = await toldBefore(run, reader)
  const measured = number === null ? null : String(Number(number.toFixed(digits)))
  return {
    condition: inWords(condition, content, reader),
    measured,
    met,
    isTold: met && !before.wasMet && !before.today,
  }
}
