import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/hours.ts'
import { type LoanState, loan } from '#contract/loans/flow.ts'
import { callsMax, type VerificationState } from '#contract/loans/verification.ts'
import { staffOf } from '../staff.ts'
import type { Order } from './order.ts'
import type { Weighted } from './random.ts'
import { later } from './world.ts'

const callers = staffOf('CS', 'OPS').map((who) => [who, 1] as const)
const approving: readonly LoanState[] = [loan.autoPassed, loan.undecided, loan.manualPassed]

/** How the calls about an order have gone, and how many there were. */
interface Calls {
  readonly state: VerificationState
  readonly calls: number
}

/** Most customers are lent to without a call. */
const before: Weighted<Calls | null> = [
  [null, 90],
  [{ state: 'connected', calls: 1 }, 7],
  [{ state: 'connected', calls: 2 }, 2],
  [{ state: 'connected', calls: callsMax }, 1],
]
/** Of those who wait for their money, some could not be reached yet. */
const waiting: Weighted<Calls | null> = [
  [null, 76],
  [{ state: 'connected', calls: 1 }, 9],
  [{ state: 'notConnected', calls: 1 }, 7],
  [{ state: 'notConnected', calls: 2 }, 4],
  [{ state: 'notConnected', calls: callsMax }, 2],
  [{ state: 'executing', calls: 1 }, 2],
]
const [callMinutes, waitMinutes] = [2, 90]

/** Writes down how somebody called about an order, until `at`. Answers who; nobody where customers may not be called then. */
function call({ row, world }: Order, { state, calls }: Calls, at: Date): string | null {
  if (!contactHours(toInstant(at), world.country).ok) return null
  const caller = world.deal('caller', callers)
  const id = world.book.id('teleVerification', world.dateOf(at))
  const [calledAt, verifiedAt] = [later(at, -callMinutes), state === 'connected' ? at : null]
  world.book.sheets.verifications.add({ id, loanId: row.id, state, calls, callerId: caller.id, calledAt, verifiedAt })
  return caller.name
}

/** Has somebody speak to the customer before the money leaves at `sentAt`, of a few orders. */
export function verifyBefore(order: Order, sentAt: Date): void {
  const calls = order.world.deal('verified', before)
  if (!calls) return
  const at = later(sentAt, -callMinutes)
  const caller = call(order, calls, at)
  if (caller) order.note('teleVerify', at, caller)
}

/** Has somebody try to reach the customer of an order that has waited for its money since `since`, of some. */
export function verifyWaiting(order: Order, since: Date): void {
  const { world } = order
  const calls = approving.includes(order.state) ? world.deal('to verify', waiting) : null
  if (!calls) return
  const at = calls.state === 'executing' ? world.now : world.capped(later(since, waitMinutes))
  if (at < later(since, callMinutes)) return
  const caller = call(order, calls, at)
  if (caller && calls.state === 'connected') order.note('teleVerify', at, caller)
}
