import { z } from 'zod'
import { type Case, caseFlow, collectionCase } from './cases.ts'
import { api, change } from './kernel/endpoint.ts'
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
  ReasonText,
  Ref,
  TextKey,
  Version,
} from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { loan } from './loans/row.ts'
import { plan, whileNoRequestOpen } from './plans.ts'

/**
 * Four-eyes approval: a request is decided once, by somebody else than who asked; whoever asked may withdraw it, which
 * rejects it.
 */
export const reductionFlow = machine(
  'reductions.state',
  {
    pending: { pass: 'passed', reject: 'rejected', withdraw: 'rejected' },
    passed: {},
    rejected: {},
  },
  { pending: 'warn', passed: 'good', rejected: 'muted' },
)

/** Reduction (waiver): a request to let a customer pay less than a repayment plan asks for. */
export const Reduction = z.object({
  id: Id('reduction'),
  version: Version,
  state: reductionFlow.State,
  loanId: Id('loan'),
  planId: Id('plan'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  overdueDays: z.int(),
  /** What the plan asked for when the reduction was requested. */
  penaltyBefore: Money,
  feeBefore: Money,
  interestBefore: Money,
  repayableBefore: Money,
  /** How much less it would ask for, and what would be left. */
  amount: Money,
  amountAfter: Money,
  /** What is left of each part, once it is passed. */
  penaltyAfter: Money.nullable(),
  feeAfter: Money.nullable(),
  interestAfter: Money.nullable(),
  reason: ReasonText(),
  source: Choice('reductions.source', ['collector', 'customerService', 'coupon']),
  maker: Ref('staff'),
  /** Where whoever asked works. */
  department: Ref('unit').nullable(),
  requestedAt: Instant,
  checker: Ref('staff').nullable(),
  auditedAt: Instant.nullable(),
  validUntil: LocalDate.nullable(),
  fate: Choice('reductions.fate', ['inForce', 'used', 'lapsed'], {
    inForce: 'info',
    used: 'good',
    lapsed: 'muted',
  }).nullable(),
  /** What whoever decided said about it, or why nobody decided: `ReductionEnding`. */
  note: TextKey('reductions.ended').nullable(),
  loanState: loanFlow.State,
})
export type Reduction = z.output<typeof Reduction>
export const reduction = subject('reductions', Reduction, { prefix: 'RD', opens: 'reductions', findBy: ['id'] })

/** Why a request ended that nobody else decided on, in place of a note. */
export type ReductionEnding = 'planSettled' | 'withdrawnByMaker' | 'notDecided'

/** How long the reason of a request may be. */
const reasonMax = 500
const Reason = offering(z.string().trim().min(1).max(reasonMax), 'reduction', [
  'lostIncome',
  'illness',
  'disaster',
  'paysRest',
  'disputes',
  'ourMistake',
])

const Note = z.string().trim().max(reasonMax)

/** A reduction that collection has asked for, with who held the order then, and what came of it. */
export const ReducedBill = Reduction.extend({
  /** The stage of the case, and whose it was, when the reduction was asked for. */
  stage: Ref('stage').nullable(),
  collector: Ref('staff').nullable(),
  group: Ref('unit').nullable(),
  /** What was paid on the plan since the reduction was passed. */
  paidAfter: Money.nullable(),
})
export type ReducedBill = z.output<typeof ReducedBill>

const inState = loanFlow.can('requestReduction')
/** Whether less may be asked for on the order of a case. */
const askable = guard<Case>(['loanState'], ({ loanState }) => inState({ state: loanState }))
const passable = loanFlow.can('reducePass')
/** Whether a request may be passed: nobody has decided yet, and the order is owed. */
const mayPass = every<Reduction>(
  reductionFlow.can('pass'),
  guard(['loanState'], ({ loanState }) => {
    const verdict = passable({ state: loanState })
    return verdict.ok ? ok : refused(verdict.fault, verdict.values)
  }),
)

/** Who decides does so on the list of all reductions, or on that of collection's. */
const decides = ['reductions.approve', 'reducedBills.approve'] as const
const filter = [
  ...(['id', 'state', 'loanId', 'planId', 'name', 'phone', 'overdueDays', 'amount', 'reason', 'source'] as const),
  ...(['maker', 'department', 'checker', 'requestedAt', 'auditedAt', 'validUntil', 'fate', 'loanState'] as const),
] as const
const listed = {
  sort: [
    ...(['loanId', 'requestedAt', 'amount', 'overdueDays', 'auditedAt', 'state', 'name', 'repayableBefore'] as const),
    ...(['maker', 'validUntil'] as const),
  ],
  search: ['id', 'loanId', 'name', 'phone', 'reason'],
  order: '-requestedAt',
  created: 'requestedAt',
  sums: ['amount', 'amountAfter', 'repayableBefore', 'penaltyBefore', 'feeBefore', 'interestBefore'],
} as const

/** Requests to let a customer pay less. */
export const reductions = api('reductions', {
  list: list('GET /reductions', {
    requires: 'reductions',
    row: Reduction,
    subject: reduction,
    filter,
    ...listed,
    export: 'GET /export/reduce-order',
  }),

  /** Those that collection has asked for, and what came of them. */
  bills: list('GET /reductions/bills', {
    requires: 'reducedBills',
    row: ReducedBill,
    subject: reduction,
    filter: [...filter, 'stage', 'collector', 'group'],
    ...listed,
    export: 'GET /export/reduced-bills',
  }),

  /** Asks that a plan may be settled for less. Filed for approval; nothing is taken off yet. */
  request: change('POST /reductions/request', {
    subject: plan,
    requires: 'reductions.request',
    args: { amount: Money, reason: Reason },
    when: whileNoRequestOpen('requestReduction'),
    sum: 'amount',
    bounds: { amount: 'reducible' },
    touches: ['reductions'],
    faults: ['more_than_reducible', 'not_positive', 'wrong_currency', 'plan_settled', 'open_request'],
  }),

  /** The same from the order: for the instalment of it that is due first. */
  requestLoan: change('POST /reductions/request-loan', {
    subject: loan,
    requires: 'reductions.request',
    args: { amount: Money, reason: Reason },
    when: inState,
    touches: ['reductions', 'plans'],
    faults: ['more_than_reducible', 'not_positive', 'wrong_currency', 'plan_settled', 'open_request'],
  }),

  /** The same from a case that somebody has, for whoever collects: they are asked for less while it is open. */
  requestCase: change('POST /reductions/request-case', {
    subject: collectionCase,
    requires: 'reductions.request',
    args: { amount: Money, reason: Reason },
    when: every<Case>(caseFlow.can('reach'), askable),
    touches: ['reductions', 'plans', 'caseWorkspace'],
    faults: ['more_than_reducible', 'not_positive', 'wrong_currency', 'plan_settled', 'open_request'],
  }),

  /** Takes off what was asked for, from now until its last day. Within the limit of whoever decides. */
  pass: change('POST /reductions/pass', {
    subject: reduction,
    requires: decides,
    risk: 'money',
    args: { note: Note.optional() },
    when: mayPass,
    sum: 'amount',
    touches: ['plans', 'loans', 'cases'],
    faults: ['own_request', 'above_limit', 'over_daily_limit', 'more_than_reducible', 'plan_settled'],
  }),

  reject: change('POST /reductions/reject', {
    subject: reduction,
    requires: decides,
    args: { note: Note.min(1) },
    when: reductionFlow.can('reject'),
    touches: ['plans'],
    faults: ['own_request'],
  }),

  /** Takes one's own request back. */
  withdraw: change('POST /reductions/withdraw', {
    subject: reduction,
    requires: 'reductions.request',
    when: reductionFlow.can('withdraw'),
    touches: ['plans'],
    faults: ['not_own_request'],
  }),
})
