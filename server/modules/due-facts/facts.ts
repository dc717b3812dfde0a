import { type Column, type SQL, sql } from 'drizzle-orm'
import { bookMonths, dueLags, longOverdueDays } from '#contract/due-facts.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { localDay, today } from '#server/kernel/base/clock.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows, reversalRows } from '#server/modules/payments/store.ts'
import { planRows as plans } from '#server/modules/plans/store.ts'

const plus = (...columns: readonly Column[]): SQL => sql`(${sql.join([...columns], sql` + `)})`
const { chargedFee, chargedInterest, chargedPrincipal, reducedFee, reducedInterest, reducedPrincipal } = plans
const { discountedFee, discountedInterest, discountedPrincipal } = plans
/** What of an instalment was given up: it is unpaid for good, and nobody is asked for it. */
const lost = plus(plans.lostFee, plans.lostInterest, plans.lostPrincipal)
const due = plus(chargedFee, chargedInterest, chargedPrincipal)

/** Some of an instalment that was unpaid at the end of a day: what was charged, paid, let off, and taken off as it was settled. */
interface Balance {
  readonly charged: SQL | Column
  readonly paid: SQL
  readonly reduced: SQL | Column
  readonly discounted: SQL | Column
}

/** Days that are told of, beside each other, and what is told at the end of each. */
const list = (ends: readonly SQL[], of: (end: SQL, place: SQL) => SQL): SQL =>
  sql`array[${sql.join(
    ends.map((end, i) => of(end, sql.raw(String(i + 1)))),
    sql`, `,
  )}]`

/** Days after the due date that are told of; the last stands for today. */
const dueEnds = [...dueLags, 100_000].map((lag) => sql`(${plans.dueDate} + ${sql.raw(String(lag))})`)

/** What is known of some instalments, out of the books. */
export function factsOf(ids: readonly IdOf<'plan'>[], { clock }: Pick<AppContext, 'clock'>): SQL {
  const day = today(clock, clock.now())
  const local = (moment: SQL | Column) => localDay(moment, clock)
  const settled = local(plans.settledAt)
  const vintage = sql`date_trunc('month', ${local(sql`coalesce(${loanRows.disbursedAt}, ${plans.createdAt})`)})::date`
  const monthEnds = bookMonths.map(
    (month) => sql`(${vintage} + interval '${sql.raw(String(month + 1))} months')::date - 1`,
  )
  // what takes a payment back counts on the payment's own day: it never was there
  const paidAt = local(sql`coalesce(o.completed_at, y.completed_at)`)
  const paidBy = (amount: SQL) => (end: SQL) => sql`coalesce(sum(${amount}) filter (where ${paidAt} <= ${end}), 0)`
  const paid = sql`select ${list(dueEnds, paidBy(sql`a.paid_fee + a.paid_interest + a.paid_principal`))} as minor,
      ${list(monthEnds, paidBy(sql`a.paid_principal`))} as principal
    from ${allocationRows} a join ${paymentRows} y on y.id = a.payment_id
    left join ${reversalRows} r on r.contra_id = y.id left join ${paymentRows} o on o.id = r.payment_id
    where a.plan_id = ${plans.id}`
  const unpaidAt = (end: SQL, { charged, paid: paidThen, reduced, discounted }: Balance) => sql`(case
    when ${plans.state} = 'extended' and ${settled} <= ${end} then 0
    else greatest(0, ${charged} - ${paidThen}
      - case when ${local(plans.reducedAt)} <= ${end} then ${reduced} else 0 end
      - case when ${plans.settledAt} is null or ${settled} <= ${end} then ${discounted} else 0 end) end)::bigint`
  const all = { charged: due, reduced: plus(reducedFee, reducedInterest, reducedPrincipal) }
  const unpaid = (end: SQL, place: SQL) => {
    const discounted = plus(discountedFee, discountedInterest, discountedPrincipal)
    return unpaidAt(end, { ...all, discounted, paid: sql`paid.minor[${place}]` })
  }
  const principal = { charged: chargedPrincipal, reduced: reducedPrincipal, discounted: discountedPrincipal }
  const longOverdue = (end: SQL, place: SQL) =>
    sql`case when ${plans.dueDate} + ${sql.raw(String(longOverdueDays))} <= ${end}
      then ${unpaidAt(end, { ...principal, paid: sql`paid.principal[${place}]` })} else 0 end`
  return sql`select ${plans.id} as plan_id, least(${local(plans.createdAt)}, ${day}::date) as created_on,
      ${plans.loanId} as loan_id, ${loanRows.productId} as product_id, ${loanRows.app} as app, ${loanRows.channel} as channel,
      ${loanRows.kind} as kind, ${loanRows.ordinal} = 1 as first_loan, ${plans.dueDate} as due_date,
      ${plans.currency} as currency, ${due}::bigint as amount_minor,
      greatest(0, ${unpaid(dueEnds.at(-1)!, sql.raw(String(dueEnds.length)))} - ${lost}) as open_minor, ${settled} as settled_on,
      ${plans.state} = 'extended' as extended, ${list(dueEnds.slice(0, -1), unpaid)} as unpaid_minor,
      ${vintage} as vintage, ${chargedPrincipal}::bigint as principal_minor, ${list(monthEnds, longOverdue)} as long_overdue_minor
    from ${plans} join ${loanRows} on ${loanRows.id} = ${plans.loanId} cross join lateral (${paid}) paid
    where ${plans.id} in ${[...ids]}`
}
