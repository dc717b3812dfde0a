import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { IdOf } from '#contract/kernel/values.ts'

/** Whose cases are shown: a collector's, or those of nobody. */
export type ShownCases = IdOf<'staff'> | 'nobody'

/** What the address says of the page: which allocation, which stage of it, whose cases, and the turn that is explained. */
export interface AllocationAddress {
  readonly id: IdOf<'caseAllocation'>
  readonly stage: IdOf<'stage'> | null
  readonly to: ShownCases | null
  readonly turn: number | null
}

function parseAddress(search: string): AllocationAddress {
  const params = new URLSearchParams(search)
  const turn = Number(params.get('turn'))
  return {
    // whether there are such, the server knows
    id: (params.get('id') ?? '') as IdOf<'caseAllocation'>,
    stage: params.get('stage') as IdOf<'stage'> | null,
    to: params.get('to') as ShownCases | null,
    turn: Number.isInteger(turn) && turn > 0 ? turn : null,
  }
}

/** The address of an allocation, or of a part of it. */
export function allocationPath({ id, stage, to, turn }: AllocationAddress): string {
  const params = new URLSearchParams({ id })
  if (stage) params.set('stage', stage)
  if (to) params.set('to', to)
  if (turn) params.set('turn', String(turn))
  return `/allocation?${params}`
}

/** What the address says, and how a part of it is changed. */
export function useAllocationAddress(): readonly [AllocationAddress, (part: Partial<AllocationAddress>) => void] {
  const search = useSearch()
  const address = useMemo(() => parseAddress(search), [search])
  return [address, (part) => navigate(allocationPath({ ...address, ...part }), { replace: true })]
}
