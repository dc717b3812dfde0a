import { type Column, sql } from 'drizzle-orm'
import { labelsOf } from '#contract/dictionaries/declared.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { EntryChoice } from '#server/kernel/base/words.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { approvalRows } from '#server/modules/approvals/store.ts'
import { blacklistRows } from '#server/modules/blacklist/store.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { conductCheckRows } from '#server/modules/conduct-checks/store.ts'
import { consentRows } from '#server/modules/consents/store.ts'
import { contactRows, customerRows, kycStepRows } from '#server/modules/customers/store.ts'
import { dataRequestRows } from '#server/modules/data-requests/store.ts'
import { followUpRows } from '#server/modules/follow-ups/store.ts'
import { loanStateRows } from '#server/modules/loans/store.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import { paymentRows, reversalRows } from '#server/modules/payments/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { proofRows } from '#server/modules/proofs/store.ts'
import { qualityInspectionRows } from '#server/modules/quality-inspections/store.ts'
import { recoveryDisputeRows } from '#server/modules/recoveries/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { settlementItemRows } from '#server/modules/settlement-items/store.ts'
import { ticketRows } from '#server/modules/tickets/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'

/**
 * Columns that hold codes of open vocabularies, by the text key of their labels: rows come by reports of the customer app,
 * sheets and imports, too, where no argument of a call tells what was chosen.
 */
export const entryColumns: Readonly<Record<string, readonly Column[]>> = {
  'vocabularies.relation': [contactRows.relation, followUpRows.relation],
  'tickets.kind': [ticketRows.kind],
  'conductChecks.code': [conductCheckRows.code],
  reasons: [
    ...[approvalRows.reason, blacklistRows.reason, blacklistRows.removal, cardChangeRows.reason],
    ...[caseTransferRows.reason, conductCheckRows.appealReason, consentRows.reason, customerRows.stateReason],
    ...[kycStepRows.reason, dataRequestRows.reason, followUpRows.remark, loanStateRows.reason, reversalRows.reason],
    ...[aiRecordRows.failure, callRows.failure, messageRows.failure],
    ...[paymentRows.failure, promiseRows.reason, proofRows.reason, qualityInspectionRows.appealReason],
    ...[recoveryDisputeRows.reason, reductionRows.reason, settlementItemRows.reason, writeOffRows.reason],
  ],
}

/** Whether any row holds an entry, however it came there. Reads whole tables: asked only before one is deleted. */
export async function isHeld(tx: Db, { dictionary, code }: EntryChoice): Promise<boolean> {
  const of = labelsOf(dictionary)
  const columns = Object.hasOwn(entryColumns, of) ? entryColumns[of]! : [] // a type of one's own is held nowhere
  if (columns.length === 0) return false
  const held = columns.map((column) => sql`exists (select from ${column.table} where ${column} = ${code})`)
  const [row] = await rowsOf<{ held: boolean }>(tx, sql`select ${sql.join(held, sql` or `)} as held`)
  return row!.held // one row without a table
}
