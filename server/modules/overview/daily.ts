import { type Column, type SQL, sql } from 'drizzle-orm'
import type { businessEventKinds } from '#contract/business-events.ts'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type Day, dailyDays, overview } from '#contract/overview.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type AccessScope, withinScope } from '#server/kernel/listing/source.ts'
import { knowsOwners } from '#server/kernel/listing/summarized.ts'
import { businessEventDays, businessEventSource } from '#server/modules/business-events/source.ts'
import { businessEventDayRows as days } from '#server/modules/business-events/store.ts'
import { loanSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'

/** What came to how much on one day. */
interface DailySum {
  readonly date: LocalDate
  readonly minor: number
  readonly count: number
}

/** What is added up, by when it was, and under which condition. */
interface MoneyFlow {
  readonly from: SQL
  readonly at: Column
  readonly minor: Column
  readonly where: SQL
}

/** Pay-outs that arrived: an extension pays nobody. */
const disbursed: Omit<MoneyFlow, 'where'> = {
  from: sql`${loanRows}`,
  at: loanRows.disbursedAt,
  minor: loanRows.receivedMinor,
}
const repaid: Omit<MoneyFlow, 'where'> = {
  from: sql`${paymentRows}`,
  at: paymentRows.completedAt,
  minor: paymentRows.amountMinor,
}

/** The eyes that totals are read with. */
function accessOf({ actor, app }: Context): AccessScope {
  return { actor, scopes: actor.scopesOf(overview.daily.requires), app }
}

/** That an order is one that somebody may see totals of. */
const isTheirs = (access: AccessScope): SQL => withinScope(loanSource, access)

/** The same of the order of a payment; of those who see all, nothing is asked. */
const isOfTheirs = (access: AccessScope): SQL =>
  access.scopes.includes('all')
    ? sql`true`
    : sql`exists (select 1 from ${loanRows} where ${loanRows.id} = ${paymentRows.loanId} and ${isTheirs(access)})`

/** Read by an index over when it was: what is older than `first` costs nothing. What was taken back does not count. */
async function sumsOf({ from, at, minor, where }: MoneyFlow, first: LocalDate, context: Context): Promise<DailySum[]> {
  const { country } = context.app.clock
  const day = localDay(at, context.app.clock)
  return rowsOf<DailySum>(
    context.tx,
    sql`select (${day})::text as date, sum(${minor})::bigint as minor, sum(sign(${minor}))::int as count from ${from}
      where ${at} >= ${startOfDay(first, country)} and ${where} group by 1`,
  )
}

/** Money that went both ways, day by day. */
type Flows = readonly [wentOut: readonly DailySum[], cameIn: readonly DailySum[]]

/** From orders and payments themselves. */
async function flowsOfRows(access: AccessScope, first: LocalDate, context: Context): Promise<Flows> {
  const out = { ...disbursed, where: sql`${loanRows.kind} = 'regular' and ${isTheirs(access)}` }
  const back = { ...repaid, where: sql`${paymentRows.state} = 'success' and ${isOfTheirs(access)}` }
  return [await sumsOf(out, first, context), await sumsOf(back, first, context)]
}

/** From business events, which are summed by the day as they are written. */
async function flowsOfDays(access: AccessScope, first: LocalDate, context: Context): Promise<Flows> {
  const { clock } = context.app
  const begin = startOfDay(first, clock.country)
  const within = withinScope(businessEventDays, access)
  const kept = (kind: (typeof businessEventKinds)[number], minor: Column) =>
    rowsOf<DailySum>(
      context.tx,
      sql`select (${localDay(days.at, clock)})::text as date, sum(${minor})::bigint as minor, sum(${days.rows})::int as count
        from ${days} where ${days.at} >= ${begin} and ${days.kind} = ${kind} and ${within} group by 1`,
    )
  // a row that takes money back counts as one less, and stands there as one more: there are few, found by their amount
  const takenBack = await rowsOf<Pick<DailySum, 'date' | 'count'>>(
    context.tx,
    sql`select (${localDay(paymentRows.completedAt, clock)})::text as date, sum(sign(${paymentRows.amountMinor}) - 1)::int as count
      from ${paymentRows} where ${paymentRows.amountMinor} <= 0 and ${paymentRows.state} = 'success'
        and ${paymentRows.completedAt} >= ${begin} and ${isOfTheirs(access)} group by 1`,
  )
  const less = new Map(takenBack.map(({ date, count }) => [date, count]))
  const cameIn = await kept('received', days.amountMinor)
  return [
    await kept('disbursed', days.paidOutMinor),
    cameIn.map((day) => ({ ...day, count: day.count + (less.get(day.date) ?? 0) })),
  ]
}

const byDate = (sums: readonly DailySum[]) => new Map(sums.map((sum) => [sum.date, sum]))

/** What went out and what came in, day by day up to today, of the orders within the caller's reach. */
export async function dailyOf(context: Context): Promise<Day[]> {
  const { today, app } = context
  const { currency } = countries[app.clock.country]
  const first = addDays(today, 1 - dailyDays)
  const access = accessOf(context)
  const flows = await (knowsOwners(businessEventDays, businessEventSource, access) ? flowsOfDays : flowsOfRows)(
    access,
    first,
    context,
  )
  const [wentOut, cameIn] = [byDate(flows[0]), byDate(flows[1])]
  return Array.from({ length: dailyDays }, (_, i) => addDays(first, i)).map((date) => {
    const [gone, come] = [wentOut.get(date), cameIn.get(date)]
    return {
      date,
      disbursed: ofMinor(gone?.minor ?? 0, currency),
      repaid: ofMinor(come?.minor ?? 0, currency),
      disbursedCount: gone?.count ?? 0,
      repaidCount: come?.count ?? 0,
    }
  })
}
