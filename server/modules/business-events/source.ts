import { type Column, type SQL, sql } from 'drizzle-orm'
import { alias, pgTable, text } from 'drizzle-orm/pg-core'
import { type BusinessEvent, businessEventKinds } from '#contract/business-events.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { localDay, startOfLocalDay } from '#server/kernel/base/clock.ts'
import { day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source, SummarySource } from '#server/kernel/listing/source.ts'
import { signOf, unionOf } from '#server/kernel/summaries/summary.ts'
import { appRef } from '#server/modules/apps/steps.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { businessEventDayRows as days } from './store.ts'
import { parts } from './union.ts'

/** Columns of the union, written as those of a table: they are read, and stored nowhere. */
const rows = pgTable('business_events', {
  id: key('id').primaryKey(),
  kind: text('kind', { enum: businessEventKinds }).notNull(),
  at: instant('at').notNull(),
  loanId: idColumn('loan', 'loan_id'),
  customerId: idColumn('customer', 'customer_id'),
  amountMinor: minor('amount_minor'),
  paidOutMinor: minor('paid_out_minor'),
  unpaidMinor: minor('unpaid_minor'),
  openMinor: minor('open_minor'),
  knownFrom: day('known_from'),
  outcome: text('outcome').$type<DecisionOutcome>(),
})
const currency = customerRows.currency

/** An event with its order, and with whose it is: the order says so; before there is one, the customer. */
const joined = (union: SQL): SQL => sql`${union} as ${rows} left join ${loanRows} on ${loanRows.id} = ${rows.loanId}
  join ${customerRows} on ${customerRows.id} = coalesce(${rows.customerId}, ${loanRows.customerId})`

const app = sql`coalesce(${loanRows.app}, ${customerRows.app})`
const channel = sql`coalesce(${loanRows.channel}, ${customerRows.channel})`
const firstLoan = sql`coalesce(${loanRows.ordinal} = 1, true)`

/** What of an instalment is told once its day is over. */
const onceOver = (of: typeof rows | typeof days, readContext: ReadContext) => (what: Column) =>
  sql`(case when ${localDay(of.at, readContext)} < ${readContext.day}::date then ${what} end)`

const summed = (minor: Column, sign: Column, told: (what: Column) => SQL) => ({
  ...{ minor: told(minor), sign: told(sign), currency },
})

/** Business events by the day. */
export const businessEventDays: SummarySource<BusinessEvent> = {
  of: (country) => ({
    ...{ table: days, rows: days.rows, parts, from: joined },
    beside: [
      { table: loanRows, where: sql`${rows.loanId} = (select ${loanRows.id} from ${loanRows})` },
      { table: customerRows, where: sql`${rows.customerId} = (select ${customerRows.id} from ${customerRows})` },
    ],
    by: [
      [days.at, startOfLocalDay(rows.at, { country })],
      [days.kind, rows.kind],
      [days.app, app],
      [days.channel, channel],
      [days.productId, loanRows.productId],
      [days.firstLoan, firstLoan],
      [days.departmentId, sql`coalesce(${loanRows.departmentId}, ${customerRows.departmentId})`],
      [days.outcome, rows.outcome],
      [days.unpaidSign, signOf(rows.unpaidMinor)],
      [days.openSign, signOf(rows.openMinor)],
    ],
    sums: [
      [days.amountMinor, rows.amountMinor],
      [days.paidOutMinor, rows.paidOutMinor],
      [days.unpaidMinor, rows.unpaidMinor],
      [days.openMinor, rows.openMinor],
    ],
  }),
  from: sql`${days} left join ${productRows} on ${productRows.id} = ${days.productId}
    left join ${appRows} on ${appRows.id} = ${days.app}`,
  columns: (readContext) => ({
    ...{ kind: days.kind, at: days.at, channel: days.channel, firstLoan: days.firstLoan, outcome: days.outcome },
    app: appRef(days.app),
    product: { id: days.productId, name: productRows.name },
    amount: { minor: days.amountMinor, currency },
    paidOut: { minor: days.paidOutMinor, currency },
    unpaid: summed(days.unpaidMinor, days.unpaidSign, onceOver(days, readContext)),
    overdue: summed(days.openMinor, days.openSign, onceOver(days, readContext)),
  }),
  scope: { department: (actor) => inUnitsOf(actor, days.departmentId) },
}

/** An event with all that is told of it. */
const from = (
  union: SQL,
): SQL => sql`${joined(union)} left join ${productRows} on ${productRows.id} = ${loanRows.productId}
  left join ${appRows} on ${appRows.id} = ${app}`

const heldRows = alias(loanRows, 'held')
const held = caseHolderScopes(heldRows)

/** Orders that somebody holds, looked up first: of a day's events a group's are one in fifty. */
const ofHeld = (of: (actor: Actor) => SQL) => (actor: Actor) =>
  sql`${rows.loanId} = any(array(select ${heldRows.id} from ${loanRows} ${heldRows} where ${of(actor)}))`

/** Before there is an order nobody holds its case. */
const scope = {
  own: ofHeld(held.own),
  group: ofHeld(held.group),
  agency: ofHeld(held.agency),
  // a department that nothing has happened in is not looked for among all that has
  department: (actor: Actor) =>
    sql`(case when ${rows.loanId} is null then ${inUnitsOf(actor, customerRows.departmentId)} else ${inUnitsOf(actor, loanRows.departmentId)} end
      and exists (select from ${days} where ${inUnitsOf(actor, days.departmentId)}))`,
}

/** List source: what happens to customers and their orders. */
export const businessEventSource: Source<BusinessEvent> = {
  table: rows,
  from: from(unionOf(parts)),
  union: { parts, from },
  summary: businessEventDays,
  columns: (readContext) => ({
    id: rows.id,
    kind: rows.kind,
    at: rows.at,
    app: appRef(app),
    channel,
    product: { id: loanRows.productId, name: productRows.name },
    firstLoan,
    loanId: rows.loanId,
    customerId: customerRows.id,
    name: customerRows.name,
    amount: { minor: rows.amountMinor, currency },
    paidOut: { minor: rows.paidOutMinor, currency },
    unpaid: { minor: onceOver(rows, readContext)(rows.unpaidMinor), currency },
    overdue: { minor: onceOver(rows, readContext)(rows.openMinor), currency },
    knownFrom: sql`coalesce(${rows.knownFrom}, ${localDay(rows.at, readContext)})`,
    outcome: rows.outcome,
  }),
  scope,
}
