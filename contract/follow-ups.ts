import { z } from 'zod'
import { caseFlow, collectionCase } from './cases.ts'
import { contactFaults } from './contact-rules.ts'
import { contactResults, followUpWays, numberMarks, repaymentWillingness } from './follow-up-rules.ts'
import { api, change, read } from './kernel/endpoint.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, offering, PersonName, Ref } from './kernel/values.ts'
import { Relation } from './kyc.ts'
import { Promised } from './promises.ts'

const Way = Choice('followUps.way', [...followUpWays])
/** Result of a contact. */
export const ResultField = Choice('cases.result', [...contactResults])
/** How ready somebody is to pay. Source: specification, section 4. */
const Willingness = Choice('vocabularies.willingness', [...repaymentWillingness])
const Mark = Choice('followUps.mark', [...numberMarks])

/** The reference of the customer's own number; others are those of whom they have named. */
export const ownNumber = 'own'
const [numberMax, promisesMax, remarkMax] = [40, 5, 500]
/** Reference of a number: numbers in clear are not sent. */
const NumberRef = z.string().min(1).max(numberMax)

/** A number by which a customer may be reached, or located. */
export const ContactNumber = z.object({
  number: NumberRef,
  phone: Masked('phone'),
  /** Whose it is, and how they are related; of the customer's own neither. */
  name: PersonName.nullable(),
  relation: Relation.nullable(),
  mark: Mark.nullable(),
  markedAt: Instant.nullable(),
})
export type ContactNumber = z.output<typeof ContactNumber>

/** What is remarked about a contact; the sentences that are offered for it are snippets, which anybody may go on from. */
const FollowUpRemark = offering(z.string().trim().min(1).max(remarkMax), 'followUp', [
  ...(['salaryDue', 'paysPart', 'callBack', 'passedOn', 'notReached', 'saysPaid'] as const),
])

/** What came of contacting a customer. */
export const FollowUp = z.object({
  id: Id('followUp'),
  caseId: Id('case'),
  at: Instant,
  /** None: a robot has called. */
  collector: Ref('staff').nullable(),
  way: Way,
  number: NumberRef,
  phone: Masked('phone'),
  relation: Relation.nullable(),
  result: ResultField,
  willingness: Willingness,
  nextAt: Instant,
  remark: z.string(),
})
export type FollowUp = z.output<typeof FollowUp>

const PromiseDraft = z.object({ amount: Money, promisedFor: LocalDate })

/** Follow-ups: what came of contacting customers who owe. */
export const followUps = api('followUps', {
  /** What a case is worked with: by which numbers, what came of it before, and what was promised. Of the whole order. */
  ofCase: read('POST /cases/follow-ups', {
    requires: 'openCases',
    input: z.object({ id: Id('case') }),
    output: z.object({
      numbers: z.array(ContactNumber),
      /** The latest first. */
      followUps: z.array(FollowUp),
      promises: z.array(Promised),
      /** When the customer last answered by themselves, about any order of theirs, and how. */
      lastAnswer: z.object({ at: Instant, way: Way }).nullable(),
    }),
    faults: ['not_found'],
  }),

  /**
   * Notes what came of contacting a customer, with what they promise: of a call that was placed here, of another contact as
   * far as the rules allow it, of whoever has contacted us at any time; never by a number that is not theirs.
   */
  add: change('POST /cases/follow-up', {
    subject: collectionCase,
    requires: 'openCases.edit',
    args: {
      number: NumberRef,
      way: Way,
      result: ResultField,
      willingness: Willingness,
      promises: z.array(PromiseDraft).max(promisesMax).default([]),
      nextAt: Instant,
      remark: FollowUpRemark,
      /** Whoever answered says that the customer is not to be reached there. */
      notTheirs: z.boolean().default(false),
    },
    when: caseFlow.can('reach'),
    faults: [
      ...contactFaults,
      ...(['unknown_number', 'number_marked', 'answered_themselves', 'follow_up_in_past'] as const),
      ...(['promise_needed', 'promise_by_another', 'promise_without_answer', 'promise_in_past'] as const),
      ...(['promise_too_far', 'promise_same_day', 'promise_more_than_owed', 'wrong_currency', 'not_positive'] as const),
    ],
    touches: ['promises', 'collectors'],
  }),
})
