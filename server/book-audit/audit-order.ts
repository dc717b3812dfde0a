import { auditAllocations, auditTotals } from './allocations.ts'
import { type Difference, Findings } from './difference.ts'
import { auditPenalties } from './penalties.ts'
import { auditReductions } from './reductions.ts'
import type { OrderRecord } from './rows.ts'
import { auditSchedule, costOf, exitOf } from './schedule.ts'
import { auditExtensions, auditStates } from './states.ts'

/** Recomputes one order from its terms and events. Answers where the book says something else. */
export function auditOrder(order: OrderRecord): readonly Difference[] {
  const found = new Findings(order.loan.id)
  const cost = costOf(order.loan, order.terms)
  const exit = exitOf(order, cost)
  auditSchedule(order, cost, exit, found)
  auditPenalties(order, found)
  auditReductions(order, found)
  auditAllocations(order, exit, found)
  auditTotals(order, exit?.refund ?? 0, found)
  auditStates(order, found)
  auditExtensions(order, found)
  return found.differences
}
