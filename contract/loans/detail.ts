import { z } from 'zod'
import { annotate } from '../kernel/field.ts'
import { Choice, Id, Instant, Money, Quoted, ReasonText } from '../kernel/values.ts'
import { MachineReview } from '../machine-reviews.ts'
import { Message } from '../messages.ts'
import { PaymentKind, paymentFlow } from '../payments.ts'
import { PlanRow } from '../plans.ts'
import { Proof } from '../proofs.ts'
import { TeleVerification } from '../tele-verifications.ts'
import { FailureCode } from './failure.ts'
import { loanFlow } from './flow.ts'
import { DecisionOutcome } from './outcome.ts'
import { Application } from './row.ts'
import { RepaymentChannel } from './write-off.ts'

/** State transition of an order. */
const StateTransition = z.object({
  from: loanFlow.State.nullable(),
  to: loanFlow.State,
  event: z.string(),
  actor: z.string(),
  at: Instant,
  reason: ReasonText().nullable(),
})

/** One attempt to pay an order out. */
const Attempt = z.object({
  id: Id('payout'),
  attempt: z.int(),
  state: Choice('payouts.state', ['paying', 'success', 'fail']),
  channel: z.string(),
  utr: z.string().nullable(),
  failureCode: FailureCode.nullable(),
  failure: Quoted.nullable(),
  requestedAt: Instant,
  resolvedAt: Instant.nullable(),
})

/** One payment and what it was used for. */
const Payment = z.object({
  id: Id('payment'),
  amount: Money,
  kind: PaymentKind,
  channel: RepaymentChannel,
  state: paymentFlow.State,
  utr: z.string().nullable(),
  createdAt: Instant,
  completedAt: Instant.nullable(),
})

/** One line of a rule trace: what the rule found, and whether it decided. */
const RuleTrace = z.object({ rule: z.string(), value: z.string(), hit: z.boolean() })
export type RuleTrace = z.output<typeof RuleTrace>

/** One decision on an application, by the rules or by a reviewer. */
const Decision = z.object({
  id: z.int(),
  outcome: DecisionOutcome,
  code: z.string().nullable(),
  remark: z.string().nullable(),
  /** One of the staff, or what decides by itself. */
  decidedBy: annotate({ kind: 'text', of: 'audit.actor' }, z.string()),
  at: Instant,
  /** What the rules looked at, in their order, up to the one that decided. */
  trace: z.array(RuleTrace),
})

/** Everything known about one order. */
export const LoanDetail = z.object({
  loan: Application,
  plans: z.array(PlanRow),
  /** Oldest first. */
  decisions: z.array(Decision),
  /** The latest; none where nobody was asked. */
  machineReview: MachineReview.nullable(),
  /** None while nobody has called to verify the customer. */
  verification: TeleVerification.nullable(),
  payouts: z.array(Attempt),
  payments: z.array(Payment),
  /** Pictures of transfers past the channels, oldest first. */
  proofs: z.array(Proof),
  /** What the customer was written, or is to be: oldest first. */
  messages: z.array(Message.omit({ agency: true, outOfHours: true })),
  /** Oldest first. */
  timeline: z.array(StateTransition),
})
export type LoanDetail = z.output<typeof LoanDetail>
