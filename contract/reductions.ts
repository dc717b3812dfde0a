import { z } from 'zod'
import { api, change, subject } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { Choice, Id, Instant, LocalDate, Money, Name, Ref, Version } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { mayReduce, plan } from './plans.ts'

/** A request is decided once, by somebody else than who asked; whoever asked may withdraw it, which rejects it. */
export const reductionFlow = machine(
  'reductions.state',
  {
    pending: { pass: 'passed', reject: 'rejected', withdraw: 'rejected' },
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
  fate: Choice('reductions.fate', ['inForce', 'used', 'lapsed'], {
    inForce: 'info',
    used: 'good',
    lapsed: 'muted',
  }).nullable(),
  /** What whoever decided said about it. */
  note: z.string().nullable(),
  loanState: loanFlow.State,
})
export type Reduction = z.output<typeof Reduction>
export const reduction = subject('reductions', Reduction)

/** How long the reason of a request may be. */
const reasonMax = 500
const Reason = z.string().trim().min(1).max(reasonMax)

const Note = z.string().trim().max(reasonMax)

const inState = loanFlow.can('reducePass')
/** Whether a request may be passed: nobody has decided yet, and the order is owed. */
const mayPass = every<Reduction>(
  reductionFlow.can('pass'),
  guard(['loanState'], ({ loanState }) => {
    const verdict = inState({ state: loanState })
    return verdict.ok ? ok : refused(verdict.fault, verdict.values)
  }),
)

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
      'loanState',
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
    faults: ['more_than_reducible', 'not_positive', 'wrong_currency', 'plan_settled', 'open_request'],
  }),

  /** Takes off what was asked for, from now until its last day. Within the limit of whoever decides. */
  pass: change('POST /reductions/pass', {
    subject: reduction,
    may: 'reductions.approve',
    risk: 'money',
    ask: { note: Note.optional() },
    when: mayPass,
    sum: 'amount',
    touches: ['plans', 'loans', 'cases'],
    faults: ['own_request', 'above_limit', 'over_daily_limit', 'more_than_reducible', 'plan_settled'],
  }),

  reject: change('POST /reductions/reject', {
    subject: reduction,
    may: 'reductions.approve',
    ask: { note: Note.min(1) },
    when: reductionFlow.can('reject'),
    touches: ['plans'],
    faults: ['own_request'],
  }),

  /** Takes one's own request back. */
  withdraw: change('POST /reductions/withdraw', {
    subject: reduction,
    may: 'reductions.request',
    when: reductionFlow.can('withdraw'),
    touches: ['plans'],
    faults: ['not_own_request'],
  }),
})
