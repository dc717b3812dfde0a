import { lockMs, undoMs } from '#contract/reviews/flow.ts'

/** How long a decision can be undone, in seconds. */
export const undoSeconds = undoMs / 1_000

/** When a lock that is taken now runs out. */
export const lockEnd = (now: Date): Date => new Date(now.getTime() + lockMs)

/** When a decision counts that was made then. */
export const countsFrom = (decidedAt: Date): Date => new Date(decidedAt.getTime() + undoMs)
