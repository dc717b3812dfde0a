import type { Input } from '#contract/kernel/endpoint.ts'
import { fullWeight, missingWeights, sumOfWeights } from '#contract/unit-weights.ts'
import type { Sibling, units } from '#contract/units.ts'

/** Draft of a share: the weight as it is typed. */
export interface ShareDraft {
  readonly weight: string
  readonly locked: boolean
}

type Shares = Input<typeof units.setWeights>['shares']

/** What is typed as a weight: null where nothing is, undefined where it is none. */
export function parseWeight(typed: string): number | null | undefined {
  const digits = typed.trim().replace(/\s*%$/, '')
  if (digits === '') return null
  const weight = Number(digits)
  return /^\d{1,3}$/.test(digits) && weight <= fullWeight ? weight : undefined
}

/** Drafts of siblings as they are now. */
export const draftsOf = (siblings: readonly Sibling[]): ShareDraft[] =>
  siblings.map(({ weight, locked }) => ({ weight: weight === null ? '' : String(weight), locked }))

/** What drafts of siblings come to: what would be saved, and the first thing that is wrong with it. */
export interface WeightsCheck {
  readonly sum: number
  /** The row without a weight, or with something else in its place. */
  readonly empty: number | null
  readonly changed: boolean
  /** What would be saved; null where it cannot be. */
  readonly shares: Shares | null
}

/** Checks drafts of siblings as the server will. */
export function checkWeights(siblings: readonly Sibling[], drafts: readonly ShareDraft[]): WeightsCheck {
  const read = drafts.map(({ weight, locked }) => ({ weight: parseWeight(weight), locked }))
  const known = read.map(({ weight, locked }) => ({ weight: weight ?? null, locked }))
  const wrong = read.findIndex(({ weight }) => weight === undefined)
  const [empty = null] = wrong >= 0 ? [wrong] : missingWeights(known)
  const sum = sumOfWeights(known)
  const shares = siblings.map(({ id, version }, i) => ({ id, version, ...known[i]! }))
  const changed = siblings.some(({ weight, locked }, i) => weight !== known[i]!.weight || locked !== known[i]!.locked)
  return { sum, empty, changed, shares: empty === null && sum === fullWeight && changed ? shares : null }
}
