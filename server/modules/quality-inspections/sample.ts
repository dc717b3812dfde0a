import type { IdOf } from '#contract/kernel/values.ts'
import type { SampleRule } from '#contract/quality-inspections/row.ts'
import type { RejectCode } from '#contract/reviews/row.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'

/** A decision that may be drawn. */
export interface Decision {
  readonly reviewId: IdOf<'review'>
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

/** A decision that was drawn, and by which rule. */
export type Drawn<One extends Decision> = One & { readonly rule: SampleRule }

const million = 1_000_000

/** Decisions of one reviewer that came out alike. */
function groupsOf<One extends Decision>(decisions: readonly One[]): One[][] {
  const groups = new Map<string, One[]>()
  for (const one of decisions) {
    const key = `${one.reviewerId} ${one.result}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}

/** The rule by which a decision is inspected whatever else is drawn; null: it is drawn by share. */
function standingRule({ before, code }: Decision, { newReviewerDecisions, codes }: SampleRules): SampleRule | null {
  if (before < newReviewerDecisions) return 'newReviewer'
  return code !== null && codes.includes(code) ? 'code' : null
}

/**
 * Draws the sample of a day (seeded random sampling). Decisions are ranked by the hash of seed and id, so that the same
 * seed and the same decisions draw the same sample, in whatever order they come, and nobody who lacks the seed can tell
 * which. Of a share at least that much is drawn of each reviewer; what a standing rule draws does not count for it.
 */
export function drawSample<One extends Decision>(
  decisions: readonly One[],
  rules: SampleRules,
  seed: string,
): Drawn<One>[] {
  const standing = decisions.flatMap((one) => {
    const rule = standingRule(one, rules)
    return rule ? [{ ...one, rule }] : []
  })
  const others = decisions.filter((one) => standingRule(one, rules) === null)
  const shared = groupsOf(others).flatMap((group) => {
    const { result } = group[0]!
    const ppm = result === 'passed' ? rules.passedPpm : rules.failedPpm
    const ranked = group
      .map((one) => ({ one, rank: sha256(`${seed} ${one.reviewId}`) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    const rule: SampleRule = result === 'passed' ? 'passedShare' : 'failedShare'
    return ranked.slice(0, Math.ceil((group.length * ppm) / million)).map(({ one }) => ({ ...one, rule }))
  })
  return [...standing, ...shared].toSorted((a, b) => (a.reviewId < b.reviewId ? -1 : 1))
}
