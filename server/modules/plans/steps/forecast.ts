import { and, eq } from 'drizzle-orm'
import type { LocalDate } from '#contract/kernel/values.ts'
import { lastChargedDay } from '#contract/loans/penalty.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { chargesOf, repaidOf } from './accrual.ts'
import { isCharged } from './books.ts'
import { oldestDue } from './plan-ledger.ts'

/**
 * Forecast: what an order will ask for on each of these days where nothing is paid before, in minor units: penalties of
 * every day up to it, those among them that are not charged yet. Only reads; locks nothing.
 */
export async function owedOn(
  tx: Db,
  loan: Pick<StoredLoan, 'id' | 'terms' | 'state' | 'cameFrom'>,
  days: readonly LocalDate[],
  { clock }: Pick<AppContext, 'clock'>,
): Promise<ReadonlyMap<LocalDate, number>> {
  const open = and(eq(planRows.loanId, loan.id), eq(planRows.state, 'open'))
  const plans = await tx.select().from(planRows).where(open)
  const repaid = await repaidOf(tx, plans, clock.country)
  const oldest = oldestDue(plans)
  const chargedBy = (day: LocalDate) =>
    plans.reduce((sum, plan) => {
      if (!isCharged(loan) || !oldest || plan.dueDate >= day) return sum
      const last = lastChargedDay(oldest, day, loan.terms.penalty)
      const rows = chargesOf(plan, loan.terms.penalty, repaid.get(plan.id) ?? [], last)
      return rows.reduce((all, { minor }) => all + minor, sum)
    }, 0)
  const nowMinor = plans.reduce((sum, { owedMinor }) => sum + (owedMinor ?? 0), 0)
  return new Map(days.map((day) => [day, nowMinor + chargedBy(day)]))
}
