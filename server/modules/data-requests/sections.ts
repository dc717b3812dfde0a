import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type DataGroup, dataGroups } from '#contract/data-requests.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { aiTargetRows } from '#server/modules/ai-tasks/store.ts'
import { blacklistRows } from '#server/modules/blacklist/store.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { caseAssignmentRows } from '#server/modules/case-allocations/store.ts'
import { caseHoldingRows } from '#server/modules/case-holder/store.ts'
import { caseHoldRows } from '#server/modules/case-holds/store.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { conductCheckRows } from '#server/modules/conduct-checks/store.ts'
import { consentRows } from '#server/modules/consents/store.ts'
import { contactRefusalRows } from '#server/modules/contact-refusals/store.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { creditAssessmentRows } from '#server/modules/credit-assessments/store.ts'
import { contactRows, customerRows, deviceRows, kycStepRows } from '#server/modules/customers/store.ts'
import { disturbRows } from '#server/modules/do-not-disturb/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { followUpRows, numberMarkRows } from '#server/modules/follow-ups/store.ts'
import { decisionRows, loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { machineReviewRows } from '#server/modules/machine-reviews/store.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import { allocationRows, paymentLinkRows, paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { customerPictureRows } from '#server/modules/pictures/store.ts'
import { lossRows, penaltyRows, planRows } from '#server/modules/plans/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { proofImageRows, proofRows } from '#server/modules/proofs/store.ts'
import { qualityInspectionRows } from '#server/modules/quality-inspections/store.ts'
import { documentReadingRows } from '#server/modules/readings/store.ts'
import { recoveryRows } from '#server/modules/recoveries/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { statementLineRows } from '#server/modules/statements/store.ts'
import { verificationRows } from '#server/modules/tele-verifications/store.ts'
import { ticketMoveRows, ticketRows } from '#server/modules/tickets/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { loansOf, type Section } from './section.ts'
import { dataRequestRows } from './store.ts'

type More = Partial<Omit<Section, 'table' | 'group' | 'onErasure'>>
const section =
  (onErasure: Section['onErasure']) =>
  (group: DataGroup, table: PgTable, more: More = {}): Section => ({
    ...{ table, group, onErasure, encrypted: [], internal: [] },
    ...more,
  })
const [deletes, empties, keeps] = [section('deletes'), section('empties'), section('keeps')]

const ofPlans: More['where'] = (id) =>
  sql`plan_id in (select ${planRows.id} from ${planRows} where ${planRows.loanId} in ${loansOf(id)})`

/** Everything that is held about customers, table by table, in the order in which an export tells it. */
export const sections: readonly Section[] = [
  empties('person', customerRows, {
    encrypted: ['pan', 'aadhaar'],
    internal: ['panTail', 'panIndex', 'aadhaarTail', 'aadhaarIndex', 'held', 'reviewed', 'paid', 'externalId'],
    where: (id) => sql`${customerRows.id} = ${id}`,
  }),
  deletes('contacts', contactRows, { encrypted: ['phone'], internal: ['phoneTail', 'phoneIndex'] }),
  empties('identity', kycStepRows),
  deletes('identity', customerPictureRows, { internal: ['fileKey', 'sha256', 'externalId'] }),
  deletes('identity', documentReadingRows, { encrypted: ['sealed'], internal: ['tail', 'blindIndex'] }),
  empties('cards', cardRows, { encrypted: ['account'], internal: ['accountTail', 'accountIndex'] }),
  deletes('devices', deviceRows),
  keeps('consents', consentRows),
  keeps('credit', creditAssessmentRows),
  keeps('credit', couponRows),
  empties('orders', loanRows, { internal: ['externalId'] }),
  keeps('orders', loanStateRows),
  empties('reviews', decisionRows),
  empties('reviews', reviewRows),
  empties('reviews', qualityInspectionRows),
  keeps('reviews', machineReviewRows),
  keeps('reviews', verificationRows),
  keeps('money', planRows),
  keeps('money', penaltyRows, { where: ofPlans }),
  keeps('money', lossRows),
  keeps('money', payoutRows),
  keeps('money', paymentLinkRows, { internal: ['url'] }),
  empties('money', paymentRows),
  keeps('money', allocationRows, { where: ofPlans }),
  keeps('money', reductionRows),
  keeps('money', extensionRows),
  empties('money', writeOffRows),
  keeps('money', cardChangeRows),
  keeps('money', statementLineRows),
  empties('proofs', proofRows),
  deletes('proofs', proofImageRows, {
    internal: ['bytes', 'digest'],
    where: (id) =>
      sql`proof_id in (select ${proofRows.id} from ${proofRows} where ${proofRows.loanId} in ${loansOf(id)})`,
  }),
  keeps('collection', caseRows),
  keeps('collection', caseTransferRows),
  keeps('collection', caseAssignmentRows),
  empties('collection', followUpRows, { internal: ['phoneMark'] }),
  deletes('collection', numberMarkRows, { internal: ['phoneMark'] }),
  keeps('collection', promiseRows),
  keeps('collection', caseHoldingRows),
  keeps('collection', recoveryRows),
  empties('collection', caseHoldRows),
  empties('collection', callRows, { internal: ['configId', 'ref', 'recording', 'recordingKey'] }),
  empties('collection', aiRecordRows, {
    internal: ['configId', 'recording', 'recordingKey', 'transcript', 'transcriptKey'],
  }),
  keeps('collection', aiTargetRows),
  empties('collection', conductCheckRows),
  keeps('collection', contactRefusalRows),
  empties('messages', messageRows),
  empties('tickets', ticketRows),
  empties('tickets', ticketMoveRows, {
    where: (id) => sql`ticket_id in (select ${ticketRows.id} from ${ticketRows}
      where ${ticketRows.customerId} = ${id} or ${ticketRows.loanId} in ${loansOf(id)})`,
  }),
  empties('lists', blacklistRows, { internal: ['mark'] }),
  empties('lists', disturbRows, { internal: ['mark'] }),
  keeps('requests', dataRequestRows),
]

/** Tables that name a customer or an order and are in no export, and why. */
export const exceptions: Readonly<Record<string, string>> = {
  customer_keys:
    'the key that personal values in the audit log are encrypted under: a secret of the house, not data about them',
  book_deletions: 'which rows were deleted past the product: ids for the audit of the book, nothing about a person',
  due_facts: 'counted out of plans and payments, which are in the export',
  settlement_items: 'what gateways tell of payments and pay-outs, which are in the export',
  journal_pending: 'which orders the next night looks at again: ids for the journal, nothing about a person',
  journal_entries: 'made of payments, penalties, reductions and write-offs, which are in the export',
}

/** The place of a group among the others. */
export const groupOrder = (group: DataGroup): number => dataGroups.indexOf(group)
