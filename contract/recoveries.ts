import { z } from 'zod'
import { CollectionActivity, collectionMeasures } from './collection-activities.ts'
import { api, change } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { report } from './kernel/report.ts'
import { subject } from './kernel/subject.ts'
import {
  Choice,
  Id,
  Instant,
  Money,
  offering,
  PersonName,
  Rate,
  ReasonText,
  Ref,
  TextKey,
  Version,
} from './kernel/values.ts'
import { RepaymentChannel } from './loans/write-off.ts'
import { PaymentKind } from './payments.ts'

/**
 * How a recovery stands. One that was disputed with success is corrected: taken back, and credited to somebody else; one whose
 * payment has bounced is reversed. What takes back stands like what it takes back.
 */
export const recoveryFlow = machine(
  'recoveries.state',
  {
    attributed: { dispute: 'disputed', reverse: 'reversed' },
    disputed: { pass: 'corrected', reject: 'attributed', reverse: 'reversed' },
    corrected: {},
    reversed: {},
  },
  { attributed: 'good', disputed: 'warn', corrected: 'muted', reversed: 'muted' },
)

import { orderFields } from './loans/order-fields.ts'

/** What a row was written for: money that came in, money that bounced, a dispute that was decided. */
export const recoveryEntries = ['payment', 'reversal', 'correction'] as const
/** How a recovery says what it was written for. */
export const RecoveryEntry = Choice('recoveries.entry', [...recoveryEntries], {
  ...{ payment: 'info', reversal: 'muted', correction: 'muted' },
})
/** How a dispute stands; overtaken: the payment was reversed before anybody decided. */
export const disputeStates = ['pending', 'accepted', 'refused', 'overtaken'] as const

/** Recovery: what came in of an order while somebody had its case, credited to them. */
export const Recovery = z.object({
  id: Id('recovery'),
  version: Version,
  state: recoveryFlow.State,
  entry: RecoveryEntry,
  /** The row that it takes back, or stands in for. */
  originalId: Id('recovery').nullable(),
  loanId: Id('loan'),
  caseId: Id('case'),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  ...orderFields,
  /** The stage of the case, and days past due, at the value time. */
  stage: Ref('stage'),
  overdueDays: z.int(),
  /** What was used for the order: without what waits to be given back. */
  amount: Money,
  toPrincipal: Money,
  toInterest: Money,
  toFee: Money,
  toPenalty: Money,
  /** Fee and commission of an extension. */
  extensionFee: Money,
  /** What was let off of the instalments that it has settled. */
  reduction: Money,
  /** Value time: when the money was there. */
  paidAt: Instant,
  bookedAt: Instant,
  paymentId: Id('payment'),
  kind: PaymentKind,
  channel: RepaymentChannel,
  utr: z.string().nullable(),
  /** Who had the case at the value time, and where they worked. */
  collector: Ref('staff'),
  group: Ref('unit').nullable(),
  agency: Ref('unit').nullable(),
  /** What the agency gets of it: of that stage, on that day. None: nothing was agreed. */
  commissionRate: Rate.nullable(),
  commission: Money,
  disputeState: Choice('recoveries.disputeState', [...disputeStates], {
    ...{ pending: 'warn', accepted: 'good', refused: 'muted', overtaken: 'muted' },
  }).nullable(),
  /** Whose it is said to be, by whom and why. */
  disputeTo: Ref('staff').nullable(),
  disputeReason: ReasonText().nullable(),
  disputedBy: Ref('staff').nullable(),
  disputedAt: Instant.nullable(),
  decidedBy: Ref('staff').nullable(),
  decidedAt: Instant.nullable(),
  note: TextKey('approvals.ended').nullable(),
  /** The commission statement that it stands in, and its line there; none until the month of its booking is over. */
  statementId: Id('commissionStatement').nullable(),
  lineId: Id('commissionLine').nullable(),
  /** That statement is closed. */
  isClosed: z.boolean(),
  /** Nobody had decided on a dispute about it when that was closed. */
  isOpenAtClosing: z.boolean(),
})
export type Recovery = z.output<typeof Recovery>
/** Subject: a recovery. */
export const recovery = subject('recoveries', Recovery, { prefix: 'RB', opens: 'recoveries', findBy: ['id', 'loan'] })

const reasonMax = 500
const Reason = offering(z.string().trim().min(1).max(reasonMax), 'recoveryDispute', [
  'myCustomer',
  'promisedToMe',
  'transferredLate',
  'wrongDay',
])
const Note = z.string().trim().max(reasonMax)

/** What takes a row back is not disputed: it stands or falls with that one. */
const takesNothingBack = guard<Recovery>(['amount'], ({ amount }) => (amount.minor > 0 ? ok : refused('takes_back')))
/** What an agency was paid by is settled: disputes come before. */
const isOpen = guard<Recovery>(['isClosed'], ({ isClosed }) => (isClosed ? refused('statement_closed') : ok))
const deciding = {
  subject: recovery,
  requires: 'recoveries.approve',
  faults: ['own_request'],
} as const

/** What comes to collection and what comes in of it, as performance tells it. */
const { held, principal, recovered, recoveredPrincipal, extensions, reductions } = collectionMeasures
const payments = { where: recovered.where }

/** Who recovered what. */
export const recoveries = api('recoveries', {
  list: list('GET /recoveries', {
    requires: 'recoveries',
    row: Recovery,
    subject: recovery,
    filter: [
      ...(['id', 'state', 'entry', 'originalId', 'loanId', 'caseId', 'customerId', 'name', 'customerKind'] as const),
      ...(['product', 'app'] as const),
      ...(['stage', 'overdueDays', 'amount', 'paidAt', 'bookedAt', 'paymentId', 'kind', 'channel', 'utr'] as const),
      ...([
        'collector',
        'group',
        'agency',
        'commissionRate',
        'commission',
        'disputeState',
        'disputeTo',
        'disputedBy',
      ] as const),
      ...(['disputedAt', 'decidedBy', 'decidedAt', 'statementId', 'lineId', 'isClosed', 'isOpenAtClosing'] as const),
    ],
    sort: ['paidAt', 'amount', 'state', 'name', 'loanId'],
    search: ['id', 'loanId', 'caseId', 'name', 'utr'],
    order: '-paidAt',
    created: 'paidAt',
    sums: [
      ...(['amount', 'toPrincipal', 'toInterest', 'toFee', 'toPenalty', 'extensionFee', 'reduction'] as const),
      'commission',
    ],
    export: 'GET /export/recycle-bill',
  }),

  /** Recovery trend: what came to collection on each day, and what came in of it, by stage and by agency. */
  trend: report('GET /reports/recoveries', {
    requires: 'recoveryTrend',
    of: 'collectionActivities.list',
    row: CollectionActivity,
    where: 'kind:held,recovered,reduced',
    by: ['at', 'stage', 'agency', 'group', 'collector', 'customerKind'],
    measures: {
      cases: held,
      overdueIn: principal,
      payments,
      recovered,
      principal: { where: recovered.where, sum: 'principal' },
      recoveryRate: recoveredPrincipal,
      average: { ...recovered, per: payments },
      extensions,
      letOff: reductions,
    },
  }),

  /** Says that somebody else recovered it. A second person decides. */
  dispute: change('POST /recoveries/dispute', {
    subject: recovery,
    requires: 'recoveries.request',
    args: { to: Id('collector'), reason: Reason },
    when: every<Recovery>(recoveryFlow.can('dispute'), takesNothingBack, isOpen),
    touches: ['approvals'],
    faults: ['unknown_collector', 'same_collector', 'statement_closed'],
  }),

  /** Credits it to whom it is said to be of: the row is taken back, and another written. */
  pass: change('POST /recoveries/pass', {
    ...deciding,
    args: { note: Note.optional() },
    when: recoveryFlow.can('pass'),
    sum: 'commission',
    touches: ['approvals'],
  }),

  /** Leaves it with whom it was credited to. */
  reject: change('POST /recoveries/reject', {
    ...deciding,
    args: { note: Note.min(1) },
    when: recoveryFlow.can('reject'),
    touches: ['approvals'],
  }),
})
