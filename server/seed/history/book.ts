import type { IdSeries } from '#contract/kernel/subject.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { idOf } from '#server/kernel/base/ids.ts'
import { blacklistRows } from '#server/modules/blacklist/store.ts'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { caseHoldRows } from '#server/modules/case-holds/store.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { creditAssessmentRows } from '#server/modules/credit-assessments/store.ts'
import { contactRows, customerRows, deviceRows, kycStepRows } from '#server/modules/customers/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { followUpRows } from '#server/modules/follow-ups/store.ts'
import { decisionRows, loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentLinkRows, paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { lossRows, penaltyRows, planRows } from '#server/modules/plans/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { proofImageRows, proofRows } from '#server/modules/proofs/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { statementLineRows, statementRows } from '#server/modules/statements/store.ts'
import { verificationRows } from '#server/modules/tele-verifications/store.ts'
import { ticketMoveRows, ticketRows } from '#server/modules/tickets/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { CopyBuffer } from './copy-buffer.ts'
import type { Share } from './share.ts'

const filledByDatabase = ['version', 'changedBy'] as const
/** Fewer bytes wait for more: a load of its own for every few rows takes longer than the rows. */
const loadBytes = 65_536

/** Every table of the book. What a life leaves is written here, and loaded when there is enough of it. */
const newBuffers = () => ({
  customers: new CopyBuffer(customerRows, [...filledByDatabase, 'externalId', 'externalRef']),
  kycSteps: new CopyBuffer(kycStepRows),
  contacts: new CopyBuffer(contactRows),
  devices: new CopyBuffer(deviceRows),
  blacklist: new CopyBuffer(blacklistRows, filledByDatabase),
  creditAssessments: new CopyBuffer(creditAssessmentRows, filledByDatabase),
  cards: new CopyBuffer(cardRows, filledByDatabase),
  loans: new CopyBuffer(loanRows, ['changedBy', 'externalId', 'externalRef']),
  loanStates: new CopyBuffer(loanStateRows, ['id']),
  decisions: new CopyBuffer(decisionRows, ['id']),
  reviews: new CopyBuffer(reviewRows, filledByDatabase),
  cardChanges: new CopyBuffer(cardChangeRows, filledByDatabase),
  verifications: new CopyBuffer(verificationRows),
  payouts: new CopyBuffer(payoutRows, filledByDatabase),
  plans: new CopyBuffer(planRows, [...filledByDatabase, 'owedMinor']),
  penalties: new CopyBuffer(penaltyRows),
  losses: new CopyBuffer(lossRows),
  payments: new CopyBuffer(paymentRows, [
    ...filledByDatabase,
    ...(['paymentNo', 'unappliedMinor', 'costMinor', 'failure', 'bookedAt'] as const),
  ]),
  allocations: new CopyBuffer(allocationRows),
  paymentLinks: new CopyBuffer(paymentLinkRows, ['url']),
  reductions: new CopyBuffer(reductionRows, filledByDatabase),
  extensions: new CopyBuffer(extensionRows, filledByDatabase),
  writeOffs: new CopyBuffer(writeOffRows, filledByDatabase),
  proofs: new CopyBuffer(proofRows, filledByDatabase),
  proofImages: new CopyBuffer(proofImageRows),
  statements: new CopyBuffer(statementRows),
  statementLines: new CopyBuffer(statementLineRows),
  couponTemplates: new CopyBuffer(couponTemplateRows, filledByDatabase),
  coupons: new CopyBuffer(couponRows, filledByDatabase),
  cases: new CopyBuffer(caseRows, filledByDatabase),
  caseHolds: new CopyBuffer(caseHoldRows, ['id']),
  followUps: new CopyBuffer(followUpRows),
  promises: new CopyBuffer(promiseRows, filledByDatabase),
  caseTransfers: new CopyBuffer(caseTransferRows, filledByDatabase),
  tickets: new CopyBuffer(ticketRows, filledByDatabase),
  ticketMoves: new CopyBuffer(ticketMoveRows, ['id']),
})

/** What `sheet` takes as one row. */
export type RowOf<Name extends keyof Book['buffers']> = Parameters<Book['buffers'][Name]['add']>[0]

/** The rows of a book and the numbers given to them. Holds little more than was added since they were last taken. */
export class Book {
  readonly buffers = newBuffers()
  readonly #share: Share
  readonly #given = new Map<string, number>()
  #transfers: number

  constructor(share: Share) {
    this.#share = share
    this.#transfers = share.index
  }

  /** The id of a new row that came to be on `day`. The numbers of no two shares meet. */
  id<Noun extends string>(series: IdSeries<Noun>, day: LocalDate) {
    return idOf(series, day, this.#next(series, this.#share))
  }

  /** The id of a new row that every share has: each of them counts alike, and the first writes it down. */
  commonId<Noun extends string>(series: IdSeries<Noun>, day: LocalDate) {
    return idOf(series, day, this.#next(series, { index: 0, of: 1 }))
  }

  #next({ noun }: IdSeries, { index, of }: Share): number {
    const next = (this.#given.get(noun) ?? index + 1 - of) + of
    this.#given.set(noun, next)
    return next
  }

  /** The reference of a new transfer between banks: twelve digits, the day it was made and a number of its own. */
  utr(day: LocalDate): string {
    this.#transfers += this.#share.of
    return `${day.slice(3).replaceAll('-', '')}${String(this.#transfers).padStart(7, '0')}`
  }

  /** The last number that was given, by noun. */
  get given(): ReadonlyMap<string, number> {
    return this.#given
  }

  /** The names of the tables that make up a book. */
  get tables(): readonly string[] {
    return Object.values(this.buffers).map(({ table }) => table)
  }

  /** Takes the rows out of every sheet that is worth a load, at the end out of all; answers how to load them. */
  drain({ last }: { last: boolean }): (database: Database) => Promise<void> {
    const loads = Object.values(this.buffers)
      .filter((sheet) => sheet.bytes >= (last ? 1 : loadBytes))
      .map((sheet) => sheet.drain())
    return async (database) => {
      // all at once, and to the end of all: whoever starts anew after a failure must not meet what was still on its way
      const ended = await Promise.allSettled(loads.map((load) => load(database)))
      for (const each of ended) if (each.status === 'rejected') throw each.reason
    }
  }
}
