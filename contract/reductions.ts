import { z } from 'zod'
import { api, change, subject } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { Choice, Id, Instant, LocalDate, Money, Name, Ref, Version } from './kernel/values.ts'
import { mayReduce, plan } from './plans.ts'

/** A request is decided once, by somebody else than who asked. */
export const reductionFlow = machine(
  'reductions.state',
  {
    pending: { pass: 'passed', reject: 'rejected' },
    passed: {},
    rejected: {},
  },
  { pending: 'warn', passed: 'good', rejected: 'muted' },
)

/** A request to let a customer pay less than a repayment plan asks for. */
export const Reduction = z.object({
  id: Id('reduction'),
  version: Version,
  state: reductionFlow.State,
  loanId: Id('loan'),
  planId: Id('plan'),
  name: Name.nullable(),
  overdueDays: z.int(),
  /** What the plan asked for when the reduction was requested. */
  penaltyBefore: Money,
  feeBefore: Money,
  interestBefore: Money,
  repayableBefore: Money,
  /** How much less it would ask for, and what would be left. */
  amount: Money,
  amountAfter: Money,
  reason: z.string(),
  source: Choice('reductions.source', ['collector', 'customerService', 'coupon']),
  maker: Ref('staff'),
  requestedAt: Instant,
  checker: Ref('staff').nullable(),
  auditedAt: Instant.nullable(),
  validUntil: LocalDate.nullable(),
  fate: Choice('reductions.fate', ['inForce', 'used', 'lapsed']).nullable(),
})
export type Reduction = z.output<typeof Reduction>
export const reduction = subject('reductions', Reduction)

/** How long the reason of a request may be. */
const reasonMax = 500
const Reason = z.string().trim().min(1).max(reasonMax)

/** Requests to let a customer pay less. */
export const reductions = api('reductions', {
  list: list('GET /reductions', {
    may: 'reductions',
    row: Reduction,
    subject: reduction,
    filter: [
      'id',
      'state',
      'loanId',
      'planId',
      'name',
      'overdueDays',
      'amount',
      'reason',
      'source',
      'maker',
      'checker',
      'requestedAt',
      'auditedAt',
      'validUntil',
      'fate',
    ],
    sort: ['requestedAt', 'amount', 'overdueDays', 'auditedAt'],
    search: ['id', 'loanId', 'name', 'reason'],
    order: '-requestedAt',
    created: 'requestedAt',
    sums: ['amount'],
    export: 'GET /export/reduce-order',
  }),

  /** Asks that a plan may be settled for less. Filed for approval; nothing is taken off yet. */
  request: change('POST /reductions/request', {
    subject: plan,
    may: 'reductions.request',
    ask: { amount: Money, reason: Reason },
    when: mayReduce,
    sum: 'amount',
    bounds: { amount: 'reducible' },
    touches: ['reductions'],
    faults: ['more_than_reducible', 'not_positive', 'wrong_currency'],
  }),
})
