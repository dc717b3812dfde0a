import { z } from 'zod'
import { placedCall } from '../calls.ts'
import { subject } from '../kernel/subject.ts'
import {
  Choice,
  Id,
  Instant,
  LocalDate,
  Masked,
  Money,
  PersonName,
  Quoted,
  Rate,
  Ref,
  Seconds,
  Version,
} from '../kernel/values.ts'
import { FailureCode } from './failure.ts'
import { Closure, FinalState, loanFlow } from './flow.ts'
import { DecisionOutcome } from './outcome.ts'
import { verificationFlow } from './verification.ts'

/** An order, as far as acts on it care. */
export const Loan = z.object({
  id: Id('loan'),
  version: Version,
  state: loanFlow.State,
  name: PersonName.nullable(),
  amount: Money,
  /** What is paid out: the amount, less what is kept back. */
  received: Money,
  /** How often a pay-out was tried since it was submitted. */
  attempts: z.int(),
  /** Whether its customer was reminded of a debt today. */
  remindedToday: z.boolean(),
  /** How far its customer is verified by phone, and how often they were called for that. */
  callState: verificationFlow.State,
  calls: z.int(),
})
export type Loan = z.output<typeof Loan>
/** Subject: an order. */
export const loan = subject('loans', Loan, {
  prefix: 'LN',
  opens: '/detail',
  findBy: ['id', 'loan', 'customer', 'externalRef'],
})

/** An order whose customer is being called. */
export const DialableLoan = Loan.extend({ ...placedCall })

/** An order as the list of applications shows it. */
export const Application = Loan.extend({
  customerId: Id('customer'),
  phone: Masked('phone').nullable(),
  product: Ref('product'),
  fee: Money,
  /** Tax on the fee. */
  gst: Money,
  interest: Money,
  tenureDays: z.int(),
  /** In how many instalments it is repaid. */
  periods: z.int(),
  kind: Choice('loans.kind', ['regular', 'extension']),
  firstLoan: z.boolean(),
  appliedAt: Instant,
  decidedAt: Instant.nullable(),
  /** How long it took from the application to the decision that stands; none where it was submitted again. */
  decisionSeconds: Seconds.nullable(),
  /** Whether it was submitted again once it had been decided. */
  resubmitted: z.boolean(),
  disbursedAt: Instant.nullable(),
  dueDate: LocalDate.nullable(),
  overdueDays: z.int().nullable(),
  /** What it came to; none while it can still change. */
  finalState: FinalState.nullable(),
  overQuota: z.boolean(),
  deniedCode: z.string().nullable(),
  failureCode: FailureCode.nullable(),
  failure: Quoted.nullable(),
  reviewer: Ref('staff').nullable(),
  /** What the rules decided last, and a reviewer after them. */
  machineResult: DecisionOutcome.nullable(),
  manualResult: DecisionOutcome.nullable(),
  /** Whether it was passed once, by the rules or by a reviewer, whatever came of it. */
  approved: z.boolean(),
  /** The record of the calls that verified its customer, and when they were spoken to. */
  verificationId: Id('teleVerification').nullable(),
  verifiedAt: Instant.nullable(),
  /** The card that it is paid out to. */
  bank: z.string().nullable(),
  account: Masked('account').nullable(),
  /** What it was called where it came from: the app that asked for it, or a book that was imported. */
  externalRef: z.string().nullable(),
  app: z.string(),
  channel: z.string(),
})
export type Application = z.output<typeof Application>

/** Days after an order was repaid, within which its customer has borrowed again. Source: specification, section 2. */
export const reloanDays = [7, 30, 60, 90] as const
/** The shortest of them, of one that has. */
const reloanPeriods = ['days7', 'days30', 'days60', 'days90'] as const

/** An order that was paid out, or that extends one. */
export const Order = Loan.extend({
  parentId: Id('loan').nullable(),
  kind: Choice('loans.kind', ['regular', 'extension']),
  customerId: Id('customer'),
  phone: Masked('phone').nullable(),
  product: Ref('product'),
  fee: Money,
  /** Tax on the fee. */
  gst: Money,
  disbursedAt: Instant,
  dueDate: LocalDate.nullable(),
  daysToDue: z.int().nullable(),
  overdueDays: z.int().nullable(),
  /** All that was charged for being late, paid or not: the same everywhere. */
  penalty: Money,
  paid: Money,
  repayable: Money,
  closure: Closure.nullable(),
  stage: Ref('stage').nullable(),
  collector: Ref('staff').nullable(),
  /** Whether a reduction counts at present. */
  reduced: z.boolean(),
  /** What it was called where it came from: the app that asked for it, or a book that was imported. */
  externalRef: z.string().nullable(),
  app: z.string(),
  channel: z.string(),
  /** What the channel calls the pay-out, and the bank its transfer. */
  platformRef: z.string().nullable(),
  utr: z.string().nullable(),
  closedAt: Instant.nullable(),
  /** Which order of its customer it is: 1, 2, …; one that extends another counts as that. */
  ordinal: z.int(),
  /** When the next order of its customer was paid out, how many days later, and within how many that is. */
  reloanedAt: Instant.nullable(),
  reloanDays: z.int().nullable(),
  reloanWithin: Choice('loans.reloanWithin', [...reloanPeriods, 'later', 'notYet']).nullable(),
})
export type Order = z.output<typeof Order>

/** An order whose pay-out failed and that waits to be paid out again. */
export const FailedPayout = Loan.extend({
  customerId: Id('customer'),
  phone: Masked('phone').nullable(),
  product: Ref('product'),
  bank: z.string().nullable(),
  account: Masked('account').nullable(),
  similarity: Rate.nullable(),
  failureCode: FailureCode.nullable(),
  failure: Quoted.nullable(),
  failedAt: Instant.nullable(),
  hours: z.int().nullable(),
  /** When the last pay-out was sent. */
  triedAt: Instant.nullable(),
  /** When it is tried again by itself; null where that is left to people. */
  nextTryAt: Instant.nullable(),
  channel: z.string(),
})
export type FailedPayout = z.output<typeof FailedPayout>

/** An order whose customer is to be verified by phone, or was. */
export const VerificationRow = Loan.extend({
  customerId: Id('customer'),
  phone: Masked('phone').nullable(),
  product: Ref('product'),
  appliedAt: Instant,
  verificationId: Id('teleVerification').nullable(),
  /** The last call, as the phone's own record may be found by it. */
  callTask: z.string().nullable(),
  /** Who has called last. */
  caller: Ref('staff').nullable(),
  calledAt: Instant.nullable(),
  verifiedAt: Instant.nullable(),
  /** When they are to be called: at once where nobody has; none: they are verified, on the phone, or were called enough. */
  callAt: Instant.nullable(),
  /** Whether that is now. */
  callDue: z.boolean(),
})
export type VerificationRow = z.output<typeof VerificationRow>
