import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { type LoanEvent, loanCode, loanFlow } from '#contract/loans/flow.ts'
import { failureTexts } from '#server/modules/sandbox/payout-outcomes.ts'
import { requestIdFrom } from '#server/seed/history/audit-writer.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { later } from '#server/seed/history/context.ts'
import type { Random } from '#server/seed/history/random.ts'
import { staffOf } from '#server/seed/staff.ts'
import type { ApplicationStep } from './application-steps.ts'
import { type Card, changeCard } from './card-changes.ts'
import { type Applicant, decideByRules, decideManually } from './decisions.ts'
import { by, type Order } from './order.ts'
import { OrderReview } from './reviews.ts'
import { verifyBefore, verifyWaiting } from './verifications.ts'

/** What stands in the way of a pay-out that failed: the card, its holder, no answer, or that it was tried too often. */
export type PayoutBlocker = 'unbound' | 'mismatch' | 'unconfirmed' | 'exhausted'

const reviewers = staffOf('REV')
const operators = staffOf('OPS')
const service = staffOf('CS', 'OPS')

/** Reject reasons of the dictionary: shooting, document, inconsistent, other. */
const reviewCodes = ['A01', 'A03', 'A06', 'B01', 'B02', 'B05', 'C01', 'C02', 'C04', 'Z01'] as const
const regrets = ['Customer changed their mind', 'Applied twice by mistake', 'Customer does not answer'] as const

const failures: Partial<Record<PayoutBlocker, string>> = {
  unbound: 'card_invalid',
  mismatch: 'name_mismatch',
  unconfirmed: 'other',
}
const noAnswer = 'No answer from the channel'
const failureWeights = [
  ['bank_down', 40],
  ['card_invalid', 30],
  ['limit', 20],
  ['name_mismatch', 10],
] as const
/** Of those that wait for a review, so many have a reviewer already. */
const claimedShare = 0.4

type Payout = { -readonly [Name in keyof RowOf<'payouts'>]: RowOf<'payouts'>[Name] }

/** Who took a step, and why. */
interface Cause {
  readonly actor: string
  readonly reason?: string | null
  readonly requestId?: string
}

/** What an application is about beside its order. */
export interface ApplicationContext {
  readonly applicant: Applicant
  /** What stands in the way of the last pay-out. */
  readonly trouble: PayoutBlocker | null
  /** A card that the money is to go to instead, and whether that was agreed to. */
  readonly other: { readonly card: Card; readonly outcome: 'passed' | 'pending' | 'rejected' } | null
}

/** An order on its way from submission to pay-out. */
class Application {
  readonly #order: Order
  readonly #random: Random
  readonly #about: ApplicationContext
  #payout: Payout | null = null
  #review: OrderReview | null = null
  #changed = false

  constructor(order: Order, random: Random, about: ApplicationContext) {
    this.#order = order
    this.#random = random
    this.#about = about
  }

  run(steps: readonly ApplicationStep[]): void {
    let at = this.#order.row.appliedAt
    for (const [i, { event, minutes }] of steps.entries()) {
      at = this.#order.context.capped(later(at, minutes))
      if (event === 'disburse') verifyBefore(this.#order, at)
      const { actor, ...why } = this.#effect(event, at, i === steps.length - 1)
      this.#order.transition(event, at, actor, why)
      this.#changeCard(at)
    }
    this.#keepPayout()
    this.#keepReview()
    verifyWaiting(this.#order, at)
  }

  /** Another card is named once there is something that it would be for. */
  #changeCard(at: Date): void {
    const { other } = this.#about
    if (!other || this.#changed || !loanFlow.can('changeCard')(this.#order.row).ok) return
    this.#changed = true
    changeCard(
      this.#order,
      other.card,
      { at: later(at, this.#random.int(2, 30)), outcome: other.outcome },
      this.#random,
    )
  }

  #effect(event: LoanEvent, at: Date, last: boolean): Cause {
    if (event === 'disburse') return this.#send(at, { actor: by.payoutJob })
    if (event === 'redisburse') return this.#sendAgain(at)
    if (event === 'disburseOk') return this.#succeed(at)
    if (event === 'disburseFail') return this.#fail(at, last ? this.#about.trouble : null)
    if (event === 'expire') return { actor: by.expiryJob, reason: 'expired' }
    if (event === 'resubmit') return { actor: this.#random.pick(operators).name }
    if (event === 'cancelLoan' || event === 'cancelDisbursement') {
      this.#review?.end(event, at, null)
      this.#keepReview()
      return { actor: this.#random.pick(service).name, reason: this.#random.pick(regrets) }
    }
    return this.#decide(event, at, last)
  }

  #decide(event: LoanEvent, at: Date, last: boolean): Cause {
    const { row } = this.#order
    const random = this.#random
    if (event === 'manualPass' || event === 'manualReject') return this.#decideManually(event, at)
    row.deniedCode = decideByRules(this.#order, event, { applicant: this.#about.applicant, at }, random)
    if (event === 'machineUndecided') {
      this.#review = new OrderReview(this.#order, at)
      if (!last || random.chance(claimedShare)) row.reviewerId = random.pick(reviewers).id
      return { actor: by.rules }
    }
    row.decidedAt = at
    row.overQuota = event === 'quotaFail'
    return { actor: by.rules, reason: row.deniedCode }
  }

  #decideManually(event: 'manualPass' | 'manualReject', at: Date): Cause {
    const { row } = this.#order
    row.decidedAt = at
    row.overQuota = false
    if (event === 'manualReject') row.deniedCode = this.#random.pick(reviewCodes)
    const { name } = reviewers.find(({ id }) => id === row.reviewerId)! // given to one before
    const remark = decideManually(this.#order, name, at, this.#random)
    this.#review!.end(event, at, remark) // it was left to a reviewer before
    this.#keepReview()
    return { actor: name, reason: row.deniedCode }
  }

  #send(at: Date, cause: Cause): Cause {
    this.#keepPayout()
    const { row } = this.#order
    row.attempts += 1
    const id = `${row.id}-${row.attempts}` as IdOf<'payout'> // as the product names them
    const { id: loanId, attempts: attempt, receivedMinor: amountMinor, currency, channel } = row
    const order = { id, loanId, attempt, amountMinor, currency, channel, cardId: row.cardId!, requestedAt: at }
    const open = { channelRef: null, utr: null, failureCode: null, failureText: null, resolvedAt: null, configId: null }
    this.#payout = { ...order, ...open, state: 'paying' }
    return cause
  }

  #sendAgain(at: Date): Cause {
    const { row, name, context } = this.#order
    const who = this.#random.pick(operators)
    const requestId = requestIdFrom(this.#random)
    const { id, version, state, attempts, currency } = row
    const amounts = { amount: ofMinor(row.amountMinor, currency), received: ofMinor(row.receivedMinor, currency) }
    const before = { id, version, state, name, ...amounts, attempts }
    const after = { ...before, version: version + 1, state: loanCode.disbursing, attempts: attempts + 1 }
    const deed = { endpoint: loans.redisburse, who, at, requestId, objectId: id, input: { id, version } }
    context.audit.record({ ...deed, before, after }, this.#random)
    return this.#send(at, { actor: who.name, requestId })
  }

  #succeed(at: Date): Cause {
    const utr = this.#order.context.book.utr(this.#order.context.dateOf(at))
    Object.assign(this.#payout!, {
      state: 'success',
      utr,
      channelRef: `SB${utr}`,
      resolvedAt: at,
    } satisfies Partial<Payout>)
    this.#order.row.disbursedAt = at
    this.#blame(null, null, null)
    return { actor: by.payouts }
  }

  #fail(at: Date, trouble: PayoutBlocker | null): Cause {
    const code = (trouble && failures[trouble]) ?? this.#random.weighted(failureWeights)
    const text = failureTexts[code] ?? noAnswer
    // a channel that never answered has confirmed nothing
    if (trouble !== 'unconfirmed') {
      const told = { failureCode: code, failureText: text, channelRef: `SB${this.#payout!.id}` }
      Object.assign(this.#payout!, { ...told, state: 'fail', resolvedAt: at } satisfies Partial<Payout>)
    }
    this.#blame(code, text, at)
    return { actor: by.payouts, reason: text }
  }

  #blame(failureCode: string | null, failureText: string | null, failedAt: Date | null): void {
    Object.assign(this.#order.row, { failureCode, failureText, failedAt })
  }

  #keepReview(): void {
    this.#review?.write()
    this.#review = null
  }

  #keepPayout(): void {
    if (this.#payout) this.#order.context.book.buffers.payouts.add(this.#payout)
    this.#payout = null
  }
}

/** Takes an order through its application. */
export function simulateApplication(
  order: Order,
  steps: readonly ApplicationStep[],
  random: Random,
  about: ApplicationContext,
): void {
  new Application(order, random, about).run(steps)
}
