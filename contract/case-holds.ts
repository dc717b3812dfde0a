import { z } from 'zod'
import { type Case, caseFlow, collectionCase } from './cases.ts'
import { HoldEffect, HoldKindChoice } from './hold-kinds.ts'
import { api, change, read } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { machine } from './kernel/machine.ts'
import { Id, Instant, LocalDate, TextKey } from './kernel/values.ts'

/** A hold is in force until somebody lifts it, its last day is over, or the complaint behind it was answered. */
const holdFlow = machine(
  'caseHolds.state',
  {
    active: { lift: 'lifted', expire: 'expired', answer: 'answered', end: 'ended' },
    lifted: {},
    expired: {},
    answered: {},
    ended: {},
  },
  { active: 'warn', lifted: 'muted', expired: 'muted', answered: 'muted', ended: 'muted' },
)
export const holdStates = holdFlow.states

const remarkMax = 500
const Remark = z.string().trim().min(1).max(remarkMax)

/** What keeps collection from an order for a while. */
export const CaseHold = z.object({
  id: z.int(),
  state: holdFlow.State,
  kind: HoldKindChoice,
  stops: z.array(HoldEffect),
  /** The last day on which it is in force; none: until it is lifted. */
  until: LocalDate.nullable(),
  remark: z.string(),
  /** The complaint that is behind it. */
  ticketId: Id('ticket').nullable(),
  /** One of the staff, `complaint`, or `robot`. */
  setBy: TextKey('caseHolds.setter'),
  setAt: Instant,
  endedBy: z.string().nullable(),
  endedAt: Instant.nullable(),
  endRemark: z.string().nullable(),
})
export type CaseHold = z.output<typeof CaseHold>

const isHeld = guard<Case>(['hold'], ({ hold }) => (hold ? ok : refused('not_on_hold')))

/** Holds of cases: what keeps collection from an order for a while, and what each of them stops. */
export const caseHolds = api('caseHolds', {
  /** Every hold of the order of a case, the latest first. */
  ofCase: read('POST /cases/holds', {
    requires: 'openCases',
    input: z.object({ id: Id('case') }),
    output: z.object({ holds: z.array(CaseHold) }),
    faults: ['not_found'],
  }),

  /** Puts a case on hold. A promise is waited for until its day; anything else until somebody lifts it, or to a day. */
  hold: change('POST /cases/hold', {
    subject: collectionCase,
    requires: 'openCases.edit',
    args: { kind: HoldKindChoice, until: LocalDate.optional(), remark: Remark },
    when: caseFlow.can('end'),
    faults: ['until_in_past', 'until_needed', 'held_already'],
  }),

  /** Lifts the hold that the case shows; one behind it is in force then. That of a complaint ends with the answer. */
  lift: change('POST /cases/lift-hold', {
    subject: collectionCase,
    requires: 'openCases.assign',
    args: { remark: Remark },
    when: isHeld,
    faults: ['complaint_open', 'not_on_hold'],
  }),
})
