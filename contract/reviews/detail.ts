import { z } from 'zod'
import { annotate } from '../kernel/field.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, Rate, Ref } from '../kernel/values.ts'
import { loanFlow } from '../loans/flow.ts'
import { DecisionOutcome } from '../loans/outcome.ts'
import { Picture } from '../pictures.ts'
import { Box, Reading } from '../readings.ts'
import { AskedItem, Review } from './row.ts'

/** One field as the customer has typed it and as a machine has read it, each masked where it is to be. */
export const ComparedRow = z.object({
  field: Reading.shape.field,
  typed: z.string().nullable(),
  read: z.string().nullable(),
  /** Whether both say the same; null where one of them is not there. */
  same: z.boolean().nullable(),
  /** Characters that differ: their places in what was typed, and in what was read. */
  differs: z.object({ typed: z.array(z.int()), read: z.array(z.int()) }),
  /** Of the number itself: whether its form and check digit are right; null for what has none. */
  valid: z.boolean().nullable(),
  /** What it was read from: a picture, or the bank; null where nothing was read. */
  from: Reading.shape.from.nullable(),
  /** How sure whoever read it is, or how alike two names or faces are. */
  confidence: Rate.nullable(),
  box: Box.nullable(),
})
export type ComparedRow = z.output<typeof ComparedRow>

/** What of this customer stands with others as well, and how it went with those. */
export const ElsewhereRow = z.object({
  what: Choice('reviews.elsewhere', ['device', 'phone', 'contact', 'card']),
  /** As it is shown: masked. */
  shown: z.string(),
  /** How many other customers have it, and what became of what they were lent. */
  others: z.int(),
  repaid: z.int(),
  overdue: z.int(),
  worstOverdueDays: z.int(),
})
export type ElsewhereRow = z.output<typeof ElsewhereRow>

const Rule = z.object({ rule: z.string(), value: z.string(), hit: z.boolean() })

const EarlierLoan = z.object({
  id: Id('loan'),
  state: loanFlow.State,
  amount: Money,
  appliedAt: Instant,
  overdueDays: z.int().nullable(),
})

const Decision = z.object({
  at: Instant,
  outcome: DecisionOutcome,
  code: z.string().nullable(),
  remark: z.string().nullable(),
  decidedBy: annotate({ kind: 'text', of: 'audit.actor' }, z.string()),
})

/** Everything that a decision stands on. */
export const ReviewDetail = z.object({
  review: Review,
  loan: z.object({
    id: Id('loan'),
    state: loanFlow.State,
    amount: Money,
    received: Money,
    tenureDays: z.int(),
    product: Ref('product'),
    firstLoan: z.boolean(),
    appliedAt: Instant,
  }),
  applicant: z.object({
    sex: Choice('customers.sex', ['female', 'male', 'other']).nullable(),
    birthDate: LocalDate.nullable(),
    registeredAt: Instant,
    profession: z.string().nullable(),
    employment: z.string().nullable(),
    education: z.string().nullable(),
    income: Money.nullable(),
    address: z.string().nullable(),
    bank: z.string().nullable(),
    account: Masked('account').nullable(),
  }),
  /** Which of the queue it is, and how long that is; null once it is in nobody's queue. */
  place: z.object({ nth: z.int(), of: z.int() }).nullable(),
  asked: z.array(AskedItem),
  /** Whether the identity numbers are there and valid. */
  documents: z.object({ panValid: z.boolean(), aadhaarValid: z.boolean() }),
  pictures: z.array(Picture),
  compared: z.array(ComparedRow),
  elsewhere: z.array(ElsewhereRow),
  rules: z.array(Rule),
  /** What was decided on it before, oldest first. */
  decisions: z.array(Decision),
  /** Newest first. */
  earlier: z.array(EarlierLoan),
})
export type ReviewDetail = z.output<typeof ReviewDetail>
