import type { z } from 'zod'
import { machine, type StateOf } from '../kernel/machine.ts'
import { Choice } from '../kernel/values.ts'

/** The codes of an order by name. Staff say them aloud and exports print them, so they never change. */
export const loanCode = {
  reviewing: 10,
  autoPassed: 20,
  autoFailed: 21,
  undecided: 22,
  overQuota: 23,
  manualPassed: 26,
  manualFailed: 27,
  disbursing: 29,
  awaitingRepayment: 30,
  disbursementFailed: 31,
  repaid: 40,
  repaidWithReduction: 41,
  repaymentProcessing: 43,
  overdue: 50,
  cancelled: 70,
  extensionSettled: 80,
  badDebt: 90,
  settledByOperations: 100,
  batchSettled: 110,
} as const

/** Acts that leave the code as it is. */
const stay = <const State extends number, const Act extends string>(state: State, ...acts: readonly Act[]) =>
  // an object made from entries has forgotten its keys
  Object.fromEntries(acts.map((act) => [act, state])) as Record<Act, State>

/** What may be done in almost every code, before and after the money is out. */
const common = ['inspect', 'openTicket', 'blacklist'] as const

/** What may be done while the money is about to leave. */
const beforePayout = ['teleVerify', 'requestCardChange', 'changeCard'] as const

/** The same once the money is out. */
const paidOut = [...common, 'queryPayout'] as const

/** What may be done about money that is owed, without settling it. */
const owing = [
  ...paidOut,
  'sendPaymentLink',
  'remind',
  'write',
  'receivePayment',
  'enterProof',
  'verifyProof',
  'requestReduction',
  'reducePass',
  'writeOffPartial',
  'followUp',
] as const

/** How a debt that is owed comes to an end. The twin events end in 41: see `settling`. */
const ending = {
  startPay: loanCode.repaymentProcessing,
  writeOffFull: loanCode.repaid,
  writeOffFullReduced: loanCode.repaidWithReduction,
  reducePassClears: loanCode.repaidWithReduction,
  writeOffOperational: loanCode.settledByOperations,
  writeOffBatch: loanCode.batchSettled,
} as const

/** What has settled an order has bounced: the one way back out of a code that is final otherwise. */
const reversing = { reverseDue: loanCode.awaitingRepayment, reverseOverdue: loanCode.overdue } as const

/** How the debt moves on to a child order. */
const extending = { extendOk: loanCode.extensionSettled, writeOffRollover: loanCode.extensionSettled } as const

/**
 * State machine of an order from application to settlement: every code, and what may be done in it.
 * Acts that change nothing about the code lead back to it. `settle…` and `resume…` end a payment in progress, see
 * `settling` and `resuming`. No event leads out of a final code but that the payment which settled it is reversed.
 * Collection may follow up a 30 only on its due day; a proof entered in 43 waits there, since no write-off may run.
 */
export const loanFlow = machine(
  'loans.state',
  {
    [loanCode.reviewing]: {
      ...stay(loanCode.reviewing, 'openTicket', 'blacklist'),
      machinePass: loanCode.autoPassed,
      machineFail: loanCode.autoFailed,
      machineUndecided: loanCode.undecided,
      quotaFail: loanCode.overQuota,
      cancelLoan: loanCode.cancelled,
    },
    [loanCode.autoPassed]: {
      ...stay(loanCode.autoPassed, ...common, ...beforePayout),
      reinspect: loanCode.undecided,
      disburse: loanCode.disbursing,
      cancelLoan: loanCode.cancelled,
      expire: loanCode.cancelled,
    },
    [loanCode.autoFailed]: stay(loanCode.autoFailed, ...common, 'followUpLead'),
    [loanCode.undecided]: {
      ...stay(loanCode.undecided, 'claimReview', 'teleVerify', 'openTicket', 'blacklist'),
      manualPass: loanCode.manualPassed,
      manualReject: loanCode.manualFailed,
      cancelLoan: loanCode.cancelled,
    },
    [loanCode.overQuota]: {
      ...stay(loanCode.overQuota, 'followUpLead', 'openTicket', 'blacklist'),
      resubmit: loanCode.reviewing,
      cancelLoan: loanCode.cancelled,
      expire: loanCode.cancelled,
    },
    [loanCode.manualPassed]: {
      ...stay(loanCode.manualPassed, ...common, ...beforePayout),
      reinspect: loanCode.undecided,
      disburse: loanCode.disbursing,
      cancelLoan: loanCode.cancelled,
      expire: loanCode.cancelled,
    },
    [loanCode.manualFailed]: stay(loanCode.manualFailed, ...common),
    [loanCode.disbursing]: {
      ...stay(loanCode.disbursing, 'inspect', 'openTicket', 'queryPayout'),
      disburseOk: loanCode.awaitingRepayment,
      disburseFail: loanCode.disbursementFailed,
    },
    [loanCode.disbursementFailed]: {
      ...stay(loanCode.disbursementFailed, ...common, ...beforePayout, 'followUpLead'),
      redisburse: loanCode.disbursing,
      resubmit: loanCode.reviewing,
      cancelDisbursement: loanCode.cancelled,
      expire: loanCode.cancelled,
    },
    [loanCode.awaitingRepayment]: {
      ...stay(loanCode.awaitingRepayment, ...owing, 'quoteExtension', 'settleEarly'),
      becomeOverdue: loanCode.overdue,
      ...ending,
      ...extending,
    },
    [loanCode.repaymentProcessing]: {
      ...stay(
        loanCode.repaymentProcessing,
        ...(['write', 'enterProof', 'verifyProof', 'followUp', 'inspect', 'openTicket', 'queryPayout'] as const),
      ),
      settle: loanCode.repaid,
      settleReduced: loanCode.repaidWithReduction,
      resumeDue: loanCode.awaitingRepayment,
      resumeOverdue: loanCode.overdue,
      resumeBadDebt: loanCode.badDebt,
      extendOk: loanCode.extensionSettled,
    },
    [loanCode.overdue]: {
      ...stay(loanCode.overdue, ...owing, 'quoteExtension'),
      badDebt: loanCode.badDebt,
      cure: loanCode.awaitingRepayment,
      ...ending,
      ...extending,
    },
    [loanCode.badDebt]: { ...stay(loanCode.badDebt, ...owing), ...ending },
    [loanCode.repaid]: { ...stay(loanCode.repaid, ...paidOut, 'followUpLead'), ...reversing },
    [loanCode.repaidWithReduction]: { ...stay(loanCode.repaidWithReduction, ...paidOut, 'followUpLead'), ...reversing },
    [loanCode.cancelled]: stay(loanCode.cancelled, ...common, 'followUpLead'),
    [loanCode.extensionSettled]: stay(loanCode.extensionSettled, ...paidOut),
    // this write-off has put the customer on the blacklist already
    [loanCode.settledByOperations]: stay(loanCode.settledByOperations, 'inspect', 'openTicket', 'queryPayout'),
    [loanCode.batchSettled]: stay(loanCode.batchSettled, ...paidOut),
  },
  {
    10: 'info',
    20: 'info',
    21: 'muted',
    22: 'warn',
    23: 'muted',
    26: 'info',
    27: 'muted',
    29: 'info',
    30: 'info',
    31: 'warn',
    40: 'good',
    41: 'good',
    43: 'info',
    50: 'bad',
    70: 'muted',
    80: 'good',
    90: 'muted',
    100: 'muted',
    110: 'muted',
  },
)
export type LoanState = StateOf<typeof loanFlow>
export type LoanEvent = Parameters<typeof loanFlow.from>[0]

/** The four parts of an order's life; every code belongs to one. */
export const loanGroups = {
  application: [10, 20, 21, 22, 23, 26, 27],
  disbursement: [29, 31],
  live: [30, 43, 50, 90],
  closed: [40, 41, 70, 80, 100, 110],
} as const satisfies Record<string, readonly LoanState[]>

const among =
  (states: readonly LoanState[]) =>
  (state: LoanState): boolean =>
    states.includes(state)

/** Whether money is out and owed. */
export const isLive = among(loanGroups.live)

/** Whether nothing but a reversal can change the code any more: the order is closed, or was refused for good. */
export const isFinal = (state: LoanState): boolean =>
  loanFlow.events(state).every((event) => event in reversing || loanFlow.after(state, event) === state)

/** How a disbursed order stands in the books. */
export const Closure = Choice('loans.closure', ['notClosed', 'repaidClosed', 'extensionClosed', 'writeOffClosed'])
export type Closure = z.output<typeof Closure>

/** The closure that belongs to a code; null where nothing was ever paid out. */
export function closureOf(state: LoanState): Closure | null {
  if (isLive(state)) return 'notClosed'
  if (state === loanCode.repaid || state === loanCode.repaidWithReduction) return 'repaidClosed'
  if (state === loanCode.extensionSettled) return 'extensionClosed'
  if (state === loanCode.settledByOperations || state === loanCode.batchSettled) return 'writeOffClosed'
  return null
}

/** What an application came to, once nothing can change its code any more. */
export const FinalState = Choice('loans.finalState', ['rejected', 'cancelled', 'repaid', 'extended', 'writtenOff'], {
  rejected: 'muted',
  cancelled: 'muted',
  repaid: 'good',
  extended: 'good',
  writtenOff: 'muted',
})
export type FinalState = z.output<typeof FinalState>

const ended: Readonly<Partial<Record<Closure, FinalState>>> = {
  repaidClosed: 'repaid',
  extensionClosed: 'extended',
  writeOffClosed: 'writtenOff',
}

/** What became of an application for good; null while its code can still change. */
export function finalStateOf(state: LoanState): FinalState | null {
  if (!isFinal(state)) return null
  if (state === loanCode.cancelled) return 'cancelled'
  const closure = closureOf(state)
  return (closure && ended[closure]) ?? 'rejected'
}

/** Of an event that settles an order and its twin, the one that counts: a reduction in force ends in 41, not 40. */
export const settlementEvent = <Event extends 'settle' | 'writeOffFull'>(event: Event, reducedMinor: number) =>
  reducedMinor > 0 ? (`${event}Reduced` as const) : event

/**
 * The event that leads out of 43 when the order is not settled: back to where it came from, unless the payment
 * or the date changed that meanwhile. `overdue`: whether its oldest unpaid plan is past due now.
 */
export function resumeEvent(cameFrom: LoanState, overdue: boolean) {
  if (cameFrom === loanCode.badDebt) return 'resumeBadDebt'
  return overdue ? 'resumeOverdue' : 'resumeDue'
}
