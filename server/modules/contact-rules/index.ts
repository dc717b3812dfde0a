import { contactRules } from '#contract/contact-rules.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustFindCase } from '#server/modules/cases/steps/find-case.ts'
import { contactSummary } from './steps/summary.ts'

/** Handlers of `contactRules`: by which rules customers are contacted. */
export default implement(contactRules, {
  ofCase: async ({ id }, call) => contactSummary(await mustFindCase(id, call), call),
})
