import { type LoanState, loan } from '#contract/loans/flow.ts'
import type { Trouble } from './apply.ts'
import type { Random, Weighted } from './random.ts'

/** What became of the last application of a customer by now. */
export const lastFates: Weighted<LoanState> = [
  [loan.repaid, 30.6],
  [loan.awaitingRepayment, 18],
  [loan.overdue, 16],
  [loan.autoFailed, 7],
  [loan.cancelled, 5],
  [loan.badDebt, 4],
  [loan.repaidWithReduction, 3],
  [loan.disbursementFailed, 2.6],
  [loan.manualFailed, 2.5],
  [loan.undecided, 1.7],
  [loan.batchSettled, 1.7],
  [loan.overQuota, 1.3],
  [loan.settledByOperations, 1.2],
  [loan.repaymentProcessing, 1.2],
  [loan.autoPassed, 1],
  [loan.manualPassed, 1],
  [loan.reviewing, 0.7],
  [loan.disbursing, 0.7],
]

/** What became of those before it. */
export const pastFates: Weighted<LoanState> = [
  [loan.repaid, 87],
  [loan.repaidWithReduction, 4],
  [loan.cancelled, 5],
  [loan.autoFailed, 2.5],
  [loan.manualFailed, 1.5],
]

/** What stands in the way of the pay-outs that wait to be made again; of most, nothing. */
export const troubles: Weighted<Trouble | null> = [
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
  [loan.repaid]: [
    [[-4, -1], 30],
    [[0, 0], 32],
    [[1, 3], 18],
    [[4, 15], 13],
    [[16, 45], 7],
  ],
  [loan.repaidWithReduction]: [[[3, 30], 1]],
  [loan.overdue]: [
    [[1, 2], 22],
    [[3, 7], 24],
    [[8, 15], 18],
    [[16, 30], 15],
    [[31, 60], 13],
    [[61, 89], 8],
  ],
  [loan.badDebt]: [[[90, 118], 1]],
  [loan.repaymentProcessing]: [
    [[-3, 0], 35],
    [[1, 40], 55],
    [[91, 105], 10],
  ],
  [loan.settledByOperations]: [[[35, 110], 1]],
  [loan.batchSettled]: [[[60, 115], 1]],
  [loan.extensionSettled]: [[[-2, 6], 1]],
}

/** How late an order with this fate is, of a product whose periods last `periodDays`. */
export function latenessOf(fate: LoanState, periodDays: number, random: Random): number {
  const ranges = latenesses[fate]
  return ranges ? random.int(...random.weighted(ranges)) : -random.int(0, periodDays)
}

/** How many minutes ago the last step of an order that waits was taken, at least and at most. */
const ages: Partial<Record<LoanState, Range>> = {
  [loan.reviewing]: [0, 25],
  [loan.autoPassed]: [1, 900],
  [loan.undecided]: [5, 4_000],
  [loan.overQuota]: [30, 9_000],
  [loan.manualPassed]: [1, 1_500],
  [loan.disbursing]: [0, 20],
  [loan.disbursementFailed]: [10, 12_000],
}

/** How many minutes an order with this fate has waited, few more often than many; undefined where it does not wait. */
export function waitingOf(fate: LoanState, random: Random): number | undefined {
  const age = ages[fate]
  return age && age[0] + Math.round((age[1] - age[0]) * random.next() ** 2)
}
