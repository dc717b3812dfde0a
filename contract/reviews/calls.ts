import { z } from 'zod'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { Id } from '../kernel/values.ts'
import { webhook, webhookFaults } from '../kernel/webhook.ts'
import { ReviewDetail } from './detail.ts'
import { reviewFlow } from './flow.ts'
import { AskedItem, Figures, RejectCode, Remark, Review, review } from './row.ts'

const filter = [
  ...(['id', 'loanId', 'customerId', 'name', 'phone', 'state', 'needManual', 'priority', 'amount'] as const),
  ...(['machineReviewId', 'machineState', 'machineCompletedAt', 'machineSeconds'] as const),
  ...(['manualReviewId', 'result', 'reviewer', 'code', 'codeClass', 'remark', 'queuedAt', 'waitingSince'] as const),
  ...(['waitingHours', 'openedAt', 'decidedAt', 'lockedUntil', 'app'] as const),
] as const
const listed = {
  row: Review,
  subject: review,
  filter,
  sort: ['id', ...(['waitingSince', 'queuedAt', 'decidedAt', 'priority', 'state', 'amount', 'name'] as const)],
  search: ['id', 'loanId', 'name', 'phone'],
  created: 'queuedAt',
  sums: ['amount'],
} as const

const working = { subject: review, requires: 'reviewQueue.request', touches: ['loans'] } as const
const deciding = { ...working, faults: ['claimed_elsewhere', 'lock_lost'] } as const

/** Reviews by hand: applications that the rules left to a person, each time one came to that. */
export const reviews = api('reviews', {
  list: list('GET /reviews', { ...listed, requires: 'reviewQueue', order: '-queuedAt' }),

  /** Those that one has, or has decided. */
  mine: list('GET /reviews/mine', { ...listed, requires: 'myReviews', order: '-queuedAt' }),

  /** What one has decided today, and what is left. */
  figures: read('GET /reviews/figures', {
    requires: ['reviewQueue.request', 'myReviews'],
    input: z.object({}),
    output: Figures,
  }),

  /** Everything that a decision stands on. */
  detail: read('GET /reviews/{id}', {
    requires: 'reviewQueue',
    input: z.object({ id: Id('review') }),
    output: ReviewDetail,
    faults: ['not_found'],
  }),

  /**
   * Work queue: the next review for whoever asks: what they have begun and left, what was given to them, then what waits,
   * the most urgent and oldest first. Nobody else gets it while it is theirs. Null where nothing waits.
   */
  claimNext: write('POST /reviews/claim-next', {
    requires: 'reviewQueue.request',
    /** `after`: the one that they are at, which is not the next. */
    input: z.object({ after: Id('review').optional() }),
    output: z.object({ review: Review.nullable() }),
    touches: ['loans'],
  }),

  /** Begins to review, or goes on: locked for whoever does, for a quarter of an hour. */
  open: change('POST /reviews/open', { ...working, when: reviewFlow.can('open'), faults: ['claimed_elsewhere'] }),

  /** Extends the lock of what one is at. */
  renew: change('POST /reviews/renew', { ...deciding, when: reviewFlow.can('renew') }),

  /** Gives a review back to the queue. */
  release: change('POST /reviews/release', {
    ...working,
    when: reviewFlow.can('release'),
    faults: ['claimed_elsewhere'],
  }),

  /** Gives a review to a reviewer, whoever has it. */
  assign: change('POST /reviews/assign', {
    subject: review,
    requires: 'reviewQueue.assign',
    args: { reviewer: Id('staff') },
    when: reviewFlow.can('assign'),
    faults: ['not_a_reviewer', 'same_assignee'],
    touches: ['loans'],
  }),

  /** Approves. What is missing, not valid or differs needs a remark that says why. Counts after ten seconds. */
  pass: change('POST /reviews/pass', {
    ...deciding,
    args: { remark: Remark.optional() },
    when: reviewFlow.can('pass'),
    faults: [...deciding.faults, 'documents_not_valid', 'differences_unexplained'],
  }),

  /** Refuses, for good. Counts after ten seconds. */
  reject: change('POST /reviews/reject', {
    ...deciding,
    args: { code: RejectCode, remark: Remark.optional() },
    when: reviewFlow.can('reject'),
  }),

  /** Has the customer hand in some of it again; the review waits for them. */
  askAgain: change('POST /reviews/ask-again', {
    ...deciding,
    args: { items: z.array(AskedItem).min(1).max(AskedItem.values.size), remark: Remark.optional() },
    when: reviewFlow.can('askAgain'),
  }),

  /** Takes a decision back, in the ten seconds before it counts. */
  undo: change('POST /reviews/undo', {
    ...working,
    when: reviewFlow.can('undo'),
    faults: ['claimed_elsewhere', 'decision_counts'],
  }),

  /** The customer app tells that what was asked for is there. It may tell so twice. */
  provided: write('POST /callbacks/reviews/provided', {
    ...webhook,
    output: z.object({ state: reviewFlow.State }),
    faults: [...webhookFaults, 'not_found'],
  }),
})
