import { z } from 'zod'
import { api, change } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, PersonName, Ref, Version } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { loan } from './loans/row.ts'
import { plan, whileNoRequestOpen } from './plans.ts'

/**
 * A quote is good until its day ends. With a link it waits to be paid; paid, the debt lives on in another order. Money that
 * was there in time and is heard of late counts, though it has expired by then.
 */
export const extensionFlow = machine(
  'extensions.state',
  {
    quoted: { sendLink: 'paying', pay: 'done', cancel: 'expired', expire: 'expired' },
    paying: { sendLink: 'paying', pay: 'done', cancel: 'expired', expire: 'expired' },
    done: {},
    expired: { pay: 'done', quoteAgain: 'expired' },
  },
  { quoted: 'info', paying: 'warn', done: 'good', expired: 'muted' },
)

/** Extension (rollover): a due date put off, or offered to be, what that costs and what it leads to. */
export const Extension = z.object({
  id: Id('extension'),
  version: Version,
  state: extensionFlow.State,
  loanId: Id('loan'),
  /** The order in which the debt lives on. */
  childId: Id('loan').nullable(),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  /** Which extension of this debt it is, of how many there may be: `1/3`. */
  times: z.string(),
  oldDue: LocalDate,
  newDue: LocalDate,
  days: z.int(),
  /** What is in arrears, and is paid on the order that is extended. */
  penalty: Money,
  fee: Money,
  interest: Money,
  extensionFee: Money,
  commission: Money,
  /** What has to be paid, exactly. */
  total: Money,
  source: Choice('extensions.source', ['staff', 'rollover']),
  maker: Ref('staff'),
  quotedAt: Instant,
  /** The last day it can be paid for. */
  validUntil: LocalDate,
  paidAt: Instant.nullable(),
  paymentId: Id('payment').nullable(),
  loanState: loanFlow.State,
})
export type Extension = z.output<typeof Extension>
export const extension = subject('extensions', Extension, { prefix: 'EX', opens: 'extensions', findBy: ['id'] })

/** A quote whose day is over says so. */
const valid = guard<Extension>(['state'], ({ state }) => (state === 'expired' ? refused('quote_expired') : ok))
const may = (event: 'sendLink' | 'cancel') => every(valid, extensionFlow.can(event))

/** Why a debt may not be extended. */
export const extensionFaults = [
  ...(['extension_off', 'extension_needs_one_plan', 'extension_without_principal', 'extension_too_often'] as const),
  ...(['extension_too_early', 'extension_too_late'] as const),
] as const

const quoting = {
  requires: 'extensions.request',
  touches: ['extensions'],
  faults: [...extensionFaults, 'quote_open', 'open_request', 'nothing_owed'],
} as const

/** Due dates that are put off. */
export const extensions = api('extensions', {
  list: list('GET /extensions', {
    requires: 'extensions',
    row: Extension,
    subject: extension,
    filter: [
      ...([
        'id',
        'state',
        'loanId',
        'childId',
        'name',
        'phone',
        'oldDue',
        'newDue',
        'days',
        'total',
        'source',
      ] as const),
      ...(['maker', 'quotedAt', 'validUntil', 'paidAt', 'paymentId', 'loanState'] as const),
    ],
    sort: [
      ...(['loanId', 'quotedAt', 'total', 'newDue', 'paidAt', 'state', 'name', 'oldDue'] as const),
      ...(['penalty', 'extensionFee', 'validUntil', 'maker'] as const),
    ],
    search: ['id', 'loanId', 'childId', 'name', 'phone'],
    order: '-quotedAt',
    created: 'quotedAt',
    sums: ['total', 'penalty', 'fee', 'interest', 'extensionFee', 'commission'],
    export: 'GET /export/extensions',
  }),

  /** Works out what it costs to put the due date of an order off, today. */
  quote: change('POST /extensions/quote', {
    ...quoting,
    subject: loan,
    when: loanFlow.can('quoteExtension'),
  }),

  /** The same from the order's plan. */
  quotePlan: change('POST /extensions/quote-plan', {
    ...quoting,
    subject: plan,
    when: whileNoRequestOpen('quoteExtension'),
  }),

  /** The same from an offer whose day is over. */
  quoteAgain: change('POST /extensions/quote-again', {
    ...quoting,
    subject: extension,
    when: every<Extension>(
      extensionFlow.can('quoteAgain'),
      guard(['loanState'], ({ loanState }) => loanFlow.can('quoteExtension')({ state: loanState })),
    ),
  }),

  /** Has the customer sent a link for exactly the price. */
  sendLink: change('POST /extensions/link', {
    subject: extension,
    requires: 'extensions.request',
    when: may('sendLink'),
    sum: 'total',
    touches: ['loans', 'payments'],
    faults: ['quote_expired', 'quote_changed', ...extensionFaults, 'nothing_owed'],
  }),

  cancel: change('POST /extensions/cancel', {
    subject: extension,
    requires: 'extensions.request',
    when: may('cancel'),
    touches: ['loans'],
    faults: ['quote_expired', 'payment_under_way'],
  }),
})
