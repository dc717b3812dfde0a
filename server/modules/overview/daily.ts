import { type Column, type SQL, sql } from 'drizzle-orm'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type Day, dailyDays, overview } from '#contract/overview.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type Source, withinScope } from '#server/kernel/listing/source.ts'
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

/** The orders the caller may see totals of; of those who see all, nothing is asked. */
function reachOf({ actor, app }: Context): SQL | null {
  const scopes = actor.scopesOf(overview.daily.requires)
  const source = loanSource as unknown as Source // only its scopes are looked at
  return scopes.includes('all') ? null : withinScope(source, { actor, scopes, app })
}

/** Both are read by an index over when it was: what is older than `first` costs nothing. What was taken back does not count. */
async function sumsOf({ from, at, minor, where }: MoneyFlow, first: LocalDate, context: Context): Promise<DailySum[]> {
  const { country } = context.app.clock
  const day = localDay(at, context.app.clock)
  return rowsOf<DailySum>(
    context.tx,
    sql`select (${day})::text as date, sum(${minor})::bigint as minor, sum(sign(${minor}))::int as count from ${from}
      where ${at} >= ${startOfDay(first, country)} and ${where} group by 1`,
  )
}

const byDate = (sums: readonly DailySum[]) => new Map(sums.map((sum) => [sum.date, sum]))

/** What went out and what came in, day by day up to today, of the orders within the caller's reach. */
export async function dailyOf(context: Context): Promise<Day[]> {
  const { today, app } = context
  const { currency } = countries[app.clock.country]
  const first = addDays(today, 1 - dailyDays)
  const reach = reachOf(context)
  const ofTheirs = reach
    ? sql`exists (select 1 from ${loanRows} where ${loanRows.id} = ${paymentRows.loanId} and ${reach})`
    : sql`true`
  const out = { ...disbursed, where: sql`${loanRows.kind} = 'regular' and ${reach ?? sql`true`}` }
  const back = { ...repaid, where: sql`${paymentRows.state} = 'success' and ${ofTheirs}` }
  const wentOut = byDate(await sumsOf(out, first, context))
  const cameIn = byDate(await sumsOf(back, first, context))
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
