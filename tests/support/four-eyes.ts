import { onTestFinished } from 'vitest'
import { loans } from '#contract/loans/calls.ts'

/** Has a run need approval from so few rows on, until the test is over: what holds for a hundred holds for these. */
export function fourEyesAbove(rows: number): void {
  const large = loans.redisburse.large as { rows: number } // the contract says it once, for server and console
  const { rows: before } = large
  large.rows = rows
  onTestFinished(() => {
    large.rows = before
  })
}
