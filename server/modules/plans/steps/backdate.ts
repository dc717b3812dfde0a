import { eq, sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Components, outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { type DatedAmount, penaltyRows as missingPenalties } from '#contract/loans/penalty.ts'
import type { PenaltyTerms } from '#contract/loans/terms.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { penaltyCorrectionRows, penaltyRows, planRows } from '#server/modules/plans/store.ts'
import type { StoredPlan } from '../store.ts'
import { repaidOf } from './accrual.ts'
import { accountOf } from './plans.ts'

/** What a plan was charged for each day past due, corrections included. */
export async function netPenalties(tx: Db, planId: IdOf<'plan'>): Promise<DatedAmount[]> {
  return rowsOf<DatedAmount>(
    tx,
    sql`select date::text as date, sum(amount_minor)::bigint as minor from (
          select date, amount_minor from ${penaltyRows} where plan_id = ${planId}
          union all select date, amount_minor from ${penaltyCorrectionRows} where plan_id = ${planId}) charged
        group by 1 order by 1`,
  )
}

const sumOf = (rows: readonly DatedAmount[]): number => rows.reduce((sum, { minor }) => sum + minor, 0)

/** A plan as it stood when an earlier day ended: without the penalties charged since, as far as nobody has paid them. */
export async function planAsOf(tx: Db, plan: StoredPlan, day: LocalDate) {
  const account = accountOf(plan)
  const about = { id: plan.id, serial: plan.serial, dueDate: plan.dueDate }
  if (!plan.penaltyThrough || plan.penaltyThrough <= day) return { ...about, ...account }
  const later = sumOf((await netPenalties(tx, plan.id)).filter(({ date }) => date > day))
  const undone = Math.min(later, outstandingOf(account).penalty)
  return { ...about, ...account, charged: { ...account.charged, penalty: account.charged.penalty - undone } }
}

/** A payment that counts for an earlier day, with what of it goes to one plan. */
export interface Backdated {
  readonly paymentId: IdOf<'payment'>
  readonly day: LocalDate
  readonly paid: Components
}

/** How penalties differ from those charged; together they take off no more than `roomMinor`, which is still owed. */
function corrections(charged: readonly DatedAmount[], right: readonly DatedAmount[], roomMinor: number): DatedAmount[] {
  const dates = [...new Set([...charged, ...right].map(({ date }) => date))].toSorted()
  const on = (rows: readonly DatedAmount[], date: LocalDate) => sumOf(rows.filter((row) => row.date === date))
  let room = roomMinor
  return dates.flatMap((date) => {
    const minor = Math.max(-room, on(right, date) - on(charged, date))
    room += minor
    return minor === 0 ? [] : [{ date, minor }]
  })
}

/** What makes the days of a plan behind one of them cost something else. */
interface Recharge {
  /** The payment that the corrections belong to. */
  readonly paymentId: IdOf<'payment'>
  readonly day: LocalDate
  /** The principal that was paid after all, each part with its day. */
  readonly repaid: readonly DatedAmount[]
  /** The most that may be taken off together. */
  readonly roomMinor: number
}

/** How penalties are charged: the terms of the order, and where its days are counted. */
interface Charging {
  readonly penalty: PenaltyTerms
  readonly country: Country
}

/** Corrects what a locked plan was charged for the days behind one, as far as it was charged already. */
async function rechargeAfter(tx: Db, plan: StoredPlan, otherwise: Recharge, terms: PenaltyTerms): Promise<StoredPlan> {
  const { paymentId, day, repaid, roomMinor } = otherwise
  const net = await netPenalties(tx, plan.id)
  const { chargedPrincipal, chargedInterest, chargedFee, dueDate } = plan
  const arrears = {
    ...{ dueDate, repaid, principalMinor: chargedPrincipal, dueMinor: chargedPrincipal + chargedInterest + chargedFee },
    accrued: net.filter(({ date }) => date <= day),
  }
  const after = ({ date }: DatedAmount) => date > day
  const right = missingPenalties(arrears, plan.penaltyThrough!, terms).filter(after)
  const found = corrections(net.filter(after), right, roomMinor)
  if (found.length === 0) return plan
  const rows = found.map(({ date, minor }) => ({ planId: plan.id, date, paymentId, amountMinor: minor }))
  await tx.insert(penaltyCorrectionRows).values(rows)
  const chargedPenalty = plan.chargedPenalty + sumOf(found)
  const [row] = await tx.update(planRows).set({ chargedPenalty }).where(eq(planRows.id, plan.id)).returning()
  return row!
}

const chargedBehind = ({ penaltyThrough }: StoredPlan, day: LocalDate): boolean =>
  penaltyThrough !== null && penaltyThrough > day

/**
 * Charges a locked plan for the days since as if a payment had been there on its day. To be called before the payment is
 * entered. What others have paid of these penalties stays paid.
 */
export async function correctPenalties(
  tx: Db,
  plan: StoredPlan,
  { paymentId, day, paid }: Backdated,
  { penalty, country }: Charging,
): Promise<StoredPlan> {
  if (!chargedBehind(plan, day) || paid.principal === 0) return plan
  const repaid = [...((await repaidOf(tx, [plan], country)).get(plan.id) ?? []), { date: day, minor: paid.principal }]
  const roomMinor = outstandingOf(accountOf(plan)).penalty - paid.penalty
  return rechargeAfter(tx, plan, { paymentId, day, repaid, roomMinor }, penalty)
}

/** Charges a locked plan for the days since as if a payment had never been there. To be called after it was taken back. */
export async function restorePenalties(
  tx: Db,
  plan: StoredPlan,
  { paymentId, day }: Pick<Backdated, 'paymentId' | 'day'>,
  { penalty, country }: Charging,
): Promise<StoredPlan> {
  if (!chargedBehind(plan, day)) return plan
  const repaid = (await repaidOf(tx, [plan], country)).get(plan.id) ?? []
  const roomMinor = outstandingOf(accountOf(plan)).penalty
  return rechargeAfter(tx, plan, { paymentId, day, repaid, roomMinor }, penalty)
}

/** Has a locked plan, of which nothing was paid yet, charge other fee and interest: its order ends before its term. */
export async function recharge(
  tx: Db,
  { id }: Pick<StoredPlan, 'id'>,
  { fee, interest }: Pick<Components, 'fee' | 'interest'>,
): Promise<StoredPlan> {
  const charged = { chargedFee: fee, chargedInterest: interest }
  const [row] = await tx.update(planRows).set(charged).where(eq(planRows.id, id)).returning()
  return row!
}

/** Whether anything became of a plan's account yet. */
export const untouched = (plan: StoredPlan): boolean => {
  const { paid, reduced, discounted, lost, charged } = accountOf(plan)
  return [paid, reduced, discounted, lost].every((part) => totalOf(part) === 0) && charged.penalty === 0
}
