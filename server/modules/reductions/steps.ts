import { and, eq, gte, sql } from 'drizzle-orm'
import { type Country, startOfDay } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { ReductionEnding } from '#contract/reductions.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { reductionRows } from './store.ts'

/** A plan was settled, so that what was taken off it has been used. */
export async function markReductionUsed(tx: Db, planId: IdOf<'plan'>): Promise<void> {
  const counting = and(eq(reductionRows.planId, planId), eq(reductionRows.fate, 'inForce'))
  await tx.update(reductionRows).set({ fate: 'used' }).where(counting)
}

/** A plan was settled, so that nobody needs to decide any more what may be taken off it. */
export async function endRequest(tx: Db, planId: IdOf<'plan'>, at: Date): Promise<void> {
  const open = and(eq(reductionRows.planId, planId), eq(reductionRows.state, 'pending'))
  const note = 'planSettled' satisfies ReductionEnding
  await tx.update(reductionRows).set({ state: 'rejected', auditedAt: at, note }).where(open)
}

/** A plan is owed again: what was taken off it counts as before, and lapses where its time is over. */
export async function markReductionInForce(tx: Db, planId: IdOf<'plan'>): Promise<void> {
  const used = and(eq(reductionRows.planId, planId), eq(reductionRows.fate, 'used'))
  await tx.update(reductionRows).set({ fate: 'inForce' }).where(used)
}

/** What somebody has let customers off on a business date, in minor units. */
export async function passedOn(tx: Db, checker: IdOf<'staff'>, day: LocalDate, country: Country): Promise<number> {
  const theirs = and(
    eq(reductionRows.checkerId, checker),
    eq(reductionRows.state, 'passed'),
    gte(reductionRows.auditedAt, new Date(startOfDay(day, country))),
  )
  const [row] = await tx
    .select({ minor: sql<string>`coalesce(sum(${reductionRows.amountMinor}), 0)` })
    .from(reductionRows)
    .where(theirs)
  return Number(row!.minor)
}
