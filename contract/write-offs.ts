import { z } from 'zod'
import { extensionFaults } from './extensions.ts'
import { api, change, read, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import {
  Choice,
  Id,
  Instant,
  LocalDate,
  Masked,
  Money,
  offering,
  PersonName,
  ReasonText,
  Ref,
  TextKey,
  Version,
} from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { loan } from './loans/row.ts'
import { RepaymentChannel, WriteOffType } from './loans/write-off.ts'
import { Utr } from './payments.ts'
import { plan, whileNoRequestOpen } from './plans.ts'

/**
 * Four-eyes approval: a request is decided once, by somebody else than who asked. What an executive or a manager does
 * at once never waits.
 */
export const writeOffFlow = machine(
  'writeOffs.state',
  { pending: { pass: 'passed', reject: 'rejected', withdraw: 'rejected' }, passed: {}, rejected: {} },
  { pending: 'warn', passed: 'good', rejected: 'muted' },
)

/** Write-off, a debt settled by hand: money that came past the channels, and what is given up as a loss. */
export const WriteOff = z.object({
  id: Id('writeOff'),
  version: Version,
  state: writeOffFlow.State,
  type: WriteOffType,
  loanId: Id('loan'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  /** What was owed on the day of the repayment, and what an extension cost then, when it was asked for. */
  repayable: Money,
  extensionRepayable: Money.nullable(),
  /** What came in. */
  amount: Money,
  /** What was given up, once it has taken effect. */
  loss: Money.nullable(),
  channel: RepaymentChannel.nullable(),
  bankCode: z.string().nullable(),
  utr: z.string().nullable(),
  upi: Masked('upi').nullable(),
  /** The day the money counts for. */
  repaidOn: LocalDate.nullable(),
  reason: ReasonText().nullable(),
  /** Whether the customer goes on the blacklist. */
  blacklist: z.boolean(),
  maker: Ref('staff'),
  requestedAt: Instant,
  checker: Ref('staff').nullable(),
  auditedAt: Instant.nullable(),
  /** What whoever decided said about it, or why nobody decided: `WriteOffEnding`. */
  note: TextKey('writeOffs.ended').nullable(),
  effectiveAt: Instant.nullable(),
  /** The code of the order it led to, and the order that goes on. */
  resultState: Choice('loans.state', loanFlow.states).nullable(),
  childId: Id('loan').nullable(),
  paymentId: Id('payment').nullable(),
  /** The proof whose pictures show the transfer. */
  proofId: Id('proof').nullable(),
  /** The sheet it came in, and the line. */
  sheet: z.string().nullable(),
  line: z.int().nullable(),
  loanState: loanFlow.State,
})
export type WriteOff = z.output<typeof WriteOff>
export const writeOff = subject('writeOffs', WriteOff, { prefix: 'WO', opens: 'writeOffs', findBy: ['id'] })

/** Why a request ended that nobody else decided on, in place of a note. */
export type WriteOffEnding = 'orderSettled' | 'withdrawnByMaker' | 'notDecided'

const noteMax = 500
const Note = z.string().trim().max(noteMax)
const [codeMax, upiMax] = [40, 80]
/** The bank that the money came by. */
const BankCode = z.string().trim().toUpperCase().min(1).max(codeMax)
/** Who paid it, as the payment system names them; or, where that is not how it came, as the slip does. */
const Upi = z.string().trim().min(1).max(upiMax)

/** Which event of an order each type of request is. */
export const writeOffEvents = {
  full: 'writeOffFull',
  partial: 'writeOffPartial',
  rollover: 'writeOffRollover',
  batch: 'writeOffBatch',
} as const

/** Whether a request may be passed: nobody has decided yet, and the order is where its type takes it from. */
const mayPass = every<WriteOff>(
  writeOffFlow.can('pass'),
  guard(['type', 'loanState'], ({ type, loanState }) => {
    if (type === 'operational') return ok // has taken effect
    const verdict = loanFlow.can(writeOffEvents[type])({ state: loanState })
    return verdict.ok ? ok : refused(verdict.fault, verdict.values)
  }),
)

/** Money that came past the channels: nothing of it may be left out. */
const received = {
  amount: Money,
  channel: RepaymentChannel,
  bankCode: BankCode,
  utr: Utr,
  upi: Upi,
  repaidOn: LocalDate,
}
const receivedFaults = [
  ...([
    'wrong_currency',
    'not_positive',
    'more_than_repayable',
    'utr_malformed',
    'utr_used',
    'paid_in_future',
  ] as const),
  ...(['paid_before_payout', 'open_request', 'nothing_owed'] as const),
] as const

/** Requests are about an order, asked for from it or from one of its plans. */
const asking = { requires: 'writeOffs.request', touches: ['writeOffs', 'plans', 'loans'], sum: 'amount' } as const
const slip = { args: { ...received, reason: offering(Note, 'proof', ['gatewayDown', 'paidCash']).optional() } } as const
const full = { ...asking, ...slip, faults: [...receivedFaults, 'write_off_not_repayable'] } as const
const partial = { ...asking, ...slip, faults: [...receivedFaults, 'write_off_not_partial'] } as const
const rollover = {
  ...{ ...asking, ...slip },
  faults: [...receivedFaults, ...extensionFaults, 'write_off_not_extension'],
} as const
const operational = {
  requires: 'writeOffs.approve',
  risk: 'irreversible',
  stepUp: true,
  args: {
    reason: offering(Note.min(1), 'writeOff', ['died', 'insolvent', 'unreachable', 'fraud', 'notWorthIt']),
    amount: Money.optional(),
    channel: RepaymentChannel.optional(),
    bankCode: BankCode.optional(),
    utr: Utr.optional(),
    upi: Upi.optional(),
  },
  touches: ['writeOffs', 'loans', 'plans', 'cases', 'customers', 'payments'],
  faults: [...receivedFaults, 'needs_executive'],
} as const

/** Debts settled by hand. */
export const writeOffs = api('writeOffs', {
  list: list('GET /write-offs', {
    requires: 'writeOffs',
    row: WriteOff,
    subject: writeOff,
    filter: [
      ...(['id', 'state', 'type', 'loanId', 'name', 'phone', 'amount', 'loss', 'channel', 'utr'] as const),
      ...([
        'bankCode',
        'upi',
        'repaidOn',
        'reason',
        'blacklist',
        'maker',
        'requestedAt',
        'checker',
        'auditedAt',
        'effectiveAt',
      ] as const),
      ...(['resultState', 'sheet', 'loanState'] as const),
    ],
    sort: [
      ...(['loanId', 'requestedAt', 'amount', 'loss', 'repaidOn', 'effectiveAt', 'state', 'type'] as const),
      ...(['name', 'repayable', 'maker', 'auditedAt'] as const),
    ],
    search: ['id', 'loanId', 'name', 'phone', 'utr', 'sheet'],
    order: '-requestedAt',
    created: 'requestedAt',
    sums: ['amount', 'loss', 'repayable', 'extensionRepayable'],
    export: 'GET /export/balance-order',
  }),

  /** Files that all that is owed has come in. */
  full: change('POST /write-offs/full', { ...full, subject: loan, when: loanFlow.can('writeOffFull') }),
  fullPlan: change('POST /write-offs/full-plan', { ...full, subject: plan, when: whileNoRequestOpen('writeOffFull') }),

  /** Files that a part of what is owed has come in. */
  partial: change('POST /write-offs/partial', {
    ...{ ...partial, subject: loan, when: loanFlow.can('writeOffPartial') },
  }),
  partialPlan: change('POST /write-offs/partial-plan', {
    ...{ ...partial, subject: plan, when: whileNoRequestOpen('writeOffPartial') },
  }),

  /** Files that the price of an extension has come in. */
  rollover: change('POST /write-offs/rollover', {
    ...{ ...rollover, subject: loan, when: loanFlow.can('writeOffRollover') },
  }),
  rolloverPlan: change('POST /write-offs/rollover-plan', {
    ...{ ...rollover, subject: plan, when: whileNoRequestOpen('writeOffRollover') },
  }),

  /**
   * Gives up what is owed, at once and for good, and puts the customer on the blacklist. What came in, if anything did,
   * is taken first. Nobody else is asked: whoever does it stays within their own limit.
   */
  operational: change('POST /write-offs/operational', {
    ...{ ...operational, subject: loan, when: loanFlow.can('writeOffOperational') },
  }),
  operationalPlan: change('POST /write-offs/operational-plan', {
    ...{ ...operational, subject: plan, when: whileNoRequestOpen('writeOffOperational') },
  }),

  /** Has a request take effect. */
  pass: change('POST /write-offs/pass', {
    subject: writeOff,
    requires: 'writeOffs.approve',
    risk: 'money',
    args: { note: Note.optional() },
    when: mayPass,
    sum: 'amount',
    touches: ['loans', 'plans', 'cases', 'customers', 'payments'],
    faults: [
      ...receivedFaults,
      ...extensionFaults,
      ...(['own_request', 'sheet_needs_executive', 'write_off_not_repayable', 'write_off_not_partial'] as const),
      'write_off_not_extension',
    ],
  }),

  reject: change('POST /write-offs/reject', {
    subject: writeOff,
    requires: 'writeOffs.approve',
    args: { note: Note.min(1) },
    when: writeOffFlow.can('reject'),
    touches: ['plans'],
    faults: ['own_request'],
  }),

  /** Takes one's own request back. */
  withdraw: change('POST /write-offs/withdraw', {
    subject: writeOff,
    requires: 'writeOffs.request',
    when: writeOffFlow.can('withdraw'),
    touches: ['plans'],
    faults: ['not_own_request'],
  }),

  /** The blank sheet that many write-offs are filed in. */
  template: {
    ...read('GET /export/templates', { requires: 'writeOffs.batch', input: z.object({}), output: z.null() }),
    file: true as const,
  },

  /** Files the write-offs of a filled sheet: all of them, or none where one line is wrong. */
  upload: {
    ...write('POST /write-offs/upload', {
      requires: 'writeOffs.batch',
      input: z.object({}),
      output: z.object({ sheet: z.string(), filed: z.int() }),
      faults: [
        'template_unknown',
        'template_old',
        'template_columns',
        'template_empty',
        'template_rows',
        'template_quote',
      ],
      touches: ['plans'],
    }),
    files: ['file'],
  },
})
