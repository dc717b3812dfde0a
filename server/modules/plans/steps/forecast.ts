import { and, asc, eq } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Plan, repayable } from '#contract/loans/balance.ts'
import { lastChargedDay } from '#contract/loans/penalty.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { chargesOf, repaidOf } from './accrual.ts'
import { isCharged } from './books.ts'
import { oldestDue } from './plan-ledger.ts'
import { accountOf } from './plans.ts'
import { reducedOn, reliefsOn } from './relief.ts'

type Forecasted = Pick<StoredLoan, 'id' | 'terms' | 'state' | 'cameFrom'>
/** An open plan as it will stand on a day. */
export type PlanForecast = Plan & { readonly id: IdOf<'plan'>; readonly openRequest: boolean }

/**
 * Forecast: the open plans of an order as they will stand on each of these days where nothing is paid before: with the
 * penalties of every day up to it, those among them that are not charged yet, and with the reductions that still hold
 * then. Only reads; locks nothing.
 */
export async function plansOn(
  tx: Db,
  loan: Forecasted,
  days: readonly LocalDate[],
  { clock }: Pick<AppContext, 'clock'>,
): Promise<ReadonlyMap<LocalDate, readonly PlanForecast[]>> {
  const open = and(eq(planRows.loanId, loan.id), eq(planRows.state, 'open'))
  const plans = await tx.select().from(planRows).where(open).orderBy(asc(planRows.serial))
  const repaid = await repaidOf(tx, plans, clock.country)
  const reliefs = await reliefsOn(tx, plans, { clock })
  const oldest = oldestDue(plans)
  const chargedBy = (plan: (typeof plans)[number], day: LocalDate): number => {
    if (!isCharged(loan) || !oldest || plan.dueDate >= day) return 0
    const last = lastChargedDay(oldest, day, loan.terms.penalty)
    const rows = chargesOf(plan, loan.terms.penalty, repaid.get(plan.id) ?? [], last)
    return rows.reduce((all, { minor }) => all + minor, 0)
  }
  const planOn = (plan: (typeof plans)[number], day: LocalDate): PlanForecast => {
    const { id, serial, dueDate, openRequest } = plan
    const account = accountOf(reducedOn(plan, reliefs(plan, day)))
    const penalty = account.charged.penalty + chargedBy(plan, day)
    return { id, serial, dueDate, openRequest, ...account, charged: { ...account.charged, penalty } }
  }
  return new Map(days.map((day) => [day, plans.map((plan) => planOn(plan, day))]))
}

/** What an order will ask for on each of these days where nothing is paid before, in minor units. */
export async function owedOn(
  tx: Db,
  loan: Forecasted,
  days: readonly LocalDate[],
  app: Pick<AppContext, 'clock'>,
): Promise<ReadonlyMap<LocalDate, number>> {
  const forecast = await plansOn(tx, loan, days, app)
  return new Map([...forecast].map(([day, plans]) => [day, repayable(plans)]))
}
