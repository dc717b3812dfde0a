import { type Column, type SQL, sql } from 'drizzle-orm'
import type { AccountingDay, JournalEntry } from '#contract/accounting-days.ts'
import { documentOf, journalDocuments, journalKinds } from '#contract/journal.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { journalEntryRows as entries, accountingDayRows as rows } from './store.ts'

/** The books are those of the whole business: whoever is of a department sees all of them, and no agency any. */
const scope = { department: () => sql`true` }

const plus = (...columns: readonly Column[]): SQL => sql`(${sql.join([...columns], sql` + `)})`
const amount = (minor: Column | SQL) => ({ minor, currency: rows.currency })
const part = (minor: Column | SQL) => ({ minor, currency: entries.currency })

/** The four parts of an amount of a day, together. */
const allOf = (of: 'opening' | 'paid' | 'reduced' | 'lost' | 'moved' | 'closing') =>
  amount(plus(rows[`${of}Principal`], rows[`${of}Interest`], rows[`${of}Fee`], rows[`${of}Penalty`]))

/** List source: accounting days. */
export const accountingDaySource: Source<AccountingDay> = {
  table: rows,
  from: sql`${rows}`,
  columns: () => ({
    ...{ id: rows.id, version: rows.version, state: rows.state, day: rows.day, entryCount: rows.entries },
    ...{ lateEntries: rows.late, differences: rows.differences },
    ...{ opening: allOf('opening'), lent: amount(rows.chargedPrincipal), interest: amount(rows.chargedInterest) },
    ...{ fees: amount(rows.chargedFee), penalty: amount(rows.chargedPenalty), repaid: allOf('paid') },
    ...{ repaidPrincipal: amount(rows.paidPrincipal), repaidInterest: amount(rows.paidInterest) },
    ...{ repaidFees: amount(rows.paidFee), repaidPenalty: amount(rows.paidPenalty) },
    ...{ conceded: allOf('reduced'), lost: allOf('lost'), moved: allOf('moved'), closing: allOf('closing') },
    ...{ openingPrincipal: amount(rows.openingPrincipal), closingPrincipal: amount(rows.closingPrincipal) },
    ...{ closingInterest: amount(rows.closingInterest), closingFees: amount(rows.closingFee) },
    ...{ closingPenalty: amount(rows.closingPenalty), paidOut: amount(rows.paidOutMinor) },
    ...{ serviceFees: amount(rows.serviceFeeMinor), gst: amount(rows.gstMinor), received: amount(rows.receivedMinor) },
    ...{ extensionFees: amount(rows.extensionMinor), overpaid: amount(rows.overpaidMinor) },
    ...{ createdAt: rows.createdAt, closedAt: rows.closedAt },
  }),
  scope,
}

const postedFrom = (document: (typeof journalDocuments)[number]): SQL =>
  sql`${entries.kind} in ${journalKinds.filter((kind) => documentOf[kind] === document)}`

/** List source: journal entries. */
export const journalEntrySource: Source<JournalEntry> = {
  table: entries,
  from: sql`${entries}`,
  columns: () => ({
    ...{ id: entries.id, day: entries.day, valueDate: entries.valueOn, isLate: entries.late, kind: entries.kind },
    document: {
      caseWhen: journalDocuments.map((name) => [name, postedFrom(name)] as const),
    },
    ...{ documentId: entries.documentId, loanId: entries.loanId },
    amount: part(plus(entries.principalMinor, entries.interestMinor, entries.feeMinor, entries.penaltyMinor)),
    ...{ toPrincipal: part(entries.principalMinor), toInterest: part(entries.interestMinor) },
    ...{ toFees: part(entries.feeMinor), toPenalty: part(entries.penaltyMinor), cash: part(entries.cashMinor) },
    ...{ gst: part(entries.gstMinor), extensionFees: part(entries.extensionMinor) },
    ...{ overpaid: part(entries.overpaidMinor), cleared: part(entries.clearedMinor) },
  }),
  scope,
}
