import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { proofFlow } from '#contract/proofs.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `proofs`: pictures of transfers that customers made past the channels, and what became of them. */
export const proofRows = pgTable(
  'proofs',
  {
    id: idColumn('proof').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    planId: idColumn('plan', 'plan_id'),
    state: text('state', { enum: proofFlow.states }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    paidOn: day('paid_on').notNull(),
    channel: text('channel', { enum: ['eWallet', 'bankTransfer', 'offline', 'link'] }).notNull(),
    bankCode: text('bank_code').notNull(),
    utr: text('utr').notNull(),
    upi: text('upi').notNull(),
    source: text('source', { enum: ['customer', 'collector', 'customerService', 'operations'] }).notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerUnitPath: key('maker_unit_path').notNull(),
    submittedAt: instant('submitted_at').notNull(),
    duplicateOf: idColumn('proof', 'duplicate_of'),
    handlerId: idColumn('staff', 'handler_id'),
    handledAt: instant('handled_at'),
    reason: text('reason'),
    writeOffId: idColumn('writeOff', 'write_off_id'),
  },
  (table) => [
    index('proofs_submitted').on(table.submittedAt, table.id),
    index('proofs_state').on(table.state, table.submittedAt, table.id),
    index('proofs_maker').on(table.makerId, table.submittedAt, table.id),
    index('proofs_loan').on(table.loanId),
    index('proofs_upi').on(sql`lower(${table.upi})`),
    index('proofs_utr').on(table.utr),
    index('proofs_write_off').on(table.writeOffId).where(sql`write_off_id is not null`),
  ],
)

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Table `proof_images`: the pictures themselves; one without a proof was sent and not used yet. */
export const proofImageRows = pgTable(
  'proof_images',
  {
    id: idColumn('proofImage').primaryKey(),
    proofId: idColumn('proof', 'proof_id'),
    type: text('type', { enum: ['image/png', 'image/jpeg'] }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Tells the same picture sent again. */
    digest: text('digest').notNull(),
    bytes: bytes('bytes').notNull(),
    uploadedById: idColumn('staff', 'uploaded_by_id').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [
    index('proof_images_proof').on(table.proofId),
    index('proof_images_digest').on(table.digest),
    index('proof_images_loose').on(table.uploadedAt).where(sql`proof_id is null`),
  ],
)
