import { z } from 'zod'
import { api, change, read } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { Id, offering } from '../kernel/values.ts'
import { Reason, reinspecting, submit } from './application.ts'
import { LoanDetail } from './detail.ts'
import { payingOut } from './disbursement.ts'
import { loanFlow } from './flow.ts'
import { approvalReport, lendingReport, reloanReport } from './reports.ts'
import { Application, FailedPayout, loan, Order, VerificationRow } from './row.ts'

/** Orders, from application to settlement. */
export const loans = api('loans', {
  applications: list('GET /loans', {
    requires: 'applications',
    row: Application,
    subject: loan,
    filter: [
      'id',
      'externalRef',
      'state',
      'finalState',
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
      ...(['decisionSeconds', 'resubmitted'] as const),
      'disbursedAt',
      'dueDate',
      'overdueDays',
      'overQuota',
      'deniedCode',
      'machineResult',
      'manualResult',
      'approved',
      'failureCode',
      'failure',
      'attempts',
      'reviewer',
      'callState',
      'verificationId',
      'verifiedAt',
      'app',
      'channel',
    ],
    sort: [
      ...(['id', 'appliedAt', 'amount', 'received', 'dueDate', 'state', 'name', 'overdueDays', 'disbursedAt'] as const),
    ],
    search: ['id', 'name', 'phone'],
    order: '-appliedAt',
    created: 'appliedAt',
    sums: ['amount', 'received', 'fee', 'gst', 'interest', 'decisionSeconds'],
    export: 'GET /export/loan',
  }),

  /** Orders in 31: money that should be with the customer and is not. */
  failedPayouts: list('GET /loans/failed-payouts', {
    requires: 'failedPayouts',
    row: FailedPayout,
    subject: loan,
    filter: [
      'id',
      'name',
      'phone',
      'customerId',
      'product',
      'amount',
      'received',
      'bank',
      'account',
      'similarity',
      'failureCode',
      'failure',
      'failedAt',
      'hours',
      'attempts',
      'nextTryAt',
      'channel',
      'state',
    ],
    sort: [
      ...(['id', 'failedAt', 'received', 'attempts', 'nextTryAt', 'hours', 'amount', 'name'] as const),
      ...(['failureCode', 'triedAt', 'similarity'] as const),
    ],
    search: ['id', 'name', 'phone'],
    order: '-failedAt',
    created: 'failedAt',
    sums: ['received', 'amount'],
    export: 'GET /export/failed-payouts',
  }),

  /** Orders whose customers are to be verified by phone before money leaves for them, or were. */
  verifications: list('GET /loans/verifications', {
    requires: 'teleVerifications',
    row: VerificationRow,
    subject: loan,
    filter: [
      ...(['id', 'state', 'callState', 'calls', 'verificationId', 'caller', 'calledAt', 'verifiedAt'] as const),
      ...(['callAt', 'callDue', 'name', 'phone', 'customerId', 'product', 'amount', 'appliedAt'] as const),
    ],
    sort: ['id', 'callAt', 'appliedAt', 'calledAt', 'calls', 'amount', 'name', 'state'],
    search: ['id', 'name', 'phone', 'verificationId'],
    order: 'appliedAt',
    created: 'appliedAt',
    sums: ['amount', 'received'],
  }),

  /** Orders that were paid out, and those that extend them. */
  orders: list('GET /loans/orders', {
    requires: 'orders',
    row: Order,
    subject: loan,
    filter: [
      ...([
        'id',
        'externalRef',
        'parentId',
        'state',
        'closure',
        'kind',
        'name',
        'phone',
        'customerId',
        'product',
      ] as const),
      ...(['amount', 'received', 'disbursedAt', 'dueDate', 'overdueDays', 'penalty', 'paid', 'repayable'] as const),
      ...(['stage', 'collector', 'reduced', 'app', 'channel', 'platformRef', 'utr', 'closedAt'] as const),
      ...(['ordinal', 'reloanedAt', 'reloanDays', 'reloanWithin'] as const),
    ],
    sort: [
      ...(['id', 'disbursedAt', 'dueDate', 'amount', 'received', 'closedAt', 'state', 'name', 'overdueDays'] as const),
    ],
    search: ['id', 'name', 'phone'],
    order: '-disbursedAt',
    created: 'disbursedAt',
    sums: ['amount', 'received', 'fee', 'gst', 'penalty', 'paid', 'repayable'],
    export: 'GET /export/pay-out',
  }),

  approvals: approvalReport,
  lending: lendingReport,
  reloans: reloanReport,

  detail: read('GET /loans/{id}', {
    requires: ['applications', 'orders', 'failedPayouts', 'plans'],
    input: z.object({ id: Id('loan') }),
    output: LoanDetail,
    faults: ['not_found'],
  }),

  submit,
  ...reinspecting,
  ...payingOut,

  /** Gives a debt up as bad before its day: no penalty is charged from then on. */
  badDebt: change('POST /loans/bad-debt', {
    subject: loan,
    requires: 'orders.approve',
    args: { reason: offering(Reason, 'badDebt', ['unreachable', 'insolvent', 'died', 'fraud', 'notWorthIt']) },
    when: loanFlow.can('badDebt'),
    touches: ['cases'],
  }),
})
