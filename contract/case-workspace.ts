import { z } from 'zod'
import { Case } from './cases.ts'
import { contactRules } from './contact-rules.ts'
import { Customer } from './customers.ts'
import { FollowUp, followUps } from './follow-ups.ts'
import { api, read } from './kernel/endpoint.ts'
import { QueryText } from './kernel/selection.ts'
import { Choice, Id, Instant, LocalDate, Money } from './kernel/values.ts'
import { components } from './loans/balance.ts'
import { Promised } from './promises.ts'

/** What an order asks for on one day. */
const OwedOnDay = z.object({ day: LocalDate, owed: Money })

/** What is owed, and what would settle or put it off: as of today, the penalty of today charged. */
const Owed = z.object({
  today: Money,
  parts: z.record(z.enum(components), Money),
  /** What comes on top of it by tomorrow. */
  tomorrowMore: Money,
  /** Today and every day that payment may be promised for, where nothing is paid before. */
  days: z.array(OwedOnDay),
})

/** The most that the instalment due first may be reduced by whoever decides first, and what the order asks for then. */
const ReductionOffer = z.object({ most: Money, left: Money, approver: z.string() })
/** What puts the due date off today, and until when. */
const ExtensionOffer = z.object({ total: Money, newDue: LocalDate, days: z.int() })
/** An offer, or in words why there is none. */
const offerOr = <Offer extends z.ZodType>(offer: Offer) =>
  z.object({ offer: offer.nullable(), reason: z.string().nullable() })

/** What happened with an order and its customer, by where it stands. */
const timelineKinds = ['followUp', 'call', 'message', 'promise', 'payment', 'reduction', 'order'] as const
/** One line of the timeline. What does not go with its kind is null. */
export const TimelineEntry = z.object({
  kind: Choice('caseWorkspace.kind', [...timelineKinds]),
  id: z.string(),
  at: Instant,
  /** Who did it: one of the staff, or of the house. */
  by: z.string().nullable(),
  /** Of the machine of its kind. */
  state: z.union([z.string(), z.number()]).nullable(),
  amount: Money.nullable(),
  /** The day that was promised, or that a reduction is good until. */
  day: LocalDate.nullable(),
  /** How long a call was spoken. */
  seconds: z.int().nullable(),
  /** What was remarked or asked for; of a message its occasion, of a payment what it was for. */
  about: z.string().nullable(),
  /** How: of a call or follow-up the way, of a message or payment the channel. */
  way: z.string().nullable(),
  followUp: FollowUp.pick({ result: true, willingness: true, relation: true }).nullable(),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

const numbersOfCase = followUps.ofCase.output.shape

/** Everything that a case is worked with. */
export const CaseWorkspace = z.object({
  case: Case,
  customer: Customer.pick({
    ...({ id: true, age: true, profession: true, employment: true, company: true, loansDone: true } as const),
    ...({ lastSeenAt: true, kind: true } as const),
  }),
  owed: Owed,
  reduction: offerOr(ReductionOffer),
  extension: offerOr(ExtensionOffer),
  contact: contactRules.ofCase.output,
  numbers: numbersOfCase.numbers,
  lastAnswer: numbersOfCase.lastAnswer,
  promises: z.array(Promised),
  /** The latest first. */
  timeline: z.array(TimelineEntry),
})
export type CaseWorkspace = z.output<typeof CaseWorkspace>

const passedMax = 500

/** Workspace of a case: what it is worked with, and which one comes next. */
export const caseWorkspace = api('caseWorkspace', {
  detail: read('POST /cases/workspace', {
    requires: 'openCases',
    input: z.object({ id: Id('case') }),
    output: CaseWorkspace,
    faults: ['not_found'],
  }),

  /**
   * The next of one's own cases that are to be worked, in the order of a view: by default with a promise broken today, then
   * with a follow-up that is due, then never contacted, then by amount.
   */
  next: read('POST /cases/next', {
    requires: 'openCases.edit',
    input: z.object({
      /** The case in front: another one is meant. */
      after: Id('case').optional(),
      /** A filter line over open cases: which of them, and in which order. Where it names none, in the order of work. */
      q: QueryText.default(''),
      /** Cases that were passed over: they come last. */
      passed: z.array(Id('case')).max(passedMax).default([]),
    }),
    output: z.object({
      next: Case.nullable(),
      /** How many are to be worked, the one in front among them. */
      waiting: z.int(),
    }),
  }),
})
