import { z } from 'zod'
import type { JournalKind } from './journal.ts'
import { api, change } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Money, offering, ReasonText, Ref, Version } from './kernel/values.ts'

/**
 * What is left of a reconciliation is open until somebody has explained it. A match that comes later closes either; nothing
 * opens again by itself.
 */
export const settlementItemFlow = machine(
  'settlementItems.state',
  { open: { explain: 'explained', match: 'matched' }, explained: { match: 'matched' }, matched: {} },
  { open: 'bad', explained: 'muted', matched: 'good' },
)

/**
 * What a gateway tells of: money that came in, money that was paid out, money that it took back from us, and what it adds or
 * takes beside them, which no document of ours says.
 */
export const settlementKinds = ['collection', 'payout', 'refund', 'adjustment'] as const
export type SettlementKind = (typeof settlementKinds)[number]

/**
 * Reconciliation result. From the file to the book: the document is there as told; with another amount; not as a success; in no
 * book; settled by another line already. From the book to the file: a document that no line names.
 */
export const matchResults = [
  ...(['matched', 'amountDiffers', 'stateDiffers', 'unknown', 'duplicate', 'missing'] as const),
] as const
export type MatchResult = (typeof matchResults)[number]

/** Settlement item: one transaction of a gateway held against our document; or a document that the gateway does not name. */
export const SettlementItem = z.object({
  id: Id('settlementItem'),
  version: Version,
  state: settlementItemFlow.State,
  match: Choice('settlementItems.match', [...matchResults], {
    ...{
      matched: 'good',
      amountDiffers: 'bad',
      stateDiffers: 'bad',
      unknown: 'bad',
      duplicate: 'warn',
      missing: 'bad',
    },
  }),
  kind: Choice('settlementItems.kind', [...settlementKinds], { refund: 'warn', adjustment: 'warn' }),
  config: Ref('providerConfig'),
  /** The file it stands in, and where; none of a document that no file names. */
  reportId: Id('settlementReport').nullable(),
  line: z.int().nullable(),
  /** What the gateway calls it, … */
  gatewayRef: z.string().nullable(),
  /** … and what we call it, where the gateway says so. */
  ownRef: z.string().nullable(),
  utr: z.string().nullable(),
  /** Gross amount as the gateway tells it; of a refund less than nothing, and of what an adjustment takes. */
  amount: Money.nullable(),
  /** The amount of our document. */
  booked: Money.nullable(),
  /** What the gateway tells, less what our books say. */
  difference: Money,
  /** What the gateway keeps, and the GST on that. */
  fee: Money.nullable(),
  gst: Money.nullable(),
  net: Money.nullable(),
  /** The business day on which the transaction was completed. */
  completedOn: LocalDate,
  /** When, and by which transfer, the gateway has settled it. */
  settledOn: LocalDate.nullable(),
  settlementUtr: z.string().nullable(),
  /** Our document: a payment, or an attempt to pay out. */
  documentId: z.string().nullable(),
  loanId: Id('loan').nullable(),
  reason: ReasonText().nullable(),
  explainedBy: Ref('staff').nullable(),
  explainedAt: Instant.nullable(),
  createdAt: Instant,
})
export type SettlementItem = z.output<typeof SettlementItem>
/** Subject: a settlement item. */
export const settlementItem = subject('settlementItems', SettlementItem, { prefix: 'SI', opens: 'settlementItems' })

const reasonMax = 500
const Reason = offering(z.string().trim().min(1).max(reasonMax), 'settlementItem', [
  ...(['gatewayCorrects', 'settledElsewhere', 'testTransaction', 'bookedByHand'] as const),
  ...(['gatewayCharge', 'gatewayLoss'] as const),
])
/**
 * What an adjustment was, by the reason it is explained with: the kind of entry that books it out of the clearing account. With
 * any other it stays there until another line, or somebody by hand, takes it back.
 */
export const adjustmentKinds = {
  gatewayCharge: 'adjustmentCharged',
  gatewayLoss: 'adjustmentLost',
} as const satisfies Readonly<Record<string, JournalKind>>

const amounts = ['amount', 'booked', 'difference', 'fee', 'gst', 'net'] as const

/** Reconciliation of gateways: what they tell and what our books say, in one list, whichever of the two lacks it. */
export const settlementItems = api('settlementItems', {
  list: list('GET /settlement-items', {
    requires: 'settlementItems',
    row: SettlementItem,
    subject: settlementItem,
    filter: [
      ...(['id', 'state', 'match', 'kind', 'config', 'reportId', 'gatewayRef', 'ownRef', 'utr'] as const),
      ...amounts,
      ...(['completedOn', 'settledOn', 'settlementUtr', 'documentId', 'loanId', 'explainedBy'] as const),
      ...(['explainedAt', 'createdAt'] as const),
    ],
    sort: ['completedOn', 'state', 'match', 'amount', 'difference', 'createdAt'],
    search: ['id', 'gatewayRef', 'utr', 'documentId', 'loanId'],
    order: '-completedOn',
    created: 'createdAt',
    sums: amounts,
    export: 'GET /export/settlement-items',
    follows: ['settlementReports'],
  }),

  /** Closes what is left, and says why. */
  explain: change('POST /settlement-items/explain', {
    subject: settlementItem,
    requires: 'settlementItems.edit',
    args: { reason: Reason },
    when: settlementItemFlow.can('explain'),
    touches: ['settlementReports'],
  }),
})
