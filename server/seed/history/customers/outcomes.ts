import { type LoanState, loanCode } from '#contract/loans/flow.ts'
import type { PayoutBlocker } from '#server/seed/history/orders/application.ts'
import type { Random, Weighted } from '#server/seed/history/random.ts'

/** What became of the last application of a customer by now. */
export const lastOutcomes: Weighted<LoanState> = [
  [loanCode.repaid, 30.6],
  [loanCode.awaitingRepayment, 18],
  [loanCode.overdue, 16],
  [loanCode.autoFailed, 7],
  [loanCode.cancelled, 5],
  [loanCode.badDebt, 4],
  [loanCode.repaidWithReduction, 3],
  [loanCode.disbursementFailed, 2.6],
  [loanCode.manualFailed, 2.5],
  [loanCode.undecided, 1.7],
  [loanCode.batchSettled, 1.7],
  [loanCode.overQuota, 1.3],
  [loanCode.settledByOperations, 1.2],
  [loanCode.repaymentProcessing, 1.2],
  [loanCode.autoPassed, 1],
  [loanCode.manualPassed, 1],
  [loanCode.reviewing, 0.7],
  [loanCode.disbursing, 0.7],
]

/** What became of those before it. */
export const pastOutcomes: Weighted<LoanState> = [
  [loanCode.repaid, 87],
  [loanCode.repaidWithReduction, 4],
  [loanCode.cancelled, 5],
  [loanCode.autoFailed, 2.5],
  [loanCode.manualFailed, 1.5],
]

/** What stands in the way of the pay-outs that wait to be made again; of most, nothing. */
export const payoutBlockers: Weighted<PayoutBlocker | null> = [
  ['unbound', 10],
  ['mismatch', 15],
  ['exhausted', 8],
  ['unconfirmed', 6],
  [null, 61],
]
/** How often they were tried. */
export const attempts: Weighted<number> = [
  [1, 60],
  [2, 24],
  [3, 11],
  [4, 5],
]

type Range = readonly [from: number, to: number]

/** How many days after its due date an order comes to its end, or to today where it has none; before, where negative. */
const latenesses: Partial<Record<LoanState, Weighted<Range>>> = {
  [loanCode.repaid]: [
    [[-4, -1], 30],
    [[0, 0], 32],
    [[1, 3], 18],
    [[4, 15], 13],
    [[16, 45], 7],
  ],
  [loanCode.repaidWithReduction]: [[[3, 30], 1]],
  [loanCode.overdue]: [
    [[1, 2], 22],
    [[3, 7], 24],
    [[8, 15], 18],
    [[16, 30], 15],
    [[31, 60], 13],
    [[61, 89], 8],
  ],
  [loanCode.badDebt]: [[[90, 118], 1]],
  [loanCode.repaymentProcessing]: [
    [[-3, 0], 35],
    [[1, 40], 55],
    [[91, 105], 10],
  ],
  [loanCode.settledByOperations]: [[[35, 110], 1]],
  [loanCode.batchSettled]: [[[60, 115], 1]],
  [loanCode.extensionSettled]: [[[-2, 6], 1]],
}

/** How late an order with this outcome is, of a product whose periods last `periodDays`. */
export function latenessOf(outcome: LoanState, periodDays: number, random: Random): number {
  const ranges = latenesses[outcome]
  return ranges ? random.int(...random.weighted(ranges)) : -random.int(0, periodDays)
}

/** How many minutes ago the last step of an order that waits was taken, at least and at most. */
const ages: Partial<Record<LoanState, Range>> = {
  [loanCode.reviewing]: [0, 25],
  [loanCode.autoPassed]: [1, 900],
  [loanCode.undecided]: [5, 4_000],
  [loanCode.overQuota]: [30, 9_000],
  [loanCode.manualPassed]: [1, 1_500],
  [loanCode.disbursing]: [0, 20],
  [loanCode.disbursementFailed]: [10, 12_000],
}

/** How many minutes an order with this outcome has waited, few more often than many; undefined where it does not wait. */
export function waitingOf(outcome: LoanState, random: Random): number | undefined {
  const age = ages[outcome]
  return age && age[0] + Math.round((age[1] - age[0]) * random.next() ** 2)
}
