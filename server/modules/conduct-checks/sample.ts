import type { ConductRule } from '#contract/conduct-checks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { SamplingStrategy } from '#server/kernel/sampling/draw-sample.ts'

/** A call that may be drawn. */
export interface RecordedCall {
  readonly id: IdOf<'call'>
  readonly collectorId: IdOf<'staff'>
  /** How many their collector had spoken before; beyond what makes them new it may be said lower. */
  readonly before: number
  /** Whether the customer has a complaint that is not answered. */
  readonly complains: boolean
}

/** Sampling rules: what an administrator keeps as parameters. */
export interface ConductSampleRules {
  readonly sharePpm: number
  readonly newCollectorCalls: number
}

/** By collector: their first calls, and calls of customers who complain, always; of others a share. */
export const conductStrategy = ({
  sharePpm,
  newCollectorCalls,
}: ConductSampleRules): SamplingStrategy<RecordedCall, ConductRule> => ({
  standing({ before, complains }) {
    if (before < newCollectorCalls) return 'newCollector'
    return complains ? 'complaint' : null
  },
  group: ({ collectorId }) => collectorId,
  share: () => ({ ppm: sharePpm, rule: 'share' }),
})
