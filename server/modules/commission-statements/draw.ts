import { inArray, sql } from 'drizzle-orm'
import { commissionStatement } from '#contract/commission-statements.ts'
import { addDays, nextMonth, startOfDay } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Clock, today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import {
  agenciesUnstated,
  type LineTotals,
  linesOf,
  takeIntoStatement,
} from '#server/modules/recoveries/steps/statements.ts'
import { commissionLineRows, commissionStatementRows } from './store.ts'

type UnitId = IdOf<'unit'>

/** The first day of the month of a day. */
export const monthOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01` as LocalDate // as its own first day

/** The last month that is over on a day, by its first day. */
export const lastMonth = (day: LocalDate): LocalDate => monthOf(addDays(monthOf(day), -1))

/** Until which month statements are drawn up, and of whom. */
interface DrawSpan {
  /** The first day of the last month. */
  readonly through: LocalDate
  /** Agencies that are within reach; all of them without. */
  readonly reach?: ReadonlySet<UnitId>
}

const total = (lines: readonly LineTotals[], of: 'entries' | 'amountMinor' | 'commissionMinor'): number =>
  lines.reduce((sum, line) => sum + line[of], 0)

/** Draws up one statement, of what was booked by the end of its month and stands in none. Answers whether there was any. */
async function drawOne(tx: Db, agencyId: UnitId, month: LocalDate, clock: Clock): Promise<boolean> {
  const { country } = clock
  const now = clock.now()
  const id = await newId(tx, commissionStatement.ids, today(clock, now))
  const before = new Date(startOfDay(nextMonth(month), country))
  const taken = await takeIntoStatement(tx, { statementId: id, agencyId, before }, clock)
  if (taken === 0) return false
  const lines = await linesOf(tx, id, clock)
  const earlier = lines.filter(({ paidMonth }) => paidMonth < month)
  await tx.insert(commissionStatementRows).values({
    ...{ id, state: 'drawn', agencyId, month, currency: countries[country].currency, drawnAt: now },
    ...{ entries: total(lines, 'entries'), amountMinor: total(lines, 'amountMinor') },
    ...{ commissionMinor: total(lines, 'commissionMinor'), earlierMinor: total(earlier, 'commissionMinor') },
  })
  await tx.insert(commissionLineRows).values(
    lines.map(({ lineId, paidMonth, ...line }) => ({
      ...{ ...line, id: lineId, statementId: id },
      paidMonth: paidMonth as LocalDate, // as the database writes a date
    })),
  )
  return true
}

/**
 * Draws up the statements that are missing, month by month, the earliest first: each takes what was booked by the end of its
 * month and stands in none. What is booked once its month has been drawn up stands in the next. Answers how many.
 */
export async function drawStatements(tx: Db, { through, reach }: DrawSpan, clock: Clock): Promise<number> {
  // one at a time: two would each take a part
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('commission statements'))`)
  const unstated = await agenciesUnstated(tx, new Date(startOfDay(nextMonth(through), clock.country)))
  const waiting = unstated.filter(({ agencyId }) => reach?.has(agencyId) ?? true)
  if (waiting.length === 0) return 0
  const agencies = waiting.map(({ agencyId }) => agencyId)
  const known = await tx
    .select({ agencyId: commissionStatementRows.agencyId, month: commissionStatementRows.month })
    .from(commissionStatementRows)
    .where(inArray(commissionStatementRows.agencyId, agencies))
  const isDrawn = (agencyId: UnitId, month: LocalDate) =>
    known.some((one) => one.agencyId === agencyId && one.month === month)
  let drawn = 0
  for (const { agencyId, since } of waiting) {
    for (let month = monthOf(today(clock, since)); month <= through; month = nextMonth(month)) {
      if (!isDrawn(agencyId, month) && (await drawOne(tx, agencyId, month, clock))) drawn += 1
    }
  }
  return drawn
}
