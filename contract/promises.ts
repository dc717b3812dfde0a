import { z } from 'zod'
import { api, change } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, LocalDate, Money, offering, PersonName, ReasonText, Ref, Version } from './kernel/values.ts'
import { orderFields } from './loans/order-fields.ts'

/**
 * A promise to pay is kept by payments, broken by the end of its day, or cancelled. Money that becomes known late keeps one
 * that was broken; a payment that bounces opens or breaks one that was kept.
 */
export const promiseFlow = machine(
  'promises.state',
  {
    open: { keep: 'kept', break: 'broken', cancel: 'cancelled' },
    kept: { reopen: 'open', break: 'broken' },
    broken: { keep: 'kept', reopen: 'open' },
    cancelled: {},
  },
  { open: 'info', kept: 'good', broken: 'bad', cancelled: 'muted' },
)

/** Promise to pay: so much by the end of a day. */
export const Promised = z.object({
  id: Id('promise'),
  version: Version,
  state: promiseFlow.State,
  caseId: Id('case'),
  loanId: Id('loan'),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  amount: Money,
  /** What of it has been paid by then. */
  paid: Money,
  /** The last day on which it is kept. */
  promisedFor: LocalDate,
  madeAt: Instant,
  /** Who took it; none: a robot did. */
  collector: Ref('staff').nullable(),
  agency: Ref('unit').nullable(),
  stage: Ref('stage'),
  /** When it was kept, broken or cancelled. */
  decidedAt: Instant.nullable(),
  /** Why it counts no more. */
  reason: ReasonText().nullable(),
  ...orderFields,
})
export type Promised = z.output<typeof Promised>
/** Subject: a promise to pay. */
export const promise = subject('promises', Promised, { prefix: 'PM', opens: 'promises', findBy: ['id', 'loan'] })

const reasonMax = 200

/** Promises to pay. */
export const promises = api('promises', {
  list: list('GET /cases/promises', {
    requires: 'promises',
    row: Promised,
    subject: promise,
    filter: [
      ...([
        'id',
        'state',
        'caseId',
        'loanId',
        'customerId',
        'name',
        'amount',
        'paid',
        'promisedFor',
        'madeAt',
      ] as const),
      ...(['collector', 'agency', 'stage', 'decidedAt', 'reason', 'product', 'app', 'customerKind'] as const),
    ],
    sort: ['promisedFor', 'madeAt', 'state', 'amount', 'collector', 'name', 'decidedAt'],
    search: ['id', 'loanId', 'name'],
    order: '-promisedFor',
    created: 'madeAt',
    sums: ['amount', 'paid'],
  }),

  /** Says that a promise counts no more: it was noted wrongly, or something else was agreed. */
  cancel: change('POST /cases/promises/cancel', {
    subject: promise,
    requires: 'promises.assign',
    args: {
      reason: offering(z.string().trim().min(1).max(reasonMax), 'promiseCancellation', [
        'notedWrongly',
        'agreedOtherwise',
        'neverMade',
      ]),
    },
    when: promiseFlow.can('cancel'),
    touches: ['cases', 'collectors'],
  }),
})
