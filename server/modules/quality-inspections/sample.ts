import type { IdOf } from '#contract/kernel/values.ts'
import type { SampleRule } from '#contract/quality-inspections/row.ts'
import type { RejectCode } from '#contract/reviews/row.ts'
import type { SamplingStrategy } from '#server/kernel/sampling/draw-sample.ts'

/** A decision that may be drawn. */
export interface Decision {
  readonly id: IdOf<'review'>
  readonly reviewerId: IdOf<'staff'>
  readonly result: 'passed' | 'failed'
  readonly code: RejectCode | null
  /** How many its reviewer had decided before; beyond what makes them new it may be said lower. */
  readonly before: number
}

/** Sampling rules: what an administrator keeps as parameters. */
export interface SampleRules {
  readonly passedPpm: number
  readonly failedPpm: number
  readonly newReviewerDecisions: number
  readonly codes: readonly RejectCode[]
}

/** By reviewer and what they decided: the first decisions of a reviewer and certain codes always, of others a share. */
export const qualityStrategy = (rules: SampleRules): SamplingStrategy<Decision, SampleRule> => ({
  standing({ before, code }) {
    if (before < rules.newReviewerDecisions) return 'newReviewer'
    return code !== null && rules.codes.includes(code) ? 'code' : null
  },
  group: ({ reviewerId, result }) => `${reviewerId} ${result}`,
  share: ({ result }) =>
    result === 'passed' ? { ppm: rules.passedPpm, rule: 'passedShare' } : { ppm: rules.failedPpm, rule: 'failedShare' },
})
