import { z } from 'zod'
import { AiOutcomeChoice, aiOutcomes } from './ai-outcomes.ts'
import { listening } from './calls.ts'
import { api, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Masked, Money, PersonName, QuotedOrKey, Ref, Version } from './kernel/values.ts'
import { webhook, webhookFaults } from './kernel/webhook.ts'

/** A robot calls as a person does; what nobody hears of is given up, and completed should it be told later. */
export const aiRecordFlow = machine(
  'aiRecords.state',
  {
    dialling: { answer: 'talking', end: 'ended', fail: 'failed', lose: 'unknown' },
    talking: { end: 'ended', lose: 'unknown' },
    ended: {},
    failed: { end: 'ended' },
    unknown: { end: 'ended' },
  },
  { dialling: 'info', talking: 'good', ended: 'muted', failed: 'bad', unknown: 'bad' },
)

/** A call of a robot to a customer, about a case. */
export const AiRecord = z.object({
  id: Id('aiRecord'),
  version: Version,
  state: aiRecordFlow.State,
  taskId: Id('aiTask'),
  robotName: z.string(),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  loanId: Id('loan'),
  caseId: Id('case'),
  /** The agency that had the case then. */
  agency: Ref('unit').nullable(),
  /** Which call of the task to them it is. */
  attempt: z.int(),
  /** What came of it; none: nobody has said so yet. */
  outcome: AiOutcomeChoice.nullable(),
  beganAt: Instant,
  answeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** How long they spoke. */
  seconds: z.int().nullable(),
  cost: Money,
  /** Whether there is a recording, and whether what was said is written down. */
  recorded: z.boolean(),
  transcribed: z.boolean(),
  /** Whether it began outside of contact hours, by the calendar of today. */
  outOfHours: z.boolean(),
  /** What the provider says went wrong; or why there was no call. */
  failure: QuotedOrKey('reasons').nullable(),
})
export type AiRecord = z.output<typeof AiRecord>
/** Subject: a call of a robot. */
export const aiRecord = subject('aiRecords', AiRecord, {
  prefix: 'AR',
  opens: '/ai-record',
  findBy: ['id', 'loan', 'customer'],
})

/** What was said, line by line. */
export const Transcript = z
  .array(z.object({ by: z.enum(['robot', 'customer']), text: z.string().max(2_000) }))
  .max(1_000)
export type Transcript = z.output<typeof Transcript>

const [seconds, costMax] = [86_400, 1_000_000_000]
const FileName = z.string().regex(/^[\w.-]{1,120}$/)

/** What a provider of robots says of a call. `payload` of `aiRecords.callback` holds it as JSON, exactly as it was signed. */
export const AiCallEvent = z.object({
  /** The id it was ordered under. */
  callId: z.string().max(40),
  event: z.enum(['answered', 'ended']),
  at: z.iso.datetime(),
  /** Of a call that has ended: what came of it, how long it was spoken, and what it costs, in minor units. */
  outcome: z.enum(aiOutcomes).nullable().default(null),
  talkSeconds: z.int().min(0).max(seconds).nullable().default(null),
  costMinor: z.int().min(0).max(costMax).nullable().default(null),
  /** Under which names the provider has recording and transcript. */
  recording: FileName.nullable().default(null),
  transcript: FileName.nullable().default(null),
})
export type AiCallEvent = z.output<typeof AiCallEvent>

/** Calls of robots, live and past. */
export const aiRecords = api('aiRecords', {
  list: list('GET /ai/records', {
    requires: 'aiRecords',
    row: AiRecord,
    subject: aiRecord,
    filter: [
      ...(['id', 'state', 'taskId', 'robotName', 'customerId', 'name', 'phone', 'loanId', 'caseId'] as const),
      ...(['agency', 'outOfHours'] as const),
      ...(['attempt', 'outcome', 'beganAt', 'answeredAt', 'endedAt', 'seconds', 'cost', 'recorded'] as const),
      ...(['transcribed'] as const),
    ],
    sort: ['id', 'beganAt', 'outcome', 'state'],
    search: ['id', 'taskId', 'loanId', 'name', 'phone'],
    order: '-beganAt',
    created: 'beganAt',
    sums: ['cost'],
  }),

  /** Lets whoever says why listen to a recording and read what was said, for a while and on the record. */
  reveal: write('POST /ai/records/reveal', {
    requires: 'aiRecords.reveal',
    ...listening(Id('aiRecord')),
  }),

  /** A recording, for whoever it was revealed to. */
  recording: {
    ...read('GET /ai/records/{id}/recording', {
      requires: 'aiRecords.reveal',
      input: z.object({ id: Id('aiRecord') }),
      output: z.null(),
      faults: ['not_found'],
    }),
    file: true as const,
  },

  /** What was said, for whoever it was revealed to. */
  transcript: read('GET /ai/records/{id}/transcript', {
    requires: 'aiRecords.reveal',
    input: z.object({ id: Id('aiRecord') }),
    output: z.object({ lines: Transcript }),
    faults: ['not_found'],
  }),

  /** A provider of robots tells how a call goes. It may say so late and twice. */
  callback: write('POST /callbacks/robot-calls', {
    ...webhook,
    output: z.object({ received: z.boolean() }),
    faults: [...webhookFaults, 'unknown_call'],
    touches: ['aiTasks', 'cases', 'caseHolds', 'tickets'],
  }),
})
