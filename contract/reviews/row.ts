import { z } from 'zod'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, Masked, Money, PersonName, Rate, Ref, Version } from '../kernel/values.ts'
import { DecisionOutcome } from '../loans/outcome.ts'
import { reviewFlow } from './flow.ts'

/** Why a reviewer rejects: shooting, document, inconsistent, other. Source: specification, section 5. */
export const RejectCode = Choice('loans.rejectCode', [
  ...(['A01', 'A02', 'A03', 'A04', 'A05', 'A06', 'A07', 'A08'] as const),
  ...(['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07'] as const),
  ...(['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'Z01'] as const),
])
export type RejectCode = z.output<typeof RejectCode>

/** The class of a reject code: its letter. */
export const CodeClass = Choice('reviews.codeClass', ['A', 'B', 'C', 'Z'])
export type CodeClass = z.output<typeof CodeClass>

const remarkMax = 500
/** What a reviewer adds in their own words. */
export const Remark = z.string().trim().max(remarkMax)

/** What a customer is asked for again: a picture, or something they have typed. */
export const AskedItem = Choice('reviews.asked', [
  ...(['pan', 'aadhaarFront', 'aadhaarBack', 'face', 'name', 'birthDate', 'address', 'card'] as const),
])
export type AskedItem = z.output<typeof AskedItem>

/** How urgent: a first review, one whose customer has handed in again what was asked for, one that was sent back. */
const Priority = Choice('reviews.priority', ['normal', 'provided', 'returned'], { provided: 'info', returned: 'warn' })

/** One time that an application was left to a reviewer. */
export const Review = z.object({
  id: Id('review'),
  version: Version,
  state: reviewFlow.State,
  loanId: Id('loan'),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  amount: Money,
  app: z.string(),
  priority: Priority,
  /** Whether a person has to decide, whatever the machine says. */
  needManual: z.boolean(),
  /** What a machine made of the documents, and how long it took; nothing where none was asked. */
  machineReviewId: z.string().nullable(),
  machineState: Choice('reviews.machineState', ['initial', 'passed', 'failed', 'abnormal'], {
    ...{ initial: 'info', passed: 'good', failed: 'muted', abnormal: 'bad' },
  }).nullable(),
  machineCompletedAt: Instant.nullable(),
  machineSeconds: z.int().nullable(),
  /** The review by hand: the id of the review, and how often somebody began it. None while nobody has. */
  manualReviewId: z.string().nullable(),
  result: DecisionOutcome.nullable(),
  reviewer: Ref('staff').nullable(),
  code: RejectCode.nullable(),
  codeClass: CodeClass.nullable(),
  remark: z.string().nullable(),
  /** When it came to be, and since when it waits for whomever it waits for; null once a decision counts. */
  queuedAt: Instant,
  waitingSince: Instant.nullable(),
  waitingHours: z.int().nullable(),
  openedAt: Instant.nullable(),
  /** Until when nobody else gets it. */
  lockedUntil: Instant.nullable(),
  decidedAt: Instant.nullable(),
  /** From when on the decision counts. */
  countsAt: Instant.nullable(),
})
export type Review = z.output<typeof Review>
/** Subject: a review. */
export const review = subject('reviews', Review, {
  prefix: 'RV',
  opens: '/detail1',
  findBy: ['id', 'loan'],
})

/** What somebody has decided today, what they have, and what waits for anybody. */
export const Figures = z.object({
  decided: z.int(),
  passed: z.int(),
  failed: z.int(),
  /** Seconds from opening to deciding, in the middle; null where nothing was decided. */
  secondsEach: z.int().nullable(),
  mine: z.int(),
  waiting: z.int(),
  /** Of the last thirty days: how much was decided, how long each took, and what inspections found of it. */
  score: z.object({
    decisions: z.int(),
    minutesEach: z.int(),
    inspected: z.int(),
    faulty: z.int(),
    errorRate: Rate.nullable(),
    overturned: z.int(),
  }),
})
export type Figures = z.output<typeof Figures>
