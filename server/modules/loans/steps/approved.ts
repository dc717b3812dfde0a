import { sql } from 'drizzle-orm'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { loanRows } from '../store.ts'

/** Codes that nothing but an approval leads to. */
const beyondApproval = sql.raw(
  [codes.autoPassed, codes.manualPassed, codes.disbursing, codes.disbursementFailed].join(', '),
)

/**
 * Passed once, whatever came of it: somebody has written so, or it came further than anything else does. Of a book that was
 * imported, and of what is old, the code is all there is.
 */
export const approvedOnce = sql`(${loanRows.passedOnce} or ${loanRows.disbursedAt} is not null
  or ${loanRows.state} in (${beyondApproval})
  or (${loanRows.state} = ${codes.cancelled} and ${loanRows.decidedAt} is not null and not ${loanRows.overQuota}))`
