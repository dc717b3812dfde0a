import type { z } from 'zod'
import { Choice } from '../kernel/values.ts'

/** What became of an application: by the rules, the first four; by a reviewer, the first two. */
export const DecisionOutcome = Choice('loans.outcome', ['passed', 'failed', 'undecided', 'overQuota', 'returned'], {
  passed: 'good',
  failed: 'muted',
  undecided: 'warn',
  overQuota: 'muted',
  returned: 'warn',
})
export type DecisionOutcome = z.output<typeof DecisionOutcome>
