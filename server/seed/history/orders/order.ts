import type { IdOf } from '#contract/kernel/values.ts'
import type { ChildOrder } from '#contract/loans/extension.ts'
import { type LoanEvent, type LoanState, loanCode, loanFlow, loanGroups } from '#contract/loans/flow.ts'
import { type Quote, quote } from '#contract/loans/quote.ts'
import { loan as loanSubject } from '#contract/loans/row.ts'
import type { Terms } from '#contract/loans/terms.ts'
import { type caseHolderColumns, caseHolderOf } from '#server/modules/case-holder/store.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import type { SeedContext } from '#server/seed/history/context.ts'
import { deviceMark } from '#server/seed/history/customers/device.ts'
import type { Product } from '#server/seed/products.ts'
import { departments } from '#server/seed/units.ts'

/** Who makes an order take a step where it is nobody on the staff. */
export const by = {
  customer: 'customer app',
  rules: 'rule engine',
  payoutJob: 'doDisburse',
  lateJob: 'doLate',
  expiryJob: 'expireApprovals',
  payouts: payoutChannel,
  payments: 'payment gateway',
} as const

/** What an order begins with. */
interface NewOrder {
  readonly customerId: IdOf<'customer'>
  /** What the customer is called. */
  readonly name: string
  readonly cardId: IdOf<'card'>
  readonly product: Product
  readonly app: string
  /** Which loan of the customer it is. */
  readonly ordinal: number
  readonly amountMinor: number
  readonly at: Date
  /** Of an extension: the order it extends, and the terms of the debt that lives on. */
  readonly extends?: { readonly parent: Order; readonly terms: Terms }
}

interface Priced {
  readonly quote: Quote
  readonly terms: Terms
}

interface LogDetails {
  readonly reason?: string | null
  readonly requestId?: string | null
}

const isClosed = (state: LoanState) => (loanGroups.closed as readonly LoanState[]).includes(state)

type LoanRow = { -readonly [Name in keyof RowOf<'loans'>]: RowOf<'loans'>[Name] }

const undecided = { deniedCode: null, decidedAt: null, machineResult: null, manualResult: null, passedOnce: false }
const unheld = { collectorId: null, groupId: null, agencyId: null }

/** An order as it begins: submitted, or paid out already where it extends another. */
function rowOf(context: SeedContext, begun: NewOrder, { quote, terms }: Priced): LoanRow {
  const extended = begun.extends
  return {
    id: context.book.id(loanSubject.ids, context.dateOf(begun.at)),
    version: 1,
    customerId: begun.customerId,
    productId: begun.product.id,
    departmentId: departments.operations.id,
    state: extended ? loanCode.awaitingRepayment : loanCode.reviewing,
    cameFrom: null,
    kind: extended ? 'extension' : 'regular',
    parentId: extended?.parent.row.id ?? null,
    ordinal: begun.ordinal,
    currency: context.currency,
    amountMinor: quote.amountMinor,
    receivedMinor: extended ? 0 : quote.receivedMinor,
    feeMinor: quote.feeMinor,
    gstMinor: quote.gstMinor,
    interestMinor: quote.periods.reduce((sum, { charges }) => sum + charges.interest, 0),
    terms,
    app: begun.app,
    channel: 'sandbox',
    device: extended ? null : deviceMark(begun.customerId),
    cardId: begun.cardId,
    reviewerId: null,
    ...unheld,
    ...undecided,
    overQuota: false,
    attempts: 0,
    resubmits: 0,
    failureCode: null,
    failureText: null,
    failedAt: null,
    appliedAt: begun.at,
    disbursedAt: extended ? begun.at : null,
    dueDate: null,
    closedAt: null,
    reloanedAt: null,
    closingPaidMinor: null,
    closingPenaltyMinor: null,
  }
}

/** One order while it is lived. Every step goes through the machine and leaves its line in the log. */
export class Order {
  readonly context: SeedContext
  readonly name: string
  readonly quote: Quote
  /** How often this debt was extended before. */
  readonly times: number
  readonly row: LoanRow
  /** Whether a payment was ever used for it, or for its extension. */
  paid = false
  readonly cardChanges: Omit<RowOf<'cardChanges'>, keyof ReturnType<typeof caseHolderColumns>>[] = []
  readonly #beginning: NewOrder
  #last: Date

  constructor(context: SeedContext, beginning: NewOrder) {
    const { product, amountMinor, extends: extended } = beginning
    const terms = extended?.terms ?? product.terms
    this.#beginning = beginning
    this.#last = beginning.at
    this.context = context
    this.name = beginning.name
    this.quote = quote(amountMinor, terms)
    this.times = extended ? extended.parent.times + 1 : 0
    this.row = rowOf(context, beginning, { quote: this.quote, terms })
    this.#log(null, extended ? 'extend' : 'submit', by.customer, {})
  }

  get state(): LoanState {
    return this.row.state
  }

  /**
   * Takes the order through one transition, not before the last one. Answers when.
   * @throws Error where the machine does not allow it: a defect of the simulation.
   */
  transition(event: LoanEvent, at: Date, actor: string, why: LogDetails = {}): Date {
    const from = this.row.state
    const next = loanFlow.after(from, event)
    if (next === undefined) throw new Error(`${event} is not allowed in ${from} (${this.row.id})`)
    if (at > this.#last) this.#last = this.context.capped(at)
    this.row.state = next
    this.row.version += 1
    if (event === 'resubmit') this.row.resubmits += 1
    this.row.closedAt = isClosed(next) ? this.#last : null
    this.#log(from, event, actor, why)
    return this.#last
  }

  /** Notes what was done to the order and left its code as it is. */
  log(event: LoanEvent, at: Date, actor: string, why: LogDetails = {}): void {
    if (at > this.#last) this.#last = this.context.capped(at)
    this.#log(this.row.state, event, actor, why)
  }

  /** Writes down what was decided, by the rules or by somebody else, and that the order has it beside it. */
  decided(by: 'machineResult' | 'manualResult', decision: Omit<RowOf<'decisions'>, 'loanId'>): void {
    const { row } = this
    row[by] = decision.outcome
    row.passedOnce ||= decision.outcome === 'passed'
    this.context.book.buffers.decisions.add({ loanId: row.id, ...decision })
  }

  /** The order in which a debt lives on that was extended at `at`. */
  extendedBy({ amountMinor, terms }: ChildOrder, at: Date): Order {
    return new Order(this.context, { ...this.#beginning, amountMinor, at, extends: { parent: this, terms } })
  }

  /** Writes the order down as it is now, and what became of its card. */
  write(): void {
    const { buffers: sheets } = this.context.book
    sheets.loans.add(this.row)
    for (const change of this.cardChanges) sheets.cardChanges.add(Object.assign(change, caseHolderOf(this.row)))
  }

  #log(from: LoanState | null, event: string, actor: string, { reason = null, requestId = null }: LogDetails): void {
    this.context.book.buffers.loanStates.add({
      loanId: this.row.id,
      fromState: from,
      toState: this.row.state,
      event,
      actor,
      at: this.#last,
      reason,
      requestId,
    })
  }
}
