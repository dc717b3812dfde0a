import { type InspectionState, inspectionFlow } from '../inspection-rules.ts'
import { every, type Guard, guard, refused } from '../kernel/fault.ts'
import { type LoanState, loanFlow } from '../loans/flow.ts'

interface Inspected {
  readonly state: InspectionState
  readonly loanState: LoanState
  readonly outcome: 'pass' | 'fail' | null
  readonly sentBackAt: string | null
}

/** An order that is still, or again, to be decided has nothing to inspect. */
const decided = guard<Inspected>(['loanState'], ({ loanState }) => loanFlow.can('inspect')({ state: loanState }))

/** Whether it may be inspected: it was not, and its order is decided. */
export const canInspect: Guard<Inspected> = every<Inspected>(inspectionFlow.can('pass'), decided)

/** Whether the order of a failed inspection may be reviewed again: it was not paid out yet, and not sent back before. */
export const canSendBack = guard<Inspected>(
  ['outcome', 'loanState', 'sentBackAt'],
  ({ outcome, loanState, sentBackAt }) => {
    if (outcome !== 'fail') return refused('inspection_not_failed')
    if (sentBackAt) return refused('sent_back_already')
    return loanFlow.can('reinspect')({ state: loanState })
  },
)
