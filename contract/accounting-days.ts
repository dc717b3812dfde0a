import { z } from 'zod'
import { journalDocuments, journalKinds } from './journal.ts'
import { api, read } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Money, Version } from './kernel/values.ts'

/** A day is closed by the clock, once its journal says of every order what that owes. Nothing of it changes then. */
export const accountingDayFlow = machine(
  'accountingDays.state',
  { open: { close: 'closed' }, closed: {} },
  { open: 'bad', closed: 'good' },
)

/**
 * Accounting day (day close): what customers owed as a business day began, what it has booked, and what they owed as it ended.
 * Of one currency. Closing is opening, and what was lent, charged and moved, less what was repaid, conceded and lost.
 */
export const AccountingDay = z.object({
  id: Id('accountingDay'),
  version: Version,
  state: accountingDayFlow.State,
  day: LocalDate,
  entryCount: z.int(),
  /** How many of them count for a day before: they came to light once that was closed. */
  lateEntries: z.int(),
  /** How many orders owe something else than the journal says. While there are some, the day is not closed. */
  differences: z.int(),
  opening: Money,
  /** The principal of what was paid out. */
  lent: Money,
  interest: Money,
  /** Fees that are owed with their GST; what is withheld from a pay-out is not. */
  fees: Money,
  penalty: Money,
  /** What of the money that came in was used for what is owed. */
  repaid: Money,
  repaidPrincipal: Money,
  repaidInterest: Money,
  repaidFees: Money,
  repaidPenalty: Money,
  /** Reductions and coupons, and fees given back; less what has lapsed. */
  conceded: Money,
  /** Write-off losses. */
  lost: Money,
  /** What extensions have moved from one order to another: nothing, where they have moved all of it. */
  moved: Money,
  closing: Money,
  openingPrincipal: Money,
  closingPrincipal: Money,
  closingInterest: Money,
  closingFees: Money,
  closingPenalty: Money,
  /** What has left for customers. */
  paidOut: Money,
  /** Fees for it, withheld or owed, without GST. */
  serviceFees: Money,
  gst: Money,
  /** All that came in, less what was taken back. */
  received: Money,
  /** Fee and commission of extensions. */
  extensionFees: Money,
  /** More than was owed: it waits to be given back. */
  overpaid: Money,
  createdAt: Instant,
  closedAt: Instant.nullable(),
})
export type AccountingDay = z.output<typeof AccountingDay>
/** Subject: an accounting day. */
export const accountingDay = subject('accountingDays', AccountingDay, { prefix: 'AD', opens: 'accountingDays' })

/** Journal entry: what one document has moved. What customers owe grows by what is above zero. */
export const JournalEntry = z.object({
  id: Id('journalEntry'),
  /** The business day it is booked in. */
  day: LocalDate,
  /** The day it counts for. */
  valueDate: LocalDate,
  isLate: z.boolean(),
  kind: Choice('accountingDays.kind', [...journalKinds], {
    ...{ disbursement: 'info', repayment: 'good', reversal: 'bad', writeOff: 'bad', penalty: 'warn' },
  }),
  document: Choice('accountingDays.document', [...journalDocuments]),
  documentId: z.string(),
  /** None of what gateways keep or take back. */
  loanId: Id('loan').nullable(),
  /** Of what is owed, all together. */
  amount: Money,
  toPrincipal: Money,
  toInterest: Money,
  toFees: Money,
  toPenalty: Money,
  /** Money that came in; less than nothing: that left. */
  cash: Money,
  gst: Money,
  extensionFees: Money,
  overpaid: Money,
  /** What left the clearing account for gateways. */
  cleared: Money,
})
export type JournalEntry = z.output<typeof JournalEntry>

const outstanding = ['opening', 'lent', 'interest', 'fees', 'penalty', 'repaid', 'conceded', 'lost', 'closing'] as const
const movements = [
  ...(['lent', 'interest', 'fees', 'penalty', 'repaid', 'repaidPrincipal', 'repaidInterest', 'repaidFees'] as const),
  ...(['repaidPenalty', 'conceded', 'lost', 'moved', 'paidOut', 'serviceFees', 'gst', 'received'] as const),
  ...(['extensionFees', 'overpaid'] as const),
] as const
const parts = ['amount', 'toPrincipal', 'toInterest', 'toFees', 'toPenalty', 'cash', 'gst', 'extensionFees'] as const

/** What business days have booked, and their journal. */
export const accountingDays = api('accountingDays', {
  list: list('GET /accounting-days', {
    requires: 'accountingDays',
    row: AccountingDay,
    subject: accountingDay,
    filter: ['id', 'state', 'day', 'entryCount', 'lateEntries', 'differences', ...outstanding, 'moved', 'closedAt'],
    sort: ['day', 'state', 'entryCount', 'lateEntries', ...outstanding, 'closedAt'],
    search: ['id'],
    order: '-day',
    created: 'createdAt',
    sums: movements,
    export: 'GET /export/accounting-days',
  }),

  /** What stands behind every figure of a day. */
  entries: list('GET /accounting-days/entries', {
    requires: 'journalEntries',
    row: JournalEntry,
    filter: [
      ...(['id', 'day', 'valueDate', 'isLate', 'kind', 'document', 'documentId', 'loanId'] as const),
      ...parts,
      ...(['overpaid', 'cleared'] as const),
    ],
    sort: ['day', 'valueDate', 'kind', 'documentId', 'loanId', 'amount', 'cash'],
    search: ['documentId', 'loanId'],
    order: '-day',
    created: 'day',
    sums: [...parts, 'overpaid', 'cleared'],
    export: 'GET /export/journal-entries',
    follows: ['accountingDays'],
  }),

  /** The journal of closed days as a file (CSV): double entry, a line for each account. */
  journal: {
    ...read('GET /accounting-days/journal', {
      requires: 'accountingDays.export',
      input: z.object({ from: LocalDate, to: LocalDate }),
      output: z.null(),
      faults: ['period_reversed', 'day_not_closed'],
    }),
    file: true as const,
  },
})
