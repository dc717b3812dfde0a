import { dateOf, plus, share, sum } from './arithmetic.ts'
import type { Findings } from './difference.ts'
import type { OrderRecord, PlanRow } from './rows.ts'

/** Codes in which money is out and owed. */
const live = [30, 43, 50, 90]

/** The state that a plan's books put it in. */
function planState({ charged, paid, reduced, discounted, lost, state }: PlanRow): PlanRow['state'] {
  if (sum(lost) > 0) return 'writtenOff'
  const left = sum([paid, reduced, discounted].reduce((all, one) => plus(all, one, -1), charged))
  if (left > 0) return state === 'extended' ? 'extended' : 'open'
  if (state === 'extended') return 'extended'
  return sum(reduced) > 0 ? 'paidReduced' : 'paid'
}

/** What the codes of an order can be, seen from its plans. */
function codesOf({ plans, loan }: OrderRecord): readonly number[] {
  if (plans.some(({ state }) => state === 'open')) return live
  if (plans.some(({ state }) => state === 'extended')) return [80]
  if (plans.some(({ state }) => state === 'writtenOff')) return [100, 110]
  if ([100, 110].includes(loan.state)) return [100, 110] // all that was owed came in with it
  return plans.some(({ reduced }) => sum(reduced) > 0) ? [41] : [40]
}

/** The code of an order follows from its log, and agrees with its plans; so do its due date and the day it was closed. */
export function auditStates(order: OrderRecord, found: Findings): void {
  const { loan, plans, steps } = order
  let state: number | null = null
  for (const step of steps) {
    if (step.from !== null && state !== null) found.expect(`log before ${step.event}`, state, step.from)
    state = step.to
  }
  if (state !== null) found.expect('state', state, loan.state)
  for (const plan of plans) found.expect('planState', planState(plan), plan.state, plan.id)
  if (plans.length === 0) return
  const codes = codesOf(order)
  if (!codes.includes(loan.state)) found.expect('state by plans', codes.join(' or '), loan.state)
  const open = plans.filter((plan) => plan.state === 'open')
  const day = (due: number | null) => (due === null ? null : dateOf(due))
  found.expect('dueDate', day(open.length > 0 ? Math.min(...open.map(({ due }) => due)) : null), day(loan.due))
  found.expect('closed', open.length === 0, loan.closed !== null)
}

/**
 * An extension costs what the terms say and tells what was paid, leaves nothing but principal, and the order that goes on
 * owes that.
 */
export function auditExtensions({ loan, terms, plans, extensions, payments }: OrderRecord, found: Findings): void {
  const extended = plans.filter(({ state }) => state === 'extended')
  found.expect('extensions', extended.length, extensions.length)
  const paid = payments.reduce((all, { extension, state }) => all + (state === 'success' ? extension : 0), 0)
  found.expect(
    'extensionFees',
    extensions.reduce((all, { fee, commission }) => all + fee + commission, 0),
    paid,
  )
  for (const { fee, commission, childAmount, childDue, paid: day, ...told } of extensions) {
    const [plan] = extended
    if (!plan) return
    const left = [plan.paid, plan.reduced, plan.discounted, plan.lost].reduce(
      (all, one) => plus(all, one, -1),
      plan.charged,
    )
    const principal = left[3]
    found.expect('arrears', 0, sum(left) - principal, plan.id)
    const { extension } = terms
    found.expect(
      'extensionFee',
      'ppm' in extension.fee ? share(principal, extension.fee.ppm) : extension.fee.fixedMinor,
      fee,
    )
    found.expect('commission', share(principal, extension.commissionPpm), commission)
    found.expect('extensionTotal', payments.find(({ id }) => id === told.payment)?.amount ?? null, told.total)
    found.expect('childAmount', principal, childAmount)
    const due = Math.max(plan.due, day ?? plan.due) + extension.days
    found.expect('childDueDate', dateOf(due), childDue === null ? null : dateOf(childDue))
    found.expect('newDueDate', dateOf(due), dateOf(told.newDue))
  }
  if (extended.length > 0) found.expect('state', 80, loan.state)
}
