import { type Column, type SQL, sql } from 'drizzle-orm'
import { cases } from '#contract/cases.ts'
import { coupons } from '#contract/coupons.ts'
import { customers } from '#contract/customers.ts'
import { extensions } from '#contract/extensions.ts'
import type { FindableKind } from '#contract/find.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import { loans } from '#contract/loans/calls.ts'
import { payments } from '#contract/payments.ts'
import { plans } from '#contract/plans.ts'
import { proofs } from '#contract/proofs.ts'
import { reductions } from '#contract/reductions.ts'
import { tickets } from '#contract/tickets.ts'
import { writeOffs } from '#contract/write-offs.ts'
import {
  type ColumnMapping,
  caseWhenSql,
  isCaseWhen,
  isPlain,
  type ReadContext,
} from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { batchSource } from '#server/modules/batches/source.ts'
import { openCaseSource } from '#server/modules/cases/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { couponSource } from '#server/modules/coupons/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { extensionSource } from '#server/modules/extensions/source.ts'
import { applicationSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentSource } from '#server/modules/payments/source.ts'
import { planSource } from '#server/modules/plans/source.ts'
import { proofSource } from '#server/modules/proofs/source.ts'
import { reductionSource } from '#server/modules/reductions/source.ts'
import { operationTicketSource } from '#server/modules/tickets/source.ts'
import { ticketRows } from '#server/modules/tickets/store.ts'
import { writeOffSource } from '#server/modules/write-offs/source.ts'

/** A kind of record: where it is found, who may look, and what is told of it. */
export interface RecordKind {
  readonly kind: FindableKind
  readonly source: Source
  readonly requires: Requirement
  /** The vocabulary of its states. */
  readonly states: string
  /** The order it belongs to, where it is found by that. */
  readonly loan: Column | null
  /** The customer it is about, where it is found by that. */
  readonly customer: Column | null
}

/** What a kind is, but for what is told by its source; it is found by its own id alone where nothing else is said. */
const kind = <Row>(
  name: FindableKind,
  source: Source<Row>,
  about: Pick<RecordKind, 'requires' | 'states'> & Partial<Pick<RecordKind, 'loan' | 'customer'>>,
): RecordKind => ({
  kind: name,
  source: source as unknown as Source, // from here on fields are looked up by name
  loan: null,
  customer: null,
  ...about,
})

/** The kinds that are told apart by their ids, in the order they are told. */
export const kinds: readonly RecordKind[] = [
  kind('customer', customerSource, {
    requires: customers.detail.requires,
    states: 'customers.state',
    customer: customerRows.id,
  }),
  kind('loan', applicationSource, {
    requires: loans.detail.requires,
    states: 'loans.state',
    loan: loanRows.id,
    customer: loanRows.customerId,
  }),
  kind('case', openCaseSource, { requires: cases.open.requires, states: 'cases.state', loan: caseRows.loanId }),
  kind('plan', planSource, { requires: plans.list.requires, states: 'plans.state' }),
  kind('reduction', reductionSource, { requires: reductions.list.requires, states: 'reductions.state' }),
  kind('payment', paymentSource, { requires: payments.list.requires, states: 'payments.state' }),
  kind('proof', proofSource, { requires: proofs.list.requires, states: 'proofs.state' }),
  kind('writeOff', writeOffSource, { requires: writeOffs.list.requires, states: 'writeOffs.state' }),
  kind('extension', extensionSource, { requires: extensions.list.requires, states: 'extensions.state' }),
  kind('coupon', couponSource, { requires: coupons.list.requires, states: 'coupons.state' }),
  kind('ticket', operationTicketSource, {
    requires: tickets.operation.requires,
    states: 'tickets.state',
    loan: ticketRows.loanId,
    customer: ticketRows.customerId,
  }),
  kind('batch', batchSource, { requires: 'batches', states: 'batches.state' }),
]

const expressionOf = (mapping: ColumnMapping | undefined): SQL => {
  if (mapping === undefined) return sql`null`
  if (isPlain(mapping)) return sql`${mapping}`
  return isCaseWhen(mapping) ? caseWhenSql(mapping) : sql`null`
}

/** The columns that tell of a record: its id, the name and the phone it goes by, its state, its title. */
export function columnsOf({ source }: RecordKind, readContext: ReadContext): SQL {
  const mappings = source.columns(readContext) as Readonly<Record<string, ColumnMapping | undefined>> // looked up by name
  const of = (name: string) => expressionOf(mappings[name])
  return sql`${source.table.id} as id, ${of('name')} as name, ${of('phone')} as phone, ${of('state')}::text as state,
    ${of('title')} as title`
}
