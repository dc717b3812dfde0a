import { z } from 'zod'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { Id, Instant, Rate, Ref } from './kernel/values.ts'

/** Over how many days reviewers are scored. */
export const scoreDays = 30

/** Reviewer score: how somebody has decided in the last thirty days, and what inspections found of it. */
export const ReviewerScore = z.object({
  id: Id('staff'),
  reviewer: Ref('staff'),
  decided: z.int(),
  passed: z.int(),
  failed: z.int(),
  /** Minutes from opening to deciding, in the middle. */
  minutesEach: z.int(),
  /** Inspections whose result was shown, and how many of those are failed. */
  inspected: z.int(),
  faulty: z.int(),
  /** Failed of inspected; null where none was inspected. */
  errorRate: Rate.nullable(),
  /** Appeals, and how many of those turned the result. */
  appealed: z.int(),
  overturned: z.int(),
  lastDecidedAt: Instant,
})
export type ReviewerScore = z.output<typeof ReviewerScore>

/** Reviewer scores: everybody who has reviewed in the last thirty days. */
export const reviewerScores = api('reviewerScores', {
  list: list('GET /quality-inspections/scores', {
    requires: 'reviewerScores',
    row: ReviewerScore,
    filter: ['reviewer', 'decided', 'inspected', 'faulty', 'overturned', 'lastDecidedAt'],
    sort: ['reviewer', 'decided', 'inspected', 'faulty', 'lastDecidedAt'],
    search: [],
    order: '-decided',
    created: 'lastDecidedAt',
    follows: ['reviews', 'qualityInspections'],
  }),
})
