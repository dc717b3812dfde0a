import { z } from 'zod'
import { listening } from './calls.ts'
import { canAppeal, canDecideAppeal, canRelease, inspectionFields, inspectionFlow } from './inspection-rules.ts'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { subject as subjectOf } from './kernel/subject.ts'
import { Choice, Entry, Id, Instant, LocalDate, offering, Ref, Version } from './kernel/values.ts'
import { Reason } from './loans/application.ts'
import { Remark } from './reviews/row.ts'

/** Why a call was drawn: its collector is new, its customer has an open complaint, or by the share of each collector. */
export const conductRules = ['newCollector', 'complaint', 'share'] as const
export type ConductRule = (typeof conductRules)[number]

/** What was wrong with how a collector spoke to somebody. */
export const ConductCode = Entry('conductChecks.code', [
  ...(['threat', 'abuse', 'thirdParty', 'falseStatement', 'hours', 'identity'] as const),
])
export type ConductCode = z.output<typeof ConductCode>

/** Conduct check: a recorded call of collection, by a person or a robot, that was drawn to be listened to, and what was found of it. */
export const ConductCheck = z.object({
  id: Id('conductCheck'),
  version: Version,
  /** The call of a person, or that of a robot: one of the two. */
  callId: Id('call').nullable(),
  recordId: Id('aiRecord').nullable(),
  caseId: Id('case'),
  loanId: Id('loan'),
  /** Who spoke, and where they stood then; a robot: by which configuration. It speaks for the house, whoever has the case. */
  collector: Ref('staff').nullable(),
  robot: Ref('aiConfig').nullable(),
  agency: Ref('unit').nullable(),
  calledAt: Instant,
  /** How long they spoke. */
  seconds: z.int().nullable(),
  /** Whether the recording is still there. */
  recorded: z.boolean(),
  rule: Choice('conductChecks.rule', [...conductRules]),
  /** The day on which the call ended. */
  calledOn: LocalDate,
  /** Whole hours since it was drawn; null once it is inspected. */
  waitingHours: z.int().nullable(),
  ...inspectionFields,
  /** Of a fail. */
  code: ConductCode.nullable(),
})
export type ConductCheck = z.output<typeof ConductCheck>
/** Subject: a conduct check. */
export const conductCheck = subjectOf('conductChecks', ConductCheck, {
  prefix: 'CK',
  opens: '/conduct-check',
  findBy: ['id', 'loan'],
})

const subject = conductCheck
const inspecting = { subject, requires: 'conductChecks.edit', when: inspectionFlow.can('pass') } as const
const answering = { subject, requires: 'conductChecks.request' } as const
/** Whose results those of robots are: whoever keeps their configurations. */
export const keepsRobots = 'aiConfigs.edit'
const deciding = { subject, requires: 'conductChecks.assign', when: canDecideAppeal, faults: ['own_work'] } as const
const inspectFaults = ['own_work', 'claimed_elsewhere'] as const

/** Conduct checks: recordings that were drawn at night, what inspectors found of them, and what collectors say to it. */
export const conductChecks = api('conductChecks', {
  list: list('GET /conduct-checks', {
    requires: 'conductChecks',
    row: ConductCheck,
    subject,
    filter: [
      ...([
        'id',
        'state',
        'callId',
        'recordId',
        'caseId',
        'loanId',
        'collector',
        'robot',
        'agency',
        'calledAt',
        'recorded',
        'rule',
      ] as const),
      ...(['seed', 'calledOn', 'drawnAt', 'waitingHours', 'inspector', 'lockedUntil', 'outcome', 'code'] as const),
      ...(['remark', 'inspectedAt', 'shownAt', 'appealState', 'appealReason', 'appealedAt'] as const),
      ...(['appealDecidedBy', 'appealRemark', 'appealDecidedAt'] as const),
    ],
    sort: ['id', 'drawnAt', 'calledAt', 'inspectedAt', 'shownAt', 'appealedAt', 'state', 'collector'],
    search: ['id', 'loanId', 'callId', 'recordId'],
    order: '-drawnAt',
    created: 'drawnAt',
    follows: ['calls', 'aiRecords'],
  }),

  /**
   * Work queue: the next recording for whoever asks: what they have claimed, then what waits, customers who complain before
   * others, the oldest first. Never one's own call. Null where nothing waits.
   */
  claimNext: write('POST /conduct-checks/claim-next', {
    requires: 'conductChecks.edit',
    input: z.object({}),
    output: z.object({ check: ConductCheck.nullable() }),
  }),

  /** Lets whoever has claimed a check listen to its recording, for a while and on the record. */
  reveal: write('POST /conduct-checks/reveal', {
    requires: 'conductChecks.reveal',
    ...listening(Id('conductCheck')),
    input: z.object({ id: Id('conductCheck') }),
    faults: ['not_found', 'no_recording', 'reveals_spent', 'not_claimed'],
  }),

  /** The recording of a check, for whoever it was revealed to. */
  recording: {
    ...read('GET /conduct-checks/{id}/recording', {
      requires: 'conductChecks.reveal',
      input: z.object({ id: Id('conductCheck') }),
      output: z.null(),
      faults: ['not_found'],
    }),
    file: true as const,
  },

  /** Gives one back to the queue. */
  release: change('POST /conduct-checks/release', {
    subject,
    requires: 'conductChecks.edit',
    when: canRelease,
    faults: ['claimed_elsewhere'],
  }),

  /** Finds nothing wrong. */
  pass: change('POST /conduct-checks/pass', {
    ...inspecting,
    args: { remark: Remark.optional() },
    faults: inspectFaults,
  }),

  /** Finds fault with how somebody spoke. */
  fail: change('POST /conduct-checks/fail', {
    ...inspecting,
    args: { code: ConductCode, remark: Remark.optional() },
    faults: inspectFaults,
  }),

  /** Takes one's own result back, while its collector has not seen it. */
  reopen: change('POST /conduct-checks/reopen', {
    subject,
    requires: 'conductChecks.edit',
    when: inspectionFlow.can('reopen'),
    faults: ['claimed_elsewhere'],
  }),

  /** Shows a result to the collector whose call it is about; that of a robot to whoever keeps its configuration. */
  show: change('POST /conduct-checks/show', {
    subject,
    requires: ['conductChecks.request', keepsRobots],
    when: inspectionFlow.can('showPass'),
    faults: ['not_your_work'],
  }),

  /** Objects to a fail, once; nobody does for a robot. */
  appeal: change('POST /conduct-checks/appeal', {
    ...answering,
    args: { reason: offering(Reason, 'conductAppeal', ['saidOtherwise', 'customerAsked', 'withinRules']) },
    when: canAppeal,
    faults: ['not_your_work'],
  }),

  /** Decides an appeal: the result stays. */
  uphold: change('POST /conduct-checks/uphold', { ...deciding, args: { remark: Remark.min(1) } }),

  /** Decides an appeal: the result is turned. */
  overturn: change('POST /conduct-checks/overturn', { ...deciding, args: { remark: Remark.min(1) } }),
})
