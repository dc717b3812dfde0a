import type { IdOf } from '#contract/kernel/values.ts'
import type { LoanEvent } from '#contract/loans/flow.ts'
import { lockMs } from '#contract/reviews/flow.ts'
import { type AskedItem, type RejectCode, review as reviewSubject } from '#contract/reviews/row.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { later } from '#server/seed/history/context.ts'
import type { Weighted } from '#server/seed/history/random.ts'
import { isTraced } from './decisions.ts'
import type { Order } from './order.ts'

type ReviewRow = { -readonly [Name in keyof RowOf<'reviews'>]: RowOf<'reviews'>[Name] }

/** How far a review is that somebody has taken. */
const taken: Weighted<'toAudit' | 'underReview' | 'dataModifiable'> = [
  ['toAudit', 55],
  ['underReview', 20],
  ['dataModifiable', 25],
]
const askedFor: Weighted<readonly AskedItem[]> = [
  [['pan'], 40],
  [['aadhaarFront', 'aadhaarBack'], 30],
  [['face'], 20],
  [['address'], 10],
]
const askingRemarks: Weighted<string> = [
  ['Number cannot be read', 1],
  ['Corner is cut off', 1],
  ['Photo is of another card', 1],
]
/** Minutes from opening to deciding. */
const minutesEach: Weighted<number> = [
  [1, 30],
  [2, 40],
  [4, 20],
  [9, 10],
]

/** The review of an order while its application is lived. */
export class OrderReview {
  readonly #order: Order
  readonly #row: ReviewRow

  constructor(order: Order, at: Date) {
    this.#order = order
    const { book } = order.context
    const machine = { machineReviewId: null, machineState: null, machineCompletedAt: null, machineSeconds: null }
    const undecided = { reviewerId: null, result: null, code: null, remark: null, asked: [], decidedAt: null }
    this.#row = {
      ...{ id: book.id(reviewSubject.ids, order.context.dateOf(at)), loanId: order.row.id, state: 'unclaimed' },
      ...{ priority: 0, needManual: true, ...machine, rounds: 0, ...undecided },
      ...{ queuedAt: at, waitingSince: at, openedAt: null, lockedUntil: null, endedAt: null },
    }
  }

  /** It is decided, or its order ends otherwise. */
  end(event: LoanEvent, at: Date, remark: string | null): void {
    const { row, context } = this.#order
    const ended = { waitingSince: null, endedAt: at }
    if (event !== 'manualPass' && event !== 'manualReject') {
      Object.assign(this.#row, { ...ended, state: 'closed' } satisfies Partial<ReviewRow>)
      return
    }
    const passed = event === 'manualPass'
    const begun = later(at, -context.drawEvenly('reviewMinutes', minutesEach))
    Object.assign(this.#row, {
      ...{ ...ended, rounds: 1, openedAt: begun > this.#row.queuedAt ? begun : this.#row.queuedAt, decidedAt: at },
      ...{ state: passed ? 'passed' : 'failed', result: passed ? 'passed' : 'failed', reviewerId: row.reviewerId },
      ...{ code: row.deniedCode as RejectCode | null, remark }, // the code of a reviewer
    } satisfies Partial<ReviewRow>)
  }

  /** Writes the review down as it is now; what is long over is told by its order. */
  write(): void {
    const { row, context } = this.#order
    const waits = this.#row.endedAt === null
    if (waits) this.#take(row.reviewerId)
    if (waits || isTraced(this.#order)) context.book.buffers.reviews.add(this.#row)
  }

  /** Somebody has it, and may be at it. */
  #take(reviewerId: IdOf<'staff'> | null): void {
    if (!reviewerId) return
    const { context } = this.#order
    const state = context.drawEvenly('reviewTaken', taken)
    Object.assign(this.#row, { state, reviewerId } satisfies Partial<ReviewRow>)
    if (state === 'toAudit') return
    const openedAt = later(context.now, state === 'underReview' ? -2 : -95)
    const began = openedAt > this.#row.queuedAt ? openedAt : this.#row.queuedAt
    const asked = state === 'dataModifiable' && {
      asked: context.drawEvenly('reviewAsked', askedFor),
      remark: context.drawEvenly('reviewRemark', askingRemarks),
      waitingSince: later(began, 3) < context.now ? later(began, 3) : began,
    }
    const lockedUntil = state === 'underReview' ? new Date(context.now.getTime() + lockMs) : null
    Object.assign(this.#row, { rounds: 1, openedAt: began, lockedUntil, ...asked } satisfies Partial<ReviewRow>)
  }
}
