import { eq, sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Components, outstandingOf, type PlanBalance, totalOf } from '#contract/loans/balance.ts'
import { type DatedAmount, penaltyRows as missingPenalties, withinGrace } from '#contract/loans/penalty.ts'
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

/** The last day whose penalties stand on `day`, whatever happens after it: within grace none do. */
const chargedUntil = ({ dueDate }: Pick<StoredPlan, 'dueDate'>, day: LocalDate, terms: PenaltyTerms): LocalDate =>
  withinGrace(dueDate, day, terms) ? dueDate : day

/** A plan as it stood when an earlier day ended: without the penalties charged since, as far as nobody has paid them. */
export async function planAsOf(tx: Db, plan: StoredPlan, day: LocalDate, terms: PenaltyTerms) {
  const account = accountOf(plan)
  const about = { id: plan.id, serial: plan.serial, dueDate: plan.dueDate }
  if (!plan.penaltyThrough || plan.penaltyThrough <= day) return { ...about, ...account }
  const until = chargedUntil(plan, day, terms)
  const later = sumOf((await netPenalties(tx, plan.id)).filter(({ date }) => date > until))
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
  /** The days behind this one are charged anew. */
  readonly until: LocalDate
  /** The principal that was paid after all, each part with its day; null where the plan was settled within grace. */
  readonly repaid: readonly DatedAmount[] | null
  /** The most that may be taken off together. */
  readonly roomMinor: number
}

/** How penalties are charged: the terms of the order, and where its days are counted. */
interface Charging {
  readonly penalty: PenaltyTerms
  readonly country: Country
}

/** What a plan should have been charged for the days behind `until`. */
function rightPenalties(
  plan: StoredPlan,
  net: readonly DatedAmount[],
  { until, repaid }: Recharge,
  terms: PenaltyTerms,
) {
  if (!repaid) return []
  const { chargedPrincipal, chargedInterest, chargedFee, dueDate, penaltyThrough } = plan
  const dueMinor = chargedPrincipal + chargedInterest + chargedFee
  const accrued = net.filter(({ date }) => date <= until)
  const arrears = { dueDate, repaid, principalMinor: chargedPrincipal, dueMinor, accrued }
  return missingPenalties(arrears, penaltyThrough!, terms).filter(({ date }) => date > until)
}

/** Corrects what a locked plan was charged for the days behind one, as far as it was charged already. */
async function rechargeAfter(tx: Db, plan: StoredPlan, otherwise: Recharge, terms: PenaltyTerms): Promise<StoredPlan> {
  const { paymentId, until, roomMinor } = otherwise
  const net = await netPenalties(tx, plan.id)
  const behind = net.filter(({ date }) => date > until)
  const found = corrections(behind, rightPenalties(plan, net, otherwise, terms), roomMinor)
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
  if (!chargedBehind(plan, day)) return plan
  const repaid = [...((await repaidOf(tx, [plan], country)).get(plan.id) ?? []), { date: day, minor: paid.principal }]
  const roomMinor = outstandingOf(accountOf(plan)).penalty - paid.penalty
  const settled = totalOf(outstandingOf(await planAsOf(tx, plan, day, penalty))) === totalOf(paid)
  if (settled && repaid.every(({ date }) => withinGrace(plan.dueDate, date, penalty))) {
    return rechargeAfter(tx, plan, { paymentId, until: plan.dueDate, repaid: null, roomMinor }, penalty)
  }
  if (paid.principal === 0) return plan
  return rechargeAfter(tx, plan, { paymentId, until: day, repaid, roomMinor }, penalty)
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
  return rechargeAfter(tx, plan, { paymentId, until: chargedUntil(plan, day, penalty), repaid, roomMinor }, penalty)
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
export const untouched = ({ paid, reduced, discounted, lost, charged }: PlanBalance): boolean =>
  [paid, reduced, discounted, lost].every((part) => totalOf(part) === 0) && charged.penalty === 0
