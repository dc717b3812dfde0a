import { z } from 'zod'
import { every, type Guard, guard, ok, refused } from './kernel/fault.ts'
import { machine, type StateOf } from './kernel/machine.ts'
import { Choice, Instant, ReasonText, Ref, TextKey } from './kernel/values.ts'

/**
 * State machine of an inspection: of what somebody has done, drawn to be looked at. `inspected` is decided and not shown to
 * whom it is about yet: its inspector may open it again. Shown, it is `pass` or `fail`; an appeal against a fail stays where
 * it is until somebody has decided.
 */
export const inspectionFlow = machine(
  'vocabularies.qualityState',
  {
    notInspected: { claim: 'notInspected', release: 'notInspected', pass: 'inspected', fail: 'inspected' },
    inspected: { reopen: 'notInspected', showPass: 'pass', showFail: 'fail' },
    pass: {},
    fail: { appeal: 'fail', uphold: 'fail', overturn: 'pass' },
  },
  { notInspected: 'warn', inspected: 'info', pass: 'good', fail: 'bad' },
)
export type InspectionState = StateOf<typeof inspectionFlow>

/** How long an inspection is locked for whoever has claimed it, in ms. */
export const inspectionLockMs = 30 * 60_000
/** After how long a result is shown to whom it is about, where they have not opened it, in ms. */
export const shownAfterMs = 24 * 3_600_000

/** What an inspector finds. */
export const inspectionOutcomes = ['pass', 'fail'] as const
/** How an appeal stands: upheld, the result stays; overturned, it is turned. */
export const appealStates = ['pending', 'upheld', 'overturned'] as const

/** Fields that every inspection has, whatever is inspected. */
export const inspectionFields = {
  state: inspectionFlow.State,
  /** What the sample of that day was drawn with: the same seed and the same work draw it again. */
  seed: z.string(),
  drawnAt: Instant,
  inspector: Ref('staff').nullable(),
  /** Until when nobody else gets it. */
  lockedUntil: Instant.nullable(),
  /** What the inspector found. Whom it is about has none of this before it is shown. */
  outcome: Choice('qualityInspections.outcome', [...inspectionOutcomes], { pass: 'good', fail: 'bad' }).nullable(),
  remark: z.string().nullable(),
  inspectedAt: Instant.nullable(),
  shownAt: Instant.nullable(),
  appealState: Choice('qualityInspections.appealState', [...appealStates], {
    ...{ pending: 'warn', upheld: 'muted', overturned: 'info' },
  }).nullable(),
  appealReason: ReasonText().nullable(),
  appealedAt: Instant.nullable(),
  /** Who decided the appeal, what they said, and when. */
  appealDecidedBy: z.string().nullable(),
  appealRemark: TextKey('approvals.ended').nullable(),
  appealDecidedAt: Instant.nullable(),
} as const

interface Claimable {
  readonly state: InspectionState
  readonly inspector: object | null
}

const claimed = guard<Claimable>(['inspector'], ({ inspector }) => (inspector ? ok : refused('unclaimed')))

/** Whether there is a claim to give back. */
export const canRelease: Guard<Claimable> = every<Claimable>(inspectionFlow.can('release'), claimed)

interface Appealed {
  readonly state: InspectionState
  readonly appealState: (typeof appealStates)[number] | null
}

const notAppealed = guard<Appealed>(['appealState'], ({ appealState }) =>
  appealState ? refused('appealed_already') : ok,
)

/** Whether whom it is about may appeal: once, against a fail that was shown. */
export const canAppeal: Guard<Appealed> = every<Appealed>(inspectionFlow.can('appeal'), notAppealed)

/** Whether an appeal waits to be decided. */
export const canDecideAppeal: Guard<Pick<Appealed, 'appealState'>> = guard(['appealState'], ({ appealState }) =>
  appealState === 'pending' ? ok : refused('no_appeal'),
)
