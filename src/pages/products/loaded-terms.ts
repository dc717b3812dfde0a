import type { LocalDate, Version } from '#contract/kernel/values.ts'

interface DatedTerms<Value> {
  readonly value: Value
  readonly effectiveFrom: LocalDate
  readonly madeBy: string
}
/** A part of a product's terms as the server answers it. */
export interface LoadedTerms<Value> {
  readonly version: Version
  readonly inForce: DatedTerms<Value> | null
  readonly later: readonly DatedTerms<Value>[]
  readonly waiting: DatedTerms<Value> | null
}
