import { z } from 'zod'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, ReasonText, Ref, Version } from '../kernel/values.ts'
import { loanFlow } from '../loans/flow.ts'
import { DecisionOutcome } from '../loans/outcome.ts'
import { RejectCode } from '../reviews/row.ts'
import { QualityCode } from './code.ts'
import { qualityFlow } from './flow.ts'

/** Why a decision was drawn: its reviewer is new, its code is always looked at, or by the share of passed or rejected ones. */
export const sampleRules = ['newReviewer', 'code', 'passedShare', 'failedShare'] as const
export type SampleRule = (typeof sampleRules)[number]

/** What an inspector finds of a decision. */
export const qualityOutcomes = ['pass', 'fail'] as const
/** How an appeal stands: upheld, the result stays; overturned, it is turned. */
export const appealStates = ['pending', 'upheld', 'overturned'] as const

/** A decision of a reviewer that was drawn to be inspected. */
export const QualityInspection = z.object({
  id: Id('qualityInspection'),
  version: Version,
  state: qualityFlow.State,
  reviewId: Id('review'),
  loanId: Id('loan'),
  loanState: loanFlow.State,
  reviewer: Ref('staff'),
  /** What the reviewer decided, with the code of a rejection, and when. */
  result: DecisionOutcome,
  reviewCode: RejectCode.nullable(),
  reviewedAt: Instant,
  rule: Choice('qualityInspections.rule', [...sampleRules]),
  /** What the sample of that day was drawn with: the same seed and decisions draw it again. */
  seed: z.string(),
  /** The day on which the decision counted. */
  decidedOn: LocalDate,
  drawnAt: Instant,
  /** Whole hours since it was drawn; null once it is inspected. */
  waitingHours: z.int().nullable(),
  inspector: Ref('staff').nullable(),
  /** Until when nobody else gets it. */
  lockedUntil: Instant.nullable(),
  /** What the inspector found. The reviewer has none of this before it is shown. */
  outcome: Choice('qualityInspections.outcome', [...qualityOutcomes], { pass: 'good', fail: 'bad' }).nullable(),
  code: QualityCode.nullable(),
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
  appealRemark: z.string().nullable(),
  appealDecidedAt: Instant.nullable(),
  /** When its order was sent back to be reviewed again. */
  sentBackAt: Instant.nullable(),
  /** The code that a pass has before anybody chooses another: a parameter. */
  passCode: QualityCode,
})
export type QualityInspection = z.output<typeof QualityInspection>
/** Subject: a quality inspection. */
export const qualityInspection = subject('qualityInspections', QualityInspection, {
  prefix: 'QI',
  opens: '/inspection',
  findBy: ['id', 'loan'],
})
