import type { ConductRule } from '#contract/conduct-checks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { SamplingStrategy } from '#server/kernel/sampling/draw-sample.ts'

/** A call that may be drawn. */
export interface RecordedCall {
  readonly id: IdOf<'call'> | IdOf<'aiRecord'>
  /** Who spoke: a collector, or a robot by its configuration. */
  readonly speakerId: IdOf<'staff'> | IdOf<'aiConfig'>
  /** How many they had spoken before; beyond what makes a collector new it may be said lower. */
  readonly before: number
  /** Whether the customer has a complaint that is not answered. */
  readonly complains: boolean
}

/** Sampling rules: what an administrator keeps as parameters. */
export interface ConductSampleRules {
  readonly sharePpm: number
  readonly newCollectorCalls: number
}

/** By speaker: a collector's first calls, and calls of customers who complain, always; of others a share. */
export const conductStrategy = ({
  sharePpm,
  newCollectorCalls,
}: ConductSampleRules): SamplingStrategy<RecordedCall, ConductRule> => ({
  standing({ before, complains }) {
    if (before < newCollectorCalls) return 'newCollector'
    return complains ? 'complaint' : null
  },
  group: ({ speakerId }) => speakerId,
  share: () => ({ ppm: sharePpm, rule: 'share' }),
})
