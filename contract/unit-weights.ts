/** What the weights of the siblings that are not locked come to, in percent. */
export const fullWeight = 100

/** A unit beside its siblings: its share of new cases in percent, and whether it gets any. */
export interface UnitShare {
  /** None: nobody has given it one. */
  readonly weight: number | null
  /** Keeps its weight, which does not count meanwhile. */
  readonly locked: boolean
}

/** The weights that count, added up. */
export const sumOfWeights = (shares: readonly UnitShare[]): number =>
  shares.reduce((sum, { weight, locked }) => sum + (locked ? 0 : (weight ?? 0)), 0)

/** Whether siblings lack a weight that has to be there, by their places. */
export const missingWeights = (shares: readonly UnitShare[]): number[] =>
  shares.flatMap(({ weight, locked }, i) => (weight === null && !locked ? [i] : []))
