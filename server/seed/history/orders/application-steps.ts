import { type LoanEvent, type LoanState, loanCode } from '#contract/loans/flow.ts'
import type { Random, Weighted } from '#server/seed/history/random.ts'

/** One step of an application, so many minutes after the one before. */
export interface ApplicationStep {
  readonly event: LoanEvent
  readonly minutes: number
}

const day = 24 * 60

/** How many minutes a step takes, at least and at most. */
const durations = {
  machinePass: [1, 12],
  machineFail: [1, 12],
  machineUndecided: [2, 30],
  quotaFail: [1, 12],
  manualPass: [25, 900],
  manualReject: [25, 900],
  disburse: [5, 90],
  disburseOk: [1, 20],
  disburseFail: [1, 40],
  redisburse: [45, 1_500],
  resubmit: [120, 2_000],
  cancelLoan: [60, 3_000],
  cancelDisbursement: [300, 5_000],
  expire: [7 * day, 7 * day],
} as const satisfies Partial<Record<LoanEvent, readonly [number, number]>>
type Event = keyof typeof durations

/** How a decision in favour comes about. */
const approvals: Weighted<readonly Event[]> = [
  [['machinePass'], 78],
  [['machineUndecided', 'manualPass'], 20],
  [['quotaFail', 'resubmit', 'machinePass'], 2],
]

const failing = (times: number): Event[] =>
  Array.from({ length: times }, () => ['redisburse', 'disburseFail'] as const).flat()

/** How an application comes to nothing. */
const cancellations = (approved: readonly Event[]): readonly (readonly Event[])[] => [
  ['cancelLoan'],
  ['machinePass', 'cancelLoan'],
  ['machineUndecided', 'cancelLoan'],
  ['machinePass', 'expire'],
  [...approved, 'disburse', 'disburseFail', 'cancelDisbursement'],
  ['quotaFail', 'expire'],
]

/** What an order that waits, or was refused, has behind it. Every other one has been paid out. */
const ways: Partial<Record<LoanState, (approved: readonly Event[], attempts: number) => readonly Event[]>> = {
  [loanCode.reviewing]: () => [],
  [loanCode.autoPassed]: () => ['machinePass'],
  [loanCode.autoFailed]: () => ['machineFail'],
  [loanCode.undecided]: () => ['machineUndecided'],
  [loanCode.overQuota]: () => ['quotaFail'],
  [loanCode.manualPassed]: () => ['machineUndecided', 'manualPass'],
  [loanCode.manualFailed]: () => ['machineUndecided', 'manualReject'],
  [loanCode.disbursing]: (approved) => [...approved, 'disburse'],
  [loanCode.disbursementFailed]: (approved, attempts) => [
    ...approved,
    ...(['disburse', 'disburseFail'] as const),
    ...failing(attempts - 1),
  ],
}

/** What an application is to come to. */
export interface ApplicationTarget {
  readonly outcome: LoanState
  /** Which of those with this outcome it is, 0 to 1. */
  readonly part: number
  /** How often the pay-out is tried in vain. */
  readonly failures: number
}

/** The steps from the submission to where the order waits or ends, or to the pay-out of one that lives on. */
export function stepsTo({ outcome, part, failures }: ApplicationTarget, random: Random): ApplicationStep[] {
  const approved = random.weighted(approvals)
  const paidOut = (): Event[] => [
    ...approved,
    'disburse',
    ...(failures > 0 ? (['disburseFail', ...failing(failures - 1), 'redisburse'] as const) : []),
    'disburseOk',
  ]
  const cancelled = cancellations(approved)
  const events: readonly Event[] =
    outcome === loanCode.cancelled
      ? cancelled[Math.floor(part * cancelled.length)]!
      : (ways[outcome]?.(approved, failures) ?? paidOut())
  return events.map((event) => {
    const [least, most] = durations[event]
    return { event, minutes: random.int(least, most) }
  })
}

/** How many minutes it takes from the submission to the last step. */
export const minutesOf = (steps: readonly ApplicationStep[]): number =>
  steps.reduce((sum, { minutes }) => sum + minutes, 0)

/** Whether an order with this outcome is ever paid out. */
export const isPaidOut = (outcome: LoanState): boolean => outcome !== loanCode.cancelled && ways[outcome] === undefined
