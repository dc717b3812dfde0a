import { sql } from 'drizzle-orm'
import { Closure, closureOf, FinalState, finalStateOf, loanFlow } from '#contract/loans/flow.ts'
import type { Application, FailedPayout, Loan, Order, VerificationRow } from '#contract/loans/row.ts'
import { callsMax } from '#contract/loans/verification.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { remindedToday } from '#server/modules/messages/store.ts'
import { parameterSql } from '#server/modules/parameters/steps.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { booksByLoan } from '#server/modules/plans/source.ts'
import { productRows } from '#server/modules/products/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { verificationPlaces } from '#server/modules/tele-verifications/steps.ts'
import { verificationRows } from '#server/modules/tele-verifications/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { applicationSummary } from './application-summary.ts'
import { closedOrderSummary } from './closed-order-summary.ts'
import { byState, decisionSeconds, lent, resubmitted } from './columns.ts'
import { reloanColumns } from './reloan.ts'
import { nextRetryAt } from './retry.ts'
import { approvedOnce } from './steps/approved.ts'
import { loanRows } from './store.ts'

const { currency } = loanRows
const customer = sql`join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}`
const product = sql`join ${productRows} on ${productRows.id} = ${loanRows.productId}`
const reviewer = sql`left join ${staffRows} on ${staffRows.id} = ${loanRows.reviewerId}`
const verification = sql`left join ${verificationRows} on ${verificationRows.loanId} = ${loanRows.id}`
const card = sql`left join ${cardRows} on ${cardRows.id} = ${loanRows.cardId}`

const reviewedBy = ({ id }: Actor) => sql`${loanRows.reviewerId} = ${id}`
const toReview = (actor: Actor) =>
  sql`(${reviewedBy(actor)} or (${loanRows.state} = 22 and ${loanRows.reviewerId} is null))`

/** Codes in which a customer may be verified by phone. */
const verifiable = sql.raw(loanFlow.from('teleVerify').join(', '))
// one condition: of two about an order without a verification the planner expects that none meets either
const toCall = ({ id }: Actor) => sql`coalesce(${verificationRows.callerId} = ${id}, true)`

const held = caseHolderScopes(loanRows)
const scope = {
  ...held,
  department: (actor: Actor) => inUnitsOf(actor, loanRows.departmentId),
  // a collector's own is what they hold; a reviewer's what they review, and what waits for any reviewer; a caller's whom
  // they have called, and whom nobody has
  own: (actor: Actor) => {
    if (actor.agencyId) return held.own(actor)
    return actor.scopesOf('applications').length > 0 ? toReview(actor) : toCall(actor)
  },
}

const loanColumns = (readContext: ReadContext): ColumnMappings<Loan> => ({
  id: loanRows.id,
  version: loanRows.version,
  state: loanRows.state,
  name: customerRows.name,
  amount: { minor: loanRows.amountMinor, currency, counted: lent },
  received: { minor: loanRows.receivedMinor, currency },
  attempts: loanRows.attempts,
  remindedToday: remindedToday(loanRows.customerId, readContext),
  ...verificationPlaces,
})

/** List source: where acts on orders find them. */
export const loanSource: Source<Loan> = {
  table: loanRows,
  from: sql`${loanRows} ${customer} ${verification}`,
  columns: loanColumns,
  scope,
}

const applicationColumns = (readContext: ReadContext): ColumnMappings<Application> => ({
  ...loanColumns(readContext),
  customerId: loanRows.customerId,
  phone: customerRows.phone,
  product: { id: loanRows.productId, name: productRows.name },
  fee: { minor: loanRows.feeMinor, currency },
  gst: { minor: loanRows.gstMinor, currency },
  interest: { minor: loanRows.interestMinor, currency },
  tenureDays: sql`(${loanRows.terms} ->> 'tenureDays')::int`,
  periods: sql`(${loanRows.terms} ->> 'periods')::int`,
  kind: loanRows.kind,
  firstLoan: sql`(${loanRows.ordinal} = 1)`,
  appliedAt: loanRows.appliedAt,
  decidedAt: loanRows.decidedAt,
  ...{ decisionSeconds, resubmitted },
  disbursedAt: loanRows.disbursedAt,
  dueDate: loanRows.dueDate,
  overdueDays: { since: loanRows.dueDate, unit: 'day' },
  finalState: byState(loanRows.state, FinalState.values, finalStateOf),
  overQuota: loanRows.overQuota,
  deniedCode: loanRows.deniedCode,
  failureCode: loanRows.failureCode,
  failure: loanRows.failureText,
  reviewer: { id: loanRows.reviewerId, name: staffRows.name },
  machineResult: loanRows.machineResult,
  manualResult: loanRows.manualResult,
  approved: approvedOnce,
  verificationId: verificationRows.id,
  verifiedAt: verificationRows.verifiedAt,
  bank: cardRows.bank,
  account: { tail: cardRows.accountTail, blindIndex: cardRows.accountIndex },
  externalRef: loanRows.externalRef,
  app: loanRows.app,
  channel: loanRows.channel,
})

/** List source: every order, as its application. */
export const applicationSource: Source<Application> = {
  table: loanRows,
  from: sql`${loanRows} ${customer} ${product} ${reviewer} ${verification} ${card}`,
  summary: applicationSummary,
  chronology: ['appliedAt', 'decidedAt', 'disbursedAt'],
  columns: applicationColumns,
  scope,
}

/** List source: orders whose pay-out failed. */
export const failedPayoutSource: Source<FailedPayout> = {
  table: loanRows,
  from: sql`${loanRows} ${customer} ${product} ${verification} ${card}`,
  where: sql`${loanRows.state} = 31`,
  formerWhere: sql`${loanRows.state} in (29, 30)`,
  columns: (readContext) => ({
    ...loanColumns(readContext),
    customerId: loanRows.customerId,
    phone: customerRows.phone,
    product: { id: loanRows.productId, name: productRows.name },
    bank: cardRows.bank,
    account: { tail: cardRows.accountTail, blindIndex: cardRows.accountIndex },
    similarity: cardRows.similarityPpm,
    failureCode: loanRows.failureCode,
    failure: loanRows.failureText,
    failedAt: loanRows.failedAt,
    hours: { since: loanRows.failedAt, unit: 'hour' },
    triedAt: sql`(select max(p.requested_at) from ${payoutRows} p where p.loan_id = ${loanRows.id})`,
    nextTryAt: nextRetryAt,
    channel: loanRows.channel,
  }),
  scope: { department: scope.department, own: () => sql`false` }, // marketing's own have a queue of their own
}

const caller = sql`left join ${staffRows} on ${staffRows.id} = ${verificationRows.callerId}`
const retryAfter = sql`make_interval(mins => ${parameterSql('teleVerify.retryMinutes')})`

/** When a customer is to be called: at once where nobody has; none: verified, on the phone, or called enough. */
const nextCallAt = sql`case when ${verificationRows.id} is null then coalesce(${loanRows.decidedAt}, ${loanRows.appliedAt})
  when ${verificationRows.state} = 'notConnected' and ${verificationRows.calls} < ${callsMax}
  then ${verificationRows.calledAt} + ${retryAfter} end`

/** List source: orders whose customers are to be verified by phone, or were, before money leaves. */
export const verificationSource: Source<VerificationRow> = {
  table: loanRows,
  from: sql`${loanRows} ${customer} ${product} ${verification} ${caller}`,
  where: sql`${loanRows.state} in (${verifiable})`,
  formerWhere: sql`${loanRows.state} in (29, 30)`,
  columns: (readContext) => ({
    ...loanColumns(readContext),
    customerId: loanRows.customerId,
    phone: customerRows.phone,
    product: { id: loanRows.productId, name: productRows.name },
    appliedAt: loanRows.appliedAt,
    verificationId: verificationRows.id,
    callTask: sql`(${verificationRows.id} || '-' || ${verificationRows.calls})`,
    caller: { id: verificationRows.callerId, name: staffRows.name },
    calledAt: verificationRows.calledAt,
    verifiedAt: verificationRows.verifiedAt,
    callAt: nextCallAt,
    callDue: sql`(${nextCallAt} <= ${readContext.now}::timestamptz) is true`,
  }),
  scope: { department: scope.department, own: toCall },
}

const openCase = sql`left join ${caseRows} on ${caseRows.loanId} = ${loanRows.id} and ${caseRows.state} <> 'closed'`
const collector = sql`left join ${staffRows} on ${staffRows.id} = ${caseRows.collectorId}`
const payout = sql`left join ${payoutRows} on ${payoutRows.loanId} = ${loanRows.id} and ${payoutRows.state} = 'success'`
const books = booksByLoan(loanRows.id)
const order = sql`${loanRows} ${customer} ${product} ${verification} ${openCase} ${collector} ${payout}`

/** List source: orders that were paid out, and those that extend them. */
export const orderSource: Source<Order> = {
  table: loanRows,
  from: sql`${order} ${books.joined}`,
  fromForScan: sql`${order} ${books.gathered}`,
  where: sql`${loanRows.disbursedAt} is not null`,
  summary: closedOrderSummary,
  chronology: ['disbursedAt', 'closedAt'],
  columns: (readContext) => ({
    ...loanColumns(readContext),
    parentId: loanRows.parentId,
    kind: loanRows.kind,
    customerId: loanRows.customerId,
    phone: customerRows.phone,
    product: { id: loanRows.productId, name: productRows.name },
    fee: { minor: loanRows.feeMinor, currency },
    gst: { minor: loanRows.gstMinor, currency },
    disbursedAt: loanRows.disbursedAt,
    dueDate: loanRows.dueDate,
    daysToDue: sql`case when ${loanRows.dueDate} is not null then greatest(0, ${loanRows.dueDate} - ${readContext.day}::date) end`,
    overdueDays: { since: loanRows.dueDate, unit: 'day' },
    penalty: { minor: books.penalty, currency },
    paid: { minor: books.paid, currency },
    repayable: { minor: books.total, currency },
    closure: byState(loanRows.state, Closure.values, closureOf),
    stage: stageRef(caseRows.stage),
    collector: { id: caseRows.collectorId, name: staffRows.name },
    reduced: books.reduced,
    externalRef: loanRows.externalRef,
    app: loanRows.app,
    channel: loanRows.channel,
    platformRef: payoutRows.channelRef,
    utr: payoutRows.utr,
    closedAt: loanRows.closedAt,
    ordinal: loanRows.ordinal,
    ...reloanColumns(loanRows, readContext),
  }),
  // what was paid out waits for no reviewer
  scope: { ...scope, own: (actor: Actor) => (actor.agencyId ? held.own(actor) : reviewedBy(actor)) },
}
