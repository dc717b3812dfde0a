import { type Column, type SQL, sql } from 'drizzle-orm'
import { cases } from '#contract/cases.ts'
import { coupons } from '#contract/coupons.ts'
import { customers } from '#contract/customers.ts'
import { extensions } from '#contract/extensions.ts'
import type { Findable } from '#contract/find.ts'
import type { May } from '#contract/kernel/rights.ts'
import { loans } from '#contract/loans/calls.ts'
import { payments } from '#contract/payments.ts'
import { plans } from '#contract/plans.ts'
import { proofs } from '#contract/proofs.ts'
import { reductions } from '#contract/reductions.ts'
import { tickets } from '#contract/tickets.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { decidedSql, isDecided, isPlain, type Moment, type Place, type Source } from '#server/kernel/source.ts'
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
export interface Kind {
  readonly kind: Findable
  readonly source: Source
  readonly may: May
  /** The vocabulary of its states. */
  readonly states: string
  /** The order it belongs to, where it is found by that. */
  readonly loan: Column | null
  /** The customer it is about, where it is found by that. */
  readonly customer: Column | null
}

/** What a kind is, but for what is told by its source; it is found by its own id alone where nothing else is said. */
const kind = <Row>(
  name: Findable,
  source: Source<Row>,
  about: Pick<Kind, 'may' | 'states'> & Partial<Pick<Kind, 'loan' | 'customer'>>,
): Kind => ({
  kind: name,
  source: source as unknown as Source, // from here on fields are looked up by name
  loan: null,
  customer: null,
  ...about,
})

/** The kinds that are told apart by their ids, in the order they are told. */
export const kinds: readonly Kind[] = [
  kind('customer', customerSource, {
    may: customers.detail.may,
    states: 'customers.state',
    customer: customerRows.id,
  }),
  kind('loan', applicationSource, {
    may: loans.detail.may,
    states: 'loans.state',
    loan: loanRows.id,
    customer: loanRows.customerId,
  }),
  kind('case', openCaseSource, { may: cases.open.may, states: 'cases.state', loan: caseRows.loanId }),
  kind('plan', planSource, { may: plans.list.may, states: 'plans.state' }),
  kind('reduction', reductionSource, { may: reductions.list.may, states: 'reductions.state' }),
  kind('payment', paymentSource, { may: payments.list.may, states: 'payments.state' }),
  kind('proof', proofSource, { may: proofs.list.may, states: 'proofs.state' }),
  kind('writeOff', writeOffSource, { may: writeOffs.list.may, states: 'writeOffs.state' }),
  kind('extension', extensionSource, { may: extensions.list.may, states: 'extensions.state' }),
  kind('coupon', couponSource, { may: coupons.list.may, states: 'coupons.state' }),
  kind('ticket', operationTicketSource, {
    may: tickets.operation.may,
    states: 'tickets.state',
    loan: ticketRows.loanId,
    customer: ticketRows.customerId,
  }),
  kind('batch', batchSource, { may: 'batches', states: 'batches.state' }),
]

const expressionOf = (place: Place | undefined): SQL => {
  if (place === undefined) return sql`null`
  if (isPlain(place)) return sql`${place}`
  return isDecided(place) ? decidedSql(place) : sql`null`
}

/** The columns that tell of a record: its id, the name and the phone it goes by, its state, its title. */
export function columnsOf({ source }: Kind, moment: Moment): SQL {
  const places = source.at(moment) as Readonly<Record<string, Place | undefined>> // looked up by name
  const of = (name: string) => expressionOf(places[name])
  return sql`${source.table.id} as id, ${of('name')} as name, ${of('phone')} as phone, ${of('state')}::text as state,
    ${of('title')} as title`
}
