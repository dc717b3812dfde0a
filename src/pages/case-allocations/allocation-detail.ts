import type { caseAllocations } from '#contract/case-allocations.ts'
import type { Output } from '#contract/kernel/endpoint.ts'

/** An allocation with its stages, and one of them in detail. */
export type AllocationDetail = Output<typeof caseAllocations.detail>
