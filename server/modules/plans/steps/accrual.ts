import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type DatedAmount, lastChargedDay, nextPenalties } from '#contract/loans/penalty.ts'
import type { PenaltyTerms } from '#contract/loans/terms.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { penaltyRows, planRows } from '#server/modules/plans/store.ts'
import type { StoredPlan } from '../store.ts'

/** An order whose plans are to be charged, with its terms. The order's row must be locked. */
export interface ChargedLoan {
  readonly id: IdOf<'loan'>
  readonly penalty: PenaltyTerms
}

/** Principal paid on these plans, and taken back, by plan, each with the day it counts for. */
export async function repaidOf(
  tx: Db,
  plans: readonly StoredPlan[],
  country: Country,
): Promise<Map<string, DatedAmount[]>> {
  const ids = plans.filter(({ paidPrincipal }) => paidPrincipal > 0).map(({ id }) => id)
  const repaid = new Map<string, DatedAmount[]>()
  if (ids.length === 0) return repaid
  const rows = await rowsOf<{ planId: string; date: LocalDate; minor: number }>(
    tx,
    sql`select a.plan_id as "planId", a.paid_principal as minor,
          ${localDay(sql`p.completed_at`, { country })}::text as date
        from ${allocationRows} a join ${paymentRows} p on p.id = a.payment_id
        where a.plan_id = any(${sql.param(ids)}::text[]) and a.paid_principal <> 0 and p.state = 'success'`,
  )
  for (const { planId, date, minor } of rows) repaid.set(planId, [...(repaid.get(planId) ?? []), { date, minor }])
  return repaid
}

/** What a plan is charged for the days since it was charged last. */
export function chargesOf(plan: StoredPlan, penalty: PenaltyTerms, repaid: readonly DatedAmount[], through: LocalDate) {
  const { dueDate, chargedPrincipal, chargedInterest, chargedFee, chargedPenalty, penaltyThrough } = plan
  const dueMinor = chargedPrincipal + chargedInterest + chargedFee
  const owing = { dueDate, principalMinor: chargedPrincipal, dueMinor, repaid }
  return nextPenalties(owing, { minor: chargedPenalty, through: penaltyThrough }, through, penalty)
}

/** The oldest due date among the plans of each order. */
function oldestDueOf(plans: readonly StoredPlan[]): ReadonlyMap<string, LocalDate> {
  const oldest = new Map<string, LocalDate>()
  for (const { loanId, dueDate } of plans) {
    const known = oldest.get(loanId)
    if (!known || dueDate < known) oldest.set(loanId, dueDate)
  }
  return oldest
}

interface Charge {
  readonly planId: IdOf<'plan'>
  readonly date: LocalDate
  readonly minor: number
}

/** Writes charges down, each a row of its own, and adds them to their plans. */
async function bookCharges(tx: Db, charges: readonly Charge[]): Promise<void> {
  const column = (of: keyof Charge) => sql.param(charges.map((charge) => charge[of]))
  await tx.execute(
    sql`insert into ${penaltyRows} (plan_id, date, amount_minor)
        select * from unnest(${column('planId')}::text[], ${column('date')}::date[], ${column('minor')}::bigint[])`,
  )
  await tx.execute(
    sql`update ${planRows} set charged_penalty = charged_penalty + c.minor, penalty_through = c.through
        from (select plan_id, sum(minor)::bigint as minor, max(date) as through
              from unnest(${column('planId')}::text[], ${column('date')}::date[], ${column('minor')}::bigint[])
                as c (plan_id, date, minor) group by plan_id) c
        where ${planRows.id} = c.plan_id`,
  )
}

/**
 * Charges penalties on the open plans of these orders for every day up to and including `through` that was not charged
 * yet. Doing it again does nothing; whoever reads or takes what an order owes does it first.
 * @returns how many plans were charged.
 */
export async function accrue(
  tx: Db,
  orders: readonly ChargedLoan[],
  through: LocalDate,
  country: Country,
): Promise<number> {
  const terms = new Map(orders.map(({ id, penalty }) => [id, penalty]))
  const owed = and(
    inArray(planRows.loanId, [...terms.keys()]),
    eq(planRows.state, 'open'),
    lt(planRows.dueDate, through),
  )
  const plans = await tx.select().from(planRows).where(owed).orderBy(asc(planRows.id)).for('update')
  const repaid = await repaidOf(tx, plans, country)
  const oldest = oldestDueOf(plans)
  const charges = plans.flatMap((plan) => {
    const penalty = terms.get(plan.loanId)!
    const last = lastChargedDay(oldest.get(plan.loanId)!, through, penalty)
    const rows = chargesOf(plan, penalty, repaid.get(plan.id) ?? [], last)
    return rows.map(({ date, minor }) => ({ planId: plan.id, date, minor }))
  })
  if (charges.length > 0) await bookCharges(tx, charges)
  return new Set(charges.map(({ planId }) => planId)).size
}
