import { creditAssessment, creditAssessments } from '#contract/credit-assessments.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { assessCredit } from './assess.ts'
import { creditAssessmentSource } from './source.ts'

/** Handlers of `creditAssessments`: what people may borrow. */
export default implement(
  creditAssessments,
  {
    list: creditAssessmentSource,
    async assess(_, call) {
      if (!(await assessCredit(call.row.id, 'asked', call))) call.fail('kyc_not_done')
    },
  },
  [rowSource(creditAssessment, creditAssessmentSource)],
)
