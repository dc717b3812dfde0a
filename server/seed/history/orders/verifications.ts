import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import { type LoanState, loanCode } from '#contract/loans/flow.ts'
import { callsMax, type VerificationState } from '#contract/loans/verification.ts'
import { ids } from '#server/kernel/base/ids.ts'
import { later } from '#server/seed/history/context.ts'
import type { Weighted } from '#server/seed/history/random.ts'
import { staffOf } from '#server/seed/staff.ts'
import type { Order } from './order.ts'

const callers = staffOf('CS', 'OPS').map((who) => [who, 1] as const)
const approving: readonly LoanState[] = [loanCode.autoPassed, loanCode.undecided, loanCode.manualPassed]

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
function call({ row, context }: Order, { state, calls }: Calls, at: Date): string | null {
  if (!contactHours(toInstant(at), context.country).ok) return null
  const caller = context.drawEvenly('caller', callers)
  const id = context.book.id(ids.teleVerification, context.dateOf(at))
  const [calledAt, verifiedAt] = [later(at, -callMinutes), state === 'connected' ? at : null]
  context.book.buffers.verifications.add({
    lineId: null,
    id,
    loanId: row.id,
    state,
    calls,
    callerId: caller.id,
    calledAt,
    verifiedAt,
  })
  return caller.name
}

/** Has somebody speak to the customer before the money leaves at `sentAt`, of a few orders. */
export function verifyBefore(order: Order, sentAt: Date): void {
  const calls = order.context.drawEvenly('verified', before)
  if (!calls) return
  const at = later(sentAt, -callMinutes)
  const caller = call(order, calls, at)
  if (caller) order.log('teleVerify', at, caller)
}

/** Has somebody try to reach the customer of an order that has waited for its money since `since`, of some. */
export function verifyWaiting(order: Order, since: Date): void {
  const { context } = order
  const calls = approving.includes(order.state) ? context.drawEvenly('to verify', waiting) : null
  if (!calls) return
  const at = calls.state === 'executing' ? context.now : context.capped(later(since, waitMinutes))
  if (at < later(since, callMinutes)) return
  const caller = call(order, calls, at)
  if (caller && calls.state === 'connected') order.log('teleVerify', at, caller)
}
