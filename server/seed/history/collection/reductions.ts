import { maxReduction, noComponents, outstandingOf, reductionSplit } from '#contract/loans/balance.ts'
import { declaredParameters } from '#contract/parameters/declared.ts'
import { reduction as reductionSubject } from '#contract/reductions.ts'
import { stageOf } from '#contract/stage-days.ts'
import { byColumn, type Debt, type PlanAccount, type ReductionRequest } from '#server/seed/history/money/debt.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type Member, staffOf } from '#server/seed/staff.ts'
import type { Collection } from './collection.ts'

const service = staffOf('CS')
const managers = staffOf('MGR')
const executives = staffOf('EXE')

/** Up to which part of penalty, fee and interest a manager may pass a reduction, in ppm; an executive may pass any. */
const managersPpm = 700_000
const askedPpm = [
  [200_000, 35],
  [300_000, 25],
  [500_000, 25],
  [700_000, 10],
  [900_000, 5],
] as const
const reasons = [
  'Lost his job, pays the principal at once',
  'Medical emergency in the family',
  'Wages arrive late this month',
  'Was charged while the app was down',
  'Offers to settle today',
  'Long-standing customer, first delay',
] as const
const refusals = ['No proof of hardship', 'Asked before this month', 'Able to pay, see the call'] as const
const serviceShare = 0.2
const validDays = declaredParameters['reduction.validDays'].parse(undefined)
/** Nobody asks for less than a whole unit of the currency. */
const whole = (minor: number): number => minor - (minor % 100)

/** Somebody asks, at `at`, that the oldest plan may be settled for less. Null where there is nothing to waive. */
export function requestReduction(
  debt: Debt,
  collection: Collection,
  at: Date,
  random: Random,
): ReductionRequest | null {
  const { context, row } = debt.order
  const date = context.dateOf(at)
  debt.advance(date)
  const plan = debt.open!
  const amountMinor = whole(maxReduction(random.weighted(askedPpm), plan))
  if (amountMinor <= 0) return null
  const overdueDays = debt.lateOn(date)
  const stage = overdueDays > 0 && !random.chance(serviceShare) ? stageOf(context.stages, overdueDays) : undefined
  const maker = stage ? collection.holder(stage) : random.pick(service)
  const open = { checkerId: null, auditedAt: null, note: null, validUntil: null, fate: null }
  const request: ReductionRequest = {
    ...{ id: context.book.id(reductionSubject.ids, date), planId: plan.id, loanId: row.id, state: 'pending', ...open },
    ...{ currency: row.currency, amountMinor, overdueDays },
    ...byColumn('before', outstandingOf(plan)),
    ...byColumn('relief', noComponents),
    reason: random.pick(reasons),
    source: stage ? 'collector' : 'customerService',
    makerId: maker.id,
    makerUnitPath: maker.unit.path,
    requestedAt: at,
  }
  plan.openRequest = true
  debt.requests.push(request)
  return request
}

/** Whoever may decide on so much. */
const checkerOf = ({ amountMinor }: ReductionRequest, plan: PlanAccount, random: Random): Member =>
  random.pick(amountMinor > maxReduction(managersPpm, plan) ? executives : managers)

/** Somebody else passes the request: from now on the plan asks for less. */
export function passReduction(debt: Debt, request: ReductionRequest, at: Date, random: Random): void {
  const { order } = debt
  const date = order.context.dateOf(at)
  debt.advance(date)
  const plan = debt.open!
  const cut = reductionSplit(request.amountMinor, plan, request.currency)
  if (!cut.ok) throw new Error(`${cut.fault} (${request.id})`)
  const checker = checkerOf(request, plan, random)
  const decided = { state: 'passed', checkerId: checker.id, auditedAt: at } as const
  const counts = { validUntil: order.context.after(date, validDays), fate: 'inForce' } as const
  Object.assign(request, {
    ...decided,
    ...counts,
    ...byColumn('relief', cut.value),
  } satisfies Partial<ReductionRequest>)
  Object.assign(plan, { openRequest: false, reducedAt: at } satisfies Partial<PlanAccount>)
  debt.inForce = { plan, request, relief: cut.value }
  debt.enter(plan, 'reduced', cut.value, at)
  order.transition(debt.open ? 'reducePass' : 'reducePassClears', at, checker.name, { reason: request.reason })
}

/** Somebody else rejects the request: nothing changes but that it is decided. */
export function rejectReduction(debt: Debt, request: ReductionRequest, at: Date, random: Random): void {
  const plan = debt.open!
  const decided = { state: 'rejected', checkerId: checkerOf(request, plan, random).id, auditedAt: at } as const
  Object.assign(request, { ...decided, note: random.pick(refusals) } satisfies Partial<ReductionRequest>)
  plan.openRequest = false
}
