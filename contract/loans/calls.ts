import { z } from 'zod'
import { api, change, read } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { Choice, Id, Instant, Money } from '../kernel/values.ts'
import { Plan } from '../plans.ts'
import { loanFlow } from './flow.ts'
import { Application, FailedPayout, loanSubject } from './row.ts'

/** One transition of an order. */
const Step = z.object({
  from: loanFlow.State.nullable(),
  to: loanFlow.State,
  event: z.string(),
  actor: z.string(),
  at: Instant,
  reason: z.string().nullable(),
})

/** One attempt to pay an order out. */
const Attempt = z.object({
  id: Id('payout'),
  attempt: z.int(),
  state: Choice('payouts.state', ['paying', 'success', 'fail']),
  channel: z.string(),
  utr: z.string().nullable(),
  failure: z.string().nullable(),
  requestedAt: Instant,
  resolvedAt: Instant.nullable(),
})

/** One payment and what it was used for. */
const Payment = z.object({
  id: Id('payment'),
  amount: Money,
  channel: Choice('payments.channel', ['eWallet', 'bankTransfer', 'offline', 'link']),
  state: Choice('payments.state', ['paying', 'success', 'fail']),
  utr: z.string().nullable(),
  createdAt: Instant,
  completedAt: Instant.nullable(),
})

/** Everything known about one order. */
export const LoanDetail = z.object({
  loan: Application,
  plans: z.array(Plan),
  payouts: z.array(Attempt),
  payments: z.array(Payment),
  /** Oldest first. */
  timeline: z.array(Step),
})
export type LoanDetail = z.output<typeof LoanDetail>

/** Orders, from application to settlement. */
export const loans = api('loans', {
  applications: list('GET /loans', {
    may: 'applications',
    row: Application,
    subject: loanSubject,
    filter: [
      'id',
      'state',
      'name',
      'phone',
      'customerId',
      'product',
      'amount',
      'received',
      'tenureDays',
      'kind',
      'firstLoan',
      'appliedAt',
      'decidedAt',
      'disbursedAt',
      'dueDate',
      'overdueDays',
      'overQuota',
      'deniedCode',
      'failure',
      'attempts',
      'reviewer',
      'app',
      'channel',
    ],
    sort: ['appliedAt', 'amount', 'dueDate'],
    search: ['id', 'name', 'phone'],
    order: '-appliedAt',
    created: 'appliedAt',
    sums: ['amount', 'received'],
    export: 'GET /export/loan',
  }),

  /** Orders in 31: money that should be with the customer and is not. */
  failedPayouts: list('GET /loans/failed-payouts', {
    may: 'failedPayouts',
    row: FailedPayout,
    subject: loanSubject,
    filter: [
      'id',
      'name',
      'phone',
      'customerId',
      'product',
      'received',
      'bank',
      'account',
      'similarity',
      'failureCode',
      'failure',
      'failedAt',
      'hours',
      'attempts',
      'channel',
      'state',
    ],
    sort: ['failedAt', 'received', 'attempts'],
    search: ['id', 'name', 'phone'],
    order: '-failedAt',
    created: 'failedAt',
    sums: ['received'],
    export: 'GET /export/failed-payouts',
  }),

  detail: read('GET /loans/{id}', {
    may: ['applications', 'failedPayouts', 'plans'],
    input: z.object({ id: Id('loan') }),
    output: LoanDetail,
    faults: ['not_found'],
  }),

  /** Sends the money of a failed pay-out again, to the card that is bound now. */
  redisburse: change('POST /loans/redisburse', {
    subject: loanSubject,
    may: 'failedPayouts.request',
    risk: 'money',
    when: loanFlow.can('redisburse'),
    sum: 'received',
    large: { rows: 100, needs: 'failedPayouts.approve' },
    touches: ['payouts'],
    faults: ['card_not_bound', 'name_mismatch', 'attempts_exhausted', 'payout_unconfirmed', 'fund_cap'],
  }),
})
