import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Rate, Ref, Version } from './kernel/values.ts'

/** By one that is disabled nobody is called. */
const lineFlow = machine(
  'lines.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)
/** What a line is: the seat of one person, a number to call from, a number to write from, a number to be called at. */
export const lineKinds = ['seat', 'outbound', 'whatsapp', 'hotline'] as const
export type LineKind = (typeof lineKinds)[number]
/** How a customer is reached. */
export const callWays = ['phone', 'whatsApp'] as const
export type CallWay = (typeof callWays)[number]
export const CallWayField = Choice('lines.way', [...callWays])
/** The kinds of lines that go out by each way. */
export const kindsByWay: Readonly<Record<CallWay, readonly LineKind[]>> = {
  phone: ['seat', 'outbound'],
  whatsApp: ['whatsapp'],
}
/** What came of a test: calls go out; they do, but phones warn of them; they do not; nobody answered for it. */
export const lineOutcomes = ['inService', 'flagged', 'outOfService', 'noAnswer'] as const

/** A phone line: a number or seat that customers are called by. */
export const Line = z.object({
  id: Id('line'),
  version: Version,
  state: lineFlow.State,
  kind: Choice('lines.kind', [...lineKinds]),
  /** `+912240001000`; of a seat what the dialler knows it by: `1001`. */
  number: z.string(),
  /** Whose lines they are; none: the phone of whoever calls. */
  provider: Ref('provider').nullable(),
  /** Who alone calls by it; … */
  staff: Ref('staff').nullable(),
  /** … or whose people do; neither: everybody. */
  agency: Ref('unit').nullable(),
  /** Calls since the day began, and how many of those of the last seven days were answered. */
  callsToday: z.int(),
  connectRate: Rate.nullable(),
  lastUsedAt: Instant.nullable(),
  /** Whether phones warn of it: used only where there is no other. */
  spam: z.boolean(),
  tested: Choice('lines.tested', [...lineOutcomes], {
    ...({ inService: 'good', flagged: 'warn', outOfService: 'bad', noAnswer: 'bad' } as const),
  }).nullable(),
  testedAt: Instant.nullable(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Line = z.output<typeof Line>
/** Subject: a phone line. */
export const line = subject('lines', Line, { prefix: 'TL', opens: 'lines', findBy: ['id', 'label'] })

const numberMax = 40
/** What is typed as a number; each kind has its own form. */
const LineNumber = z.string().trim().min(2).max(numberMax)
const details = { number: LineNumber, providerId: Id('provider').optional() } as const
const faults = ['not_a_number', 'number_taken', 'unknown_provider', 'not_a_dialler'] as const
const holders = { staffId: Id('staff').optional(), agencyId: Id('unit').optional() } as const
const holderFaults = ['unknown_staff', 'unknown_agency', 'not_of_agency', 'has_line'] as const
const one = { subject: line } as const

/** A new line, as form and sheet take it. */
export const NewLine = z.object({ kind: Choice('lines.kind', [...lineKinds]), ...details, ...holders })
export type NewLine = z.output<typeof NewLine>

/** A call that went out by a line. */
const LineCall = z.object({
  at: Instant,
  caller: z.string(),
  loanId: z.string().nullable(),
  way: CallWayField,
  /** Whether anybody was spoken to, where that is known. */
  connected: z.boolean().nullable(),
})

/** Phone lines that customers are called by. */
export const lines = api('lines', {
  list: list('GET /lines', {
    requires: 'lines',
    row: Line,
    subject: line,
    filter: [
      ...(['id', 'state', 'kind', 'number', 'provider', 'staff', 'agency', 'callsToday', 'connectRate'] as const),
      ...(['lastUsedAt', 'spam', 'tested', 'testedAt', 'changedBy', 'createdAt'] as const),
    ],
    sort: ['id', 'number', 'state', 'kind', 'staff', 'agency', 'callsToday', 'connectRate', 'lastUsedAt', 'createdAt'],
    search: ['id', 'number'],
    order: 'kind',
    created: 'createdAt',
  }),

  /** The last calls that went out by a line, the latest first, of those within reach. */
  calls: read('GET /lines/calls', {
    requires: 'lines',
    input: z.object({ id: Id('line') }),
    output: z.object({ calls: z.array(LineCall) }),
    faults: ['not_found'],
  }),

  add: write('POST /lines', {
    requires: 'lines.add',
    input: NewLine,
    output: z.object({ id: Id('line') }),
    faults: [...faults, ...holderFaults],
  }),

  edit: change('POST /lines/edit', { ...one, requires: 'lines.edit', args: details, faults }),

  /** Gives a line to somebody, or to an agency, or to somebody of an agency. */
  bind: change('POST /lines/bind', {
    ...one,
    requires: 'lines.edit',
    args: holders,
    faults: [...holderFaults, 'nobody_named'],
  }),

  /** Has everybody use it again. */
  unbind: change('POST /lines/unbind', { ...one, requires: 'lines.edit', faults: ['not_bound'] }),

  setState: change('POST /lines/status', { ...one, requires: 'lines.edit', args: { state: lineFlow.State } }),

  /** Notes that phones warn of it, or do not any more. */
  setSpam: change('POST /lines/spam', { ...one, requires: 'lines.edit', args: { spam: z.boolean() } }),

  /** Asks its provider whether calls go out by it. */
  test: change('POST /lines/test', { ...one, requires: 'lines.edit', faults: ['no_provider'] }),

  /** The sheet for many at once, … */
  template: {
    ...read('GET /lines/template', { requires: 'lines.add', input: z.object({}), output: z.null() }),
    file: true as const,
  },
  /** … handed in: all of its lines, or none. */
  addSheet: {
    ...write('POST /lines/sheet', {
      requires: 'lines.add',
      input: z.object({}),
      output: z.object({ added: z.int() }),
      faults: [
        ...(['template_unknown', 'template_old', 'template_columns', 'template_empty'] as const),
        ...(['template_rows', 'template_quote'] as const),
      ],
    }),
    files: ['file'],
  },
})
