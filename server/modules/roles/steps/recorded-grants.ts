import type { Grant } from '#contract/kernel/grants.ts'
import { buttonsIn } from '#contract/kernel/rights.ts'

const wordsOf = (codes: number): string[] => buttonsIn(codes).map((name) => `lens.button.${name}`)

/** The grants of a role for the record: by page, in an order that does not change, in words. */
export const recordedGrants = (grants: readonly Grant[]): Record<string, string[]> =>
  Object.fromEntries(
    grants
      .map(({ page, codes, scope }): [string, string[]] => [page, [...wordsOf(codes), `lens.scope.${scope}`]])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
