import { z } from 'zod'
import { inspectionFields } from '../inspection-rules.ts'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Ref, Version } from '../kernel/values.ts'
import { loanFlow } from '../loans/flow.ts'
import { DecisionOutcome } from '../loans/outcome.ts'
import { RejectCode } from '../reviews/row.ts'
import { QualityCode } from './code.ts'

/** Why a decision was drawn: its reviewer is new, its code is always looked at, or by the share of passed or rejected ones. */
export const sampleRules = ['newReviewer', 'code', 'passedShare', 'failedShare'] as const
export type SampleRule = (typeof sampleRules)[number]

/** A decision of a reviewer that was drawn to be inspected. */
export const QualityInspection = z.object({
  id: Id('qualityInspection'),
  version: Version,
  reviewId: Id('review'),
  loanId: Id('loan'),
  loanState: loanFlow.State,
  reviewer: Ref('staff'),
  /** What the reviewer decided, with the code of a rejection, and when. */
  result: DecisionOutcome,
  reviewCode: RejectCode.nullable(),
  reviewedAt: Instant,
  rule: Choice('qualityInspections.rule', [...sampleRules]),
  /** The day on which the decision counted. */
  decidedOn: LocalDate,
  /** Whole hours since it was drawn; null once it is inspected. */
  waitingHours: z.int().nullable(),
  ...inspectionFields,
  code: QualityCode.nullable(),
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
