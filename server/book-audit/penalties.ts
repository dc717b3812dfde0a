import { dateOf, share } from './arithmetic.ts'
import type { Findings } from './difference.ts'
import type { AuditTerms, OrderRecord, PlanRow } from './rows.ts'

/** Principal that was paid, and the day it counts for. */
export interface Repaid {
  readonly day: number
  readonly minor: number
}

/** What a plan costs for each day past due up to and including `last`; none where that is within grace. */
export function penaltyByDay(
  { due, charged }: PlanRow,
  repaid: readonly Repaid[],
  last: number,
  { graceDays, base, tiers, capPpmOfPrincipal, badDebtDays }: AuditTerms['penalty'],
): Map<number, number> {
  const days = new Map<number, number>()
  if (last - due <= graceDays) return days
  const [, fee, interest, principal] = charged
  let room = share(principal, capPpmOfPrincipal)
  for (let late = 1; late <= Math.min(last - due, badDebtDays); late++) {
    const rate = tiers.find(({ toDay }) => toDay === null || late <= toDay)?.ratePpm ?? 0
    const before = repaid.reduce((all, { day, minor }) => (day < due + late ? all + minor : all), 0)
    const left = principal - before
    const of = left > 0 && base === 'originalDue' ? principal + interest + fee : left
    const minor = Math.min(room, share(of, rate))
    room -= minor
    if (minor > 0) days.set(due + late, minor)
  }
  return days
}

/** The day from which on nothing is charged: the first plan that is not settled by then makes the whole debt bad. */
export function badDebtDay({ plans, payments, allocations, steps, terms }: OrderRecord): number {
  const written = new Map(payments.map(({ id, booked }) => [id, booked]))
  const bookedOn = ({ id, settled }: PlanRow): number =>
    settled === null
      ? Number.POSITIVE_INFINITY
      : allocations.reduce(
          (last, { plan, payment }) => (plan === id ? Math.max(last, written.get(payment) ?? 0) : last),
          settled,
        )
  const called = steps.find(({ event, actor }) => event === 'badDebt' && actor !== 'doLate')?.day
  const days = plans.map((plan) => {
    const day = plan.due + terms.penalty.badDebtDays
    return bookedOn(plan) > day ? day : Number.POSITIVE_INFINITY
  })
  return Math.min(called ?? Number.POSITIVE_INFINITY, ...days)
}

/** Principal paid on each plan, by the day it counts for. */
function repaidOf({ payments, allocations }: OrderRecord): (plan: string) => Repaid[] {
  const value = new Map(payments.map((payment) => [payment.id, payment.value]))
  return (id) =>
    allocations
      .filter(({ plan, paid }) => plan === id && paid[3] !== 0)
      .map(({ payment, paid }) => ({ day: value.get(payment) ?? 0, minor: paid[3] }))
}

/**
 * Penalties of every day, from the terms and the days that money counts for. Where a payment came to light late, what
 * others had paid of a penalty before stays paid: then a plan may have been charged more, but no more than was paid.
 */
export function auditPenalties(order: OrderRecord, found: Findings): void {
  const { plans, penalties, terms } = order
  const bad = badDebtDay(order)
  const repaid = repaidOf(order)
  for (const plan of plans) {
    const rows = penalties.filter((row) => row.plan === plan.id)
    const charged = rows.reduce((all, { minor }) => all + minor, 0)
    found.expect('charged.penalty', charged, plan.charged[0], plan.id)
    const last = Math.min(plan.through ?? plan.due, bad, plan.settled ?? Number.POSITIVE_INFINITY)
    const right = penaltyByDay(plan, repaid(plan.id), last, terms.penalty)
    const total = [...right.values()].reduce((all, minor) => all + minor, 0)
    const taken = plan.paid[0] + plan.reduced[0] + plan.discounted[0] + plan.lost[0]
    const kept = rows.some(({ correction }) => correction) && charged > total && charged - total <= taken
    if (charged === 0 && total === 0) continue
    if (!kept) compareDays(plan, rows, right, found)
  }
}

/** Says the first day that was charged otherwise, and what all days come to. */
function compareDays(
  plan: PlanRow,
  rows: readonly OrderRecord['penalties'][number][],
  right: ReadonlyMap<number, number>,
  found: Findings,
): void {
  const net = new Map<number, number>()
  for (const { day, minor } of rows) net.set(day, (net.get(day) ?? 0) + minor)
  const days = [...new Set([...net.keys(), ...right.keys()])].toSorted((a, b) => a - b)
  const wrong = days.filter((day) => (net.get(day) ?? 0) !== (right.get(day) ?? 0))
  if (wrong.length === 0) return
  const sumOf = (of: ReadonlyMap<number, number>) => wrong.reduce((all, day) => all + (of.get(day) ?? 0), 0)
  const date = dateOf(wrong[0]!)
  found.expect(`penalties from ${date}, ${wrong.length} days`, sumOf(right), sumOf(net), plan.id)
  if (sumOf(right) === sumOf(net))
    found.expect(`penalty of ${date}`, right.get(wrong[0]!) ?? 0, net.get(wrong[0]!) ?? 0, plan.id)
}
