import { creditAssessments } from '#contract/credit-assessments.ts'
import { command } from '#src/command/define.ts'

/** Assess credit again: what somebody may borrow as of today. */
export const assess = command(creditAssessments.assess, {
  on: 'each',
  search: { words: { en: ['credit limit', 'recalculate limit'], zh: ['重新授信', '额度'] } },
})
