import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import {
  Choice,
  Id,
  Instant,
  LocalDate,
  Masked,
  Money,
  offering,
  PersonName,
  QuotedOrKey,
  ReasonText,
  Ref,
  Version,
} from './kernel/values.ts'
import { webhook, webhookFaults } from './kernel/webhook.ts'
import { Reason } from './loans/application.ts'
import { loanFlow } from './loans/flow.ts'
import { loan } from './loans/row.ts'
import { RepaymentChannel } from './loans/write-off.ts'
import { plan, whileUnsettled } from './plans.ts'

/** How a payment goes. One that failed succeeds only where the money turns up after all: by the channel, or by hand. */
export const paymentFlow = machine(
  'payments.state',
  {
    paying: { succeed: 'success', fail: 'fail', reconcile: 'success', query: 'paying' },
    success: {},
    fail: { succeed: 'success', reconcile: 'success', query: 'fail' },
  },
  { paying: 'info', success: 'good', fail: 'muted' },
)

/** What a payment is for. */
export const PaymentKind = Choice('payments.kind', ['normal', 'partial', 'extension', 'writeOff', 'early', 'reversal'])
export type PaymentKind = z.output<typeof PaymentKind>

/** Reversal of a bounced payment, with four eyes: one asks, another decides. */
export const Reversal = Choice('payments.reversal', ['asked', 'done'], { asked: 'warn', done: 'muted' })
export type Reversal = z.output<typeof Reversal>

/**
 * Money that came in, or is on its way: one repayment order. What was reversed has another beside it, of a negative
 * amount.
 */
export const Payment = z.object({
  id: Id('payment'),
  version: Version,
  state: paymentFlow.State,
  loanId: Id('loan'),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  amount: Money,
  kind: PaymentKind,
  channel: RepaymentChannel,
  /** What the channel calls it. */
  platformRef: z.string().nullable(),
  /** What the bank or wallet behind the channel calls it. */
  paymentNo: z.string().nullable(),
  utr: z.string().nullable(),
  upi: Masked('upi').nullable(),
  createdAt: Instant,
  /** Value date: when the money was there, the day it counts for. */
  completedAt: Instant.nullable(),
  /** The instalments that it was used for: `1/3, 2/3`. */
  period: z.string().nullable(),
  /** What it was used for. */
  toPenalty: Money,
  toFee: Money,
  toInterest: Money,
  toPrincipal: Money,
  /** Fee and commission of an extension. */
  extensionFee: Money,
  /** Overpayment: waits to be refunded. */
  unapplied: Money,
  /** What the channel keeps for its work. */
  cost: Money,
  operator: z.string().nullable(),
  /** What the channel said of it; or why it was given up where the channel said nothing. */
  failure: QuotedOrKey('reasons').nullable(),
  loanState: loanFlow.State,
  reversal: Reversal.nullable(),
  reversalReason: ReasonText().nullable(),
  /** Who has asked for the reversal. */
  reversalBy: Ref('staff').nullable(),
})
export type Payment = z.output<typeof Payment>
export const payment = subject('payments', Payment, { prefix: 'PY', opens: '/payment', findBy: ['id'] })

/** Allocation: what one plan got of a payment. */
export const PaymentShare = z.object({
  planId: Id('plan'),
  /** Which instalment, of how many: `1/3`. */
  period: z.string(),
  dueDate: LocalDate,
  penalty: Money,
  fee: Money,
  interest: Money,
  principal: Money,
})
export type PaymentShare = z.output<typeof PaymentShare>

/** The reference of a transfer as channels write it: told apart as banks and people do. Blank is none. */
export const ChannelUtr = z
  .string()
  .max(40)
  .nullable()
  .transform((utr) => utr?.trim().toUpperCase() || null)

/**
 * Payment webhook: what a channel says of a payment. `payload` of `payments.callback` holds it as JSON, exactly as it
 * was signed. It may come late, twice, and in any order.
 */
export const PaymentEvent = z.object({
  /** What the channel calls the payment. */
  ref: z.string().min(1).max(80),
  loanId: z.string().max(40),
  /** The link it was made through; none where the customer paid in the app. */
  linkId: z.string().max(40).nullable(),
  by: z.enum(['eWallet', 'bankTransfer']),
  outcome: z.enum(['paying', 'success', 'fail']),
  amountMinor: z.int().min(1).max(1_000_000_000_000),
  currency: z.string().max(3),
  /** When it was begun, was there, or failed. */
  at: Instant,
  paymentNo: z.string().max(80).nullable(),
  utr: ChannelUtr,
  upi: z.string().max(80).nullable(),
  costMinor: z.int().min(0).max(1_000_000_000_000),
  failure: z.string().max(200).nullable(),
})
export type PaymentEvent = z.output<typeof PaymentEvent>

const utrMax = 22
/** The reference of a transfer between banks, as people type it. */
export const Utr = z.string().trim().toUpperCase().min(1).max(utrMax)

const linkFaults = ['wrong_currency', 'not_positive', 'more_than_repayable', 'nothing_owed'] as const
/** Without an amount, a link is for all that is owed. */
const link = { args: { amount: Money.optional() }, touches: ['loans'], faults: linkFaults } as const

const reversible: readonly PaymentKind[] = ['normal', 'partial', 'writeOff', 'early']
/** Whether a payment can have bounced and settled its order all the same. */
const hasSettled = every<Payment>(
  guard(['state'], ({ state }) => (state === 'success' ? ok : refused('not_reversible'))),
  guard(['kind'], ({ kind }) => (reversible.includes(kind) ? ok : refused('not_reversible'))),
  guard(['loanState'], ({ loanState }) => loanFlow.can('reverseDue')({ state: loanState })),
)
const noReversal = guard<Payment>(['reversal'], ({ reversal }) => (reversal ? refused('reversal_known') : ok))
const askedFor = guard<Payment>(['reversal'], ({ reversal }) =>
  reversal === 'asked' ? ok : refused('reversal_unasked'),
)
const reversalFaults = ['reversal_off', 'not_reversible', 'newer_loan'] as const
/** Reopening an order is decided by whoever may give its debt up. */
const deciding = {
  subject: payment,
  requires: 'orders.approve',
  touches: ['loans', 'plans', 'cases', 'reductions'],
} as const

/** Money that comes in. */
export const payments = api('payments', {
  list: list('GET /payments', {
    requires: 'payments',
    row: Payment,
    subject: payment,
    filter: [
      ...([
        'id',
        'state',
        'loanId',
        'customerId',
        'name',
        'phone',
        'amount',
        'kind',
        'channel',
        'platformRef',
      ] as const),
      ...(['paymentNo', 'utr', 'upi', 'createdAt', 'completedAt', 'unapplied', 'operator', 'loanState'] as const),
      ...(['reversal', 'reversalBy'] as const),
    ],
    sort: ['id', ...(['createdAt', 'completedAt', 'amount', 'state', 'name', 'unapplied', 'loanId'] as const)],
    search: ['id', 'loanId', 'name', 'phone', 'utr', 'platformRef'],
    order: '-createdAt',
    created: 'createdAt',
    sums: ['amount', 'unapplied', 'toPenalty', 'toFee', 'toInterest', 'toPrincipal', 'extensionFee', 'cost'],
    export: 'GET /export/pay-record',
  }),

  /** A payment with what each plan got of it: the receipt. */
  detail: read('GET /payments/{id}', {
    requires: 'payments',
    input: z.object({ id: Id('payment') }),
    output: z.object({ payment: Payment, shares: z.array(PaymentShare) }),
    faults: ['not_found'],
  }),

  /** Creates a payment link: the channel makes it, the customer pays through it. */
  sendLink: change('POST /payments/link', {
    ...link,
    subject: loan,
    requires: 'orders.request',
    when: loanFlow.can('sendPaymentLink'),
  }),

  /** The same for what ends an order today, before its term: interest of the days used, where its terms say so. */
  sendExitLink: change('POST /payments/exit-link', {
    subject: loan,
    requires: 'orders.request',
    when: loanFlow.can('settleEarly'),
    touches: ['loans'],
    faults: ['exit_not_offered'],
  }),

  /** The same from one of the order's plans; without an amount, for what that plan asks for. */
  sendPlanLink: change('POST /payments/plan-link', {
    ...link,
    subject: plan,
    requires: 'plans.request',
    when: whileUnsettled('sendPaymentLink'),
    bounds: { amount: 'repayable' },
  }),

  /** Webhook: a channel tells how a payment goes. */
  callback: write('POST /callbacks/payments', {
    ...webhook,
    output: z.object({ received: z.boolean() }),
    faults: [
      ...webhookFaults,
      ...(['unknown_loan', 'unknown_link', 'amount_differs'] as const),
      ...(['wrong_currency', 'utr_used', 'not_allowed_now'] as const),
    ],
    touches: ['loans', 'plans', 'cases'],
  }),

  /** Asks the channel at once what became of a payment. */
  query: change('POST /payments/query', {
    subject: payment,
    requires: 'payments.request',
    when: paymentFlow.can('query'),
    faults: ['not_from_channel'],
  }),

  /**
   * Manual reconciliation: takes a payment as made that the channel does not report as paid, because the bank has it.
   * Customer and payment are named again, so that it is the right one; a line of a statement must have UTR and amount.
   * Without a day it counts for that of the line.
   */
  reconcile: change('POST /payments/reconcile', {
    subject: payment,
    requires: 'payments.request',
    args: { customerId: Id('customer'), paymentId: Id('payment'), utr: Utr, paidOn: LocalDate.optional() },
    risk: 'money',
    sum: 'amount',
    when: paymentFlow.can('reconcile'),
    touches: ['loans', 'plans', 'cases', 'proofs'],
    faults: [
      ...(['customer_differs', 'payment_differs', 'utr_malformed', 'utr_used', 'paid_in_future'] as const),
      ...(['paid_before_payout', 'more_than_repayable', 'order_closed'] as const),
      ...(['line_unknown', 'line_taken', 'line_differs', 'line_own', 'line_day'] as const),
    ],
  }),

  /** Says that the transfer of a payment has bounced, so that somebody else takes it back. */
  askReversal: change('POST /payments/ask-reversal', {
    subject: payment,
    requires: 'payments.request',
    args: { reason: offering(Reason, 'reversal', ['bounced', 'wrongPayer', 'duplicate', 'fraud']) },
    when: every<Payment>(hasSettled, noReversal),
    faults: reversalFaults,
  }),

  /** Takes a payment back that has bounced: the order it has settled is owed again, as if it had never come. */
  reverse: change('POST /payments/reverse', {
    ...deciding,
    risk: 'money',
    sum: 'amount',
    when: every<Payment>(hasSettled, askedFor),
    faults: [...reversalFaults, 'own_request'],
  }),

  /** Leaves a payment as it is that somebody wanted taken back. */
  keep: change('POST /payments/keep', {
    ...deciding,
    args: { reason: offering(Reason, 'keeping', ['moneyIsThere', 'noProof']) },
    when: askedFor,
    faults: ['own_request'],
  }),
})
