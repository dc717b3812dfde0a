import { z } from 'zod'
import { api, read } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { Id } from '../kernel/values.ts'
import { LoanDetail } from './detail.ts'
import { payingOut } from './paying-out.ts'
import { review, submit } from './review.ts'
import { Application, FailedPayout, loanSubject } from './row.ts'

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

  submit,
  ...review,
  ...payingOut,
})
