import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PlanRow } from '#contract/plans.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import type { ColumnMappings, Expression, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { orderColumns } from '#server/modules/loans/steps/order-columns.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { remindedToday } from '#server/modules/messages/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { planRows } from './store.ts'

const amount = (minor: Expression) => ({ minor, currency: planRows.currency })
const plus = (...parts: Expression[]): SQL => sql`(${sql.join(parts, sql` + `)})`
const minus = (from: Expression, ...parts: Expression[]): SQL => sql`(${from} - ${sql.join(parts, sql` - `)})`

const { chargedPenalty, chargedFee, chargedInterest, chargedPrincipal } = planRows
const { reducedPenalty, reducedFee, reducedInterest, reducedPrincipal } = planRows
const { paidPenalty, paidFee, paidInterest, paidPrincipal } = planRows
const { discountedPenalty, discountedFee, discountedInterest, discountedPrincipal } = planRows
const { lostPenalty, lostFee, lostInterest, lostPrincipal } = planRows

/** Of an extended plan nothing is left: what it did not ask to be paid, the order that extends it asks for. */
const unlessExtended = (left: SQL): SQL => sql`(case when ${planRows.state} = 'extended' then 0 else ${left} end)`

/** Principal of an extended plan that falls due with the order that extends it. */
const livingOn = sql`(case when ${planRows.state} = 'extended' then ${minus(
  chargedPrincipal,
  ...[paidPrincipal, reducedPrincipal, discountedPrincipal, lostPrincipal],
)} else 0 end)`

const due = plus(chargedFee, chargedInterest, chargedPrincipal)
const charged = plus(chargedPenalty, chargedFee, chargedInterest, chargedPrincipal)
const reduced = plus(reducedPenalty, reducedFee, reducedInterest, reducedPrincipal)
const waivable = minus(
  plus(chargedPenalty, chargedFee, chargedInterest),
  ...[paidPenalty, paidFee, paidInterest, reducedPenalty, reducedFee, reducedInterest],
  ...[discountedPenalty, discountedFee, discountedInterest, lostPenalty, lostFee, lostInterest],
)

/** How a plan stands on a day; an unsettled one goes by its due date. */
const stateOn = ({ day }: ReadContext) => ({
  caseWhen: [
    ['paid', sql`${planRows.state} = 'paid'`],
    ['paidReduced', sql`${planRows.state} = 'paidReduced'`],
    ['extended', sql`${planRows.state} = 'extended'`],
    ['writtenOff', sql`${planRows.state} = 'writtenOff'`],
    ['overdue', sql`${planRows.state} = 'open' and ${planRows.dueDate} < ${day}`],
    ['dueToday', sql`${planRows.state} = 'open' and ${planRows.dueDate} = ${day}`],
    ['notDue', sql`${planRows.state} = 'open' and ${planRows.dueDate} > ${day}`],
  ] as const,
})

/** Days a plan is, or was when it was settled, past due. */
const overdueDays = (readContext: ReadContext) =>
  sql`greatest(0, coalesce(${localDay(planRows.settledAt, readContext)}, ${readContext.day}::date) - ${planRows.dueDate})`

/** Of the extension that has closed a plan: only an order of one plan is extended, and once. */
const extensionOf = (minor: Column) =>
  sql`(select ${minor} from ${extensionRows} where ${extensionRows.loanId} = ${planRows.loanId} and ${extensionRows.state} = 'done')`

const planColumns = (readContext: ReadContext): ColumnMappings<PlanRow> => ({
  id: planRows.id,
  version: planRows.version,
  state: stateOn(readContext),
  loanId: planRows.loanId,
  period: sql`(${planRows.serial} || '/' || ${planRows.periods})`,
  customerId: loanRows.customerId,
  name: customerRows.name,
  phone: customerRows.phone,
  ...orderColumns,
  dueDate: planRows.dueDate,
  amountDue: { ...amount(due), counted: minus(due, livingOn) },
  principal: amount(chargedPrincipal),
  interest: amount(chargedInterest),
  fee: amount(chargedFee),
  overdueDays: overdueDays(readContext),
  penalty: amount(chargedPenalty),
  reducedAt: planRows.reducedAt,
  feeAfter: amount(minus(chargedFee, reducedFee)),
  penaltyAfter: amount(minus(chargedPenalty, reducedPenalty)),
  amountAfter: amount(minus(charged, reduced)),
  paid: amount(plus(paidPenalty, paidFee, paidInterest, paidPrincipal)),
  repayable: amount(planRows.owedMinor),
  reducible: amount(waivable),
  settledAt: planRows.settledAt,
  extensionFee: amount(extensionOf(extensionRows.extensionFeeMinor)),
  commission: amount(extensionOf(extensionRows.commissionMinor)),
  createdAt: planRows.createdAt,
  loanState: loanRows.state,
  openRequest: planRows.openRequest,
  remindedToday: remindedToday(loanRows.customerId, readContext),
})

/** List source: instalments, with the order and the customer they belong to. */
export const planSource: Source<PlanRow> = {
  table: planRows,
  from: sql`${planRows} join ${loanRows} on ${loanRows.id} = ${planRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}`,
  columns: planColumns,
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, loanRows.departmentId),
    ...caseHolderScopes(planRows),
  },
}

/**
 * What the plans of an order come to together: added up once for a row, by what is `joined`; once for all orders, by what is
 * `gathered`: that reads every plan, and is slower unless nearly every order is asked for.
 */
export const booksByLoan = (loanId: Column) => {
  const sum = (of: SQL) => sql`sum(${of})::bigint`
  const principalLeft = minus(
    planRows.chargedPrincipal,
    ...[planRows.paidPrincipal, planRows.reducedPrincipal, planRows.discountedPrincipal, planRows.lostPrincipal],
  )
  const owed = sum(sql`${planRows.owedMinor}`)
  const sums = sql`${sum(sql`${chargedPenalty}`)} as penalty,
    ${sum(unlessExtended(principalLeft))} as principal, ${sum(sql`${paidPenalty} + ${paidFee} + ${paidInterest} + ${paidPrincipal}`)} as paid,
    bool_or(${planRows.reducedAt} is not null) as reduced`
  return {
    // what an order owes is asked for most: by itself, so that an index of what is owed at all answers
    joined: sql`left join lateral (select ${sums} from ${planRows} where ${planRows.loanId} = ${loanId}) books on true
      left join lateral (select ${owed} as total from ${planRows} where ${planRows.loanId} = ${loanId} and ${planRows.owedMinor} <> 0) owing on true`,
    gathered: sql`left join (select ${planRows.loanId} as loan_id, ${owed} as total, ${sums} from ${planRows} group by ${planRows.loanId}) books
      on books.loan_id = ${loanId} left join lateral (select books.total) owing on true`,
    total: sql`coalesce(owing.total, 0)`,
    owing: {
      joined: sql`join ${planRows} on ${planRows.loanId} = ${loanId} and ${planRows.owedMinor} <> 0`,
      minor: planRows.owedMinor,
    },
    penalty: sql`coalesce(books.penalty, 0)`,
    principal: sql`coalesce(books.principal, 0)`,
    paid: sql`coalesce(books.paid, 0)`,
    reduced: sql`coalesce(books.reduced, false)`,
  }
}
