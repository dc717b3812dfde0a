import { every, type Guard, guard, ok, refused } from '../kernel/fault.ts'
import { machine, type StateOf } from '../kernel/machine.ts'
import { type LoanState, loanFlow } from '../loans/flow.ts'

/**
 * State machine of a quality inspection. `inspected` is decided and not shown to the reviewer yet: its inspector may open
 * it again. Shown, it is `pass` or `fail`; an appeal against a fail stays where it is until a manager has decided.
 */
export const qualityFlow = machine(
  'vocabularies.qualityState',
  {
    notInspected: { claim: 'notInspected', release: 'notInspected', pass: 'inspected', fail: 'inspected' },
    inspected: { reopen: 'notInspected', showPass: 'pass', showFail: 'fail' },
    pass: {},
    fail: { appeal: 'fail', uphold: 'fail', overturn: 'pass' },
  },
  { notInspected: 'warn', inspected: 'info', pass: 'good', fail: 'bad' },
)
export type QualityState = StateOf<typeof qualityFlow>

/** How long an inspection is locked for whoever has claimed it, in ms. */
export const inspectionLockMs = 30 * 60_000
/** After how long a result is shown to the reviewer who has not opened it, in ms. */
export const shownAfterMs = 24 * 3_600_000

interface Inspected {
  readonly state: QualityState
  readonly loanState: LoanState
  readonly outcome: 'pass' | 'fail' | null
  readonly appealState: 'pending' | 'upheld' | 'overturned' | null
  readonly sentBackAt: string | null
}

/** An order that is still, or again, to be decided has nothing to inspect. */
const decided = guard<Inspected>(['loanState'], ({ loanState }) => loanFlow.can('inspect')({ state: loanState }))
const notAppealed = guard<Inspected>(['appealState'], ({ appealState }) =>
  appealState ? refused('appealed_already') : ok,
)

/** Whether it may be inspected: it was not, and its order is decided. */
export const canInspect: Guard<Inspected> = every<Inspected>(qualityFlow.can('pass'), decided)

/** Whether its reviewer may appeal: once, against a fail that was shown. */
export const canAppeal: Guard<Inspected> = every<Inspected>(qualityFlow.can('appeal'), notAppealed)

/** Whether an appeal waits to be decided. */
export const canDecideAppeal = guard<Inspected>(['appealState'], ({ appealState }) =>
  appealState === 'pending' ? ok : refused('no_appeal'),
)

/** Whether the order of a failed inspection may be reviewed again: it was not paid out yet, and not sent back before. */
export const canSendBack = guard<Inspected>(
  ['outcome', 'loanState', 'sentBackAt'],
  ({ outcome, loanState, sentBackAt }) => {
    if (outcome !== 'fail') return refused('inspection_not_failed')
    if (sentBackAt) return refused('sent_back_already')
    return loanFlow.can('reinspect')({ state: loanState })
  },
)
