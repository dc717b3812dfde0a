import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Masked, PersonName, QuotedOrKey, Ref, Version } from './kernel/values.ts'
import { webhook, webhookFaults } from './kernel/webhook.ts'
import { CallWayField } from './lines.ts'

/**
 * A call from a seat rings, is answered and ends, as the dialler says; where it says nothing the call is given up, and
 * completed should it say so later. What was handed over to somebody's own phone nobody hears of.
 */
export const callFlow = machine(
  'calls.state',
  {
    dialling: {
      ...({ ring: 'ringing', answer: 'talking', end: 'ended', busy: 'busy', miss: 'noAnswer' } as const),
      ...({ fail: 'failed', lose: 'unknown' } as const),
    },
    ringing: { answer: 'talking', end: 'ended', busy: 'busy', miss: 'noAnswer', fail: 'failed', lose: 'unknown' },
    talking: { end: 'ended', lose: 'unknown' },
    ended: { answer: 'ended' },
    busy: {},
    noAnswer: { answer: 'ended', end: 'ended' },
    failed: {},
    unknown: { end: 'ended', busy: 'busy', miss: 'noAnswer', fail: 'failed' },
    handedOver: {},
  },
  {
    ...({
      dialling: 'info',
      ringing: 'info',
      talking: 'good',
      ended: 'muted',
      busy: 'warn',
      noAnswer: 'warn',
    } as const),
    ...({ failed: 'bad', unknown: 'bad', handedOver: 'muted' } as const),
  },
)
/** States of a call that is under way. */
export const liveCallStates = ['dialling', 'ringing', 'talking'] as const
/** Whether a call is under way. */
export const isLiveCall = ({ state }: { readonly state: string }): boolean =>
  (liveCallStates as readonly string[]).includes(state)

/** Whether a customer was called, or has called. */
export const callDirections = ['out', 'in'] as const

/** A call: to a customer, about an order or a case, or from one. Whose number it is, is asked of the customer. */
export const CallRow = z.object({
  id: Id('call'),
  version: Version,
  state: callFlow.State,
  direction: Choice('calls.direction', [...callDirections]),
  way: CallWayField,
  customerId: Id('customer').nullable(),
  name: PersonName.nullable(),
  /** The customer's; of somebody unknown the end of theirs. */
  phone: Masked('phone').nullable(),
  loanId: Id('loan').nullable(),
  caseId: Id('case').nullable(),
  staff: Ref('staff').nullable(),
  agency: Ref('unit').nullable(),
  /** The line it went by; none: somebody's own phone. */
  line: Ref('line').nullable(),
  beganAt: Instant,
  rangAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** How long they spoke. */
  seconds: z.int().nullable(),
  /** Whether anybody was spoken to, where that is known. */
  connected: z.boolean().nullable(),
  /** Whether there is a recording. */
  recorded: z.boolean(),
  /** Whether it began outside of contact hours, by the calendar of today. */
  outOfHours: z.boolean(),
  /** What the dialler says went wrong; or why there was no call. */
  failure: QuotedOrKey('reasons').nullable(),
})
export type CallRow = z.output<typeof CallRow>
/** Subject: a call. */
export const callSubject = subject('calls', CallRow, {
  prefix: 'CA',
  opens: '/call',
  findBy: ['id', 'loan', 'customer'],
})

/**
 * What a call that was placed answers beside its row: the call, where a seat makes it; else the number, for somebody's own
 * phone. Neither in a rehearsal. No line: their own phone.
 */
export const placedCall = {
  call: Id('call').nullable().optional(),
  number: z.string().optional(),
  line: Ref('line').nullable().optional(),
} as const

/** Somebody's own call that is under way, or has just ended, with what of the other party they may open. */
const LiveCall = CallRow.pick({
  ...({ id: true, version: true, state: true, direction: true, customerId: true, caseId: true, loanId: true } as const),
  ...({ name: true, beganAt: true, answeredAt: true, endedAt: true, seconds: true, failure: true } as const),
}).extend({
  /** Tickets of theirs that are open. */
  tickets: z.array(z.object({ id: Id('ticket'), title: z.string() })),
})
export type LiveCall = z.output<typeof LiveCall>

/** For so long after its end a call is still told of: whoever looked away learns how it ended. In ms. */
export const afterCallMs = 60_000
/** For so long whoever has said why may listen to a recording. In ms. */
export const listenMs = 15 * 60_000

/** What a dialler says of a call. `payload` of `calls.callback` holds it as JSON, exactly as it was signed. */
export const CallEvent = z.object({
  /** The id it was dialled under; none: somebody calls us. */
  callId: z.string().max(40).nullable(),
  /** What the dialler calls it. */
  ref: z.string().min(1).max(80),
  event: z.enum(['ringing', 'answered', 'busy', 'noAnswer', 'failed', 'ended']),
  at: z.iso.datetime(),
  /** The seat or hotline that is called, and the number that calls. */
  line: z.string().max(80).nullable().default(null),
  from: z.string().max(24).nullable().default(null),
  /** Of a call that has ended: how long it was spoken. */
  talkSeconds: z.int().min(0).max(86_400).nullable().default(null),
  /** Under which name the dialler has its recording. */
  recording: z
    .string()
    .regex(/^[\w.-]{1,120}$/)
    .nullable()
    .default(null),
  failure: z.string().max(200).nullable().default(null),
})
export type CallEvent = z.output<typeof CallEvent>

const reasonMax = 200
/** What whoever wants to listen to the recording of a call says and is answered, be it a person's or a robot's. */
export const listening = <Input extends z.ZodType>(id: Input) =>
  ({
    input: z.object({ id, reason: z.string().trim().min(1).max(reasonMax) }),
    output: z.object({ until: Instant }),
    faults: ['not_found', 'no_recording', 'reveals_spent'],
  }) as const

/** Calls with customers, live and past. */
export const calls = api('calls', {
  list: list('GET /calls', {
    requires: 'calls',
    row: CallRow,
    subject: callSubject,
    filter: [
      ...(['id', 'state', 'direction', 'way', 'customerId', 'name', 'phone', 'loanId', 'caseId', 'staff'] as const),
      ...([
        'agency',
        'line',
        'beganAt',
        'answeredAt',
        'endedAt',
        'seconds',
        'connected',
        'recorded',
        'outOfHours',
      ] as const),
    ],
    sort: ['id', 'beganAt', 'staff', 'state'],
    search: ['id', 'loanId', 'name', 'phone'],
    order: '-beganAt',
    created: 'beganAt',
  }),

  /** The own call that is under way, or the one that has just ended. */
  current: read('GET /calls/current', {
    requires: 'calls',
    input: z.object({}),
    output: z.object({ call: LiveCall.nullable() }),
  }),

  /** Ends the own call that is under way. */
  hangUp: write('POST /calls/hang-up', {
    requires: 'calls.edit',
    input: z.object({}),
    output: z.object({ id: Id('call') }),
    faults: ['not_on_a_call'],
  }),

  /** Lets whoever says why listen to a recording, for a while and on the record. */
  reveal: write('POST /calls/reveal', {
    requires: 'calls.reveal',
    ...listening(Id('call')),
  }),

  /** A recording, for whoever it was revealed to. */
  recording: {
    ...read('GET /calls/{id}/recording', {
      requires: 'calls.reveal',
      input: z.object({ id: Id('call') }),
      output: z.null(),
      faults: ['not_found'],
    }),
    file: true as const,
  },

  /** A dialler tells how a call goes. It may say so late, twice, and in any order. */
  callback: write('POST /callbacks/calls', {
    ...webhook,
    output: z.object({ received: z.boolean() }),
    faults: [...webhookFaults, 'unknown_call', 'unknown_line'],
    touches: ['calls'],
  }),
})
