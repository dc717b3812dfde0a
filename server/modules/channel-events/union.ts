import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type channelEventKinds, type FirstDueLag, firstDueLags } from '#contract/channel-events.ts'
import { dueLags } from '#contract/due-facts.ts'
import { kycSteps } from '#contract/kyc.ts'
import type { SummaryPart } from '#server/kernel/summaries/summary.ts'
import { adSpendRows } from '#server/modules/ad-spend/store.ts'
import { customerRows, kycStepRows } from '#server/modules/customers/store.ts'
import { atNoon, dueFactRows as facts } from '#server/modules/due-facts/store.ts'
import { approvedOnce } from '#server/modules/loans/steps/approved.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { planRows } from '#server/modules/plans/store.ts'

/** Where and when whoever an event is about was brought. */
interface Cohort {
  readonly cohortAt: SQL | Column
  readonly campaign: Column
  readonly media: Column
  readonly channel: Column
  readonly app: Column
  readonly departmentId: Column
  readonly currency: Column
}

/** Union part: what it says of its rows; what it does not say is nothing. */
interface UnionPart {
  readonly kind: (typeof channelEventKinds)[number]
  /** What tells rows of a kind apart that lie in several tables. */
  readonly id: SQL | Column
  readonly at: SQL | Column
  readonly loanId?: Column
  readonly amount?: SQL | Column
  readonly result?: SQL
  readonly dueOn?: Column
  readonly knownFrom?: Column
  readonly unpaid?: Readonly<Record<FirstDueLag, SQL>>
  readonly table: PgTable
  /** What is read: the table, and the customer whom its rows are about. */
  readonly from: SQL
  /** Which of its rows; all of them without. */
  readonly where?: SQL
}

const none = (type: string): SQL => sql.raw(`null::${type}`)

/** One part of the union: columns in the order of the others, and a type for those that are nothing. */
const partIn = (
  cohort: Cohort,
  { kind, id, at, unpaid, table, ...part }: UnionPart,
  spend?: typeof adSpendRows,
): SummaryPart => ({
  table,
  select: sql`select ${`${kind}:`}::text || ${id} as id, ${kind}::text as kind, ${at} as at, ${cohort.cohortAt} as cohort_at,
  ${cohort.campaign} as campaign, ${cohort.media} as media, ${cohort.channel} as channel, ${cohort.app} as app,
  ${cohort.departmentId} as department_id, ${cohort.currency} as currency,
  ${spend ? none('text') : customerRows.id} as customer_id, ${spend ? none('text') : customerRows.name} as name,
  ${part.loanId ?? none('text')} as loan_id,
  ${part.amount ?? none('bigint')} as amount_minor, ${part.result ?? none('bigint')} as result_minor,
  ${spend?.impressions ?? none('integer')} as impressions, ${spend?.clicks ?? none('integer')} as clicks,
  ${spend?.installs ?? none('integer')} as installs,
  ${part.dueOn ?? none('date')} as due_on, ${part.knownFrom ?? none('date')} as known_from,
  ${sql.join(
    firstDueLags.map((lag) => sql`${unpaid?.[lag] ?? none('bigint')} as ${sql.identifier(`unpaid_t${lag}_minor`)}`),
    sql`, `,
  )}
  from ${part.from} where ${part.where ?? sql`true`}`,
})

/** Noon of a day of spend by UTC: a moment of that day wherever the country's clock is. */
const spendNoon = sql`((${adSpendRows.day} + time '12:00') at time zone 'UTC')`

const spend = partIn(
  { ...getTableColumns(adSpendRows), cohortAt: spendNoon },
  {
    ...{ kind: 'spend', id: adSpendRows.id, at: spendNoon, amount: adSpendRows.spendMinor },
    ...{ result: sql`-${adSpendRows.spendMinor}`, table: adSpendRows, from: sql`${adSpendRows}` },
  },
  adSpendRows,
)

/** What a customer did: it belongs to the day on which they registered, and to what brought them. */
const partOf = (part: UnionPart): SummaryPart =>
  partIn({ ...getTableColumns(customerRows), cohortAt: customerRows.registeredAt }, part)

const ofCustomer = (id: Column): SQL => sql`join ${customerRows} on ${customerRows.id} = ${id}`
/** A loan with its customer. */
const loans = sql`${loanRows} ${ofCustomer(loanRows.customerId)}`
/** The loan of a row, with its customer. */
const ofLoan = (id: Column): SQL => sql`join ${loanRows} on ${loanRows.id} = ${id} ${ofCustomer(loanRows.customerId)}`

const registered = partOf({
  ...{ kind: 'registered', id: customerRows.id, at: customerRows.registeredAt, table: customerRows },
  from: sql`${customerRows}`,
})

/** Customers who have done the last step of KYC, and with it all of them. */
const verified = partOf({
  ...{ kind: 'verified', id: kycStepRows.customerId, at: kycStepRows.doneAt, table: kycStepRows },
  from: sql`${kycStepRows} ${ofCustomer(kycStepRows.customerId)}`,
  where: sql`${kycStepRows.step} = ${kycSteps[kycSteps.length - 1]!} and ${kycStepRows.doneAt} is not null`,
})

/** An order that extends another one was never applied for, and lends nothing. */
const regular = sql`${loanRows.kind} = 'regular'`

const applied = partOf({
  ...{ kind: 'applied', id: loanRows.id, at: loanRows.appliedAt, loanId: loanRows.id, amount: loanRows.amountMinor },
  ...{ table: loanRows, from: loans, where: regular },
})

/** Applications that were passed once, whatever came of them. */
const approved = partOf({
  ...{ kind: 'approved', id: loanRows.id, loanId: loanRows.id, amount: loanRows.amountMinor },
  at: sql`coalesce(${loanRows.decidedAt}, ${loanRows.disbursedAt}, ${loanRows.appliedAt})`,
  ...{ table: loanRows, from: loans },
  where: sql`${regular} and ${approvedOnce}`,
})

const disbursed = partOf({
  ...{ kind: 'disbursed', id: loanRows.id, at: loanRows.disbursedAt, loanId: loanRows.id },
  ...{ amount: loanRows.amountMinor, table: loanRows, from: loans },
  where: sql`${regular} and ${loanRows.disbursedAt} is not null`,
})

const unpaidAfter = (lag: FirstDueLag): SQL => sql`${facts.unpaidMinor}[${sql.raw(String(dueLags.indexOf(lag) + 1))}]`

/** Instalments of first loans. */
const due = partOf({
  ...{ kind: 'due', id: facts.planId, at: atNoon, loanId: facts.loanId, amount: facts.amountMinor },
  ...{ dueOn: facts.dueDate, knownFrom: facts.knownFrom },
  unpaid: { 0: unpaidAfter(0), 3: unpaidAfter(3), 10: unpaidAfter(10) },
  table: facts,
  from: sql`${facts} ${ofLoan(facts.loanId)}`,
  where: sql`${facts.knownUntil} is null and ${facts.firstLoan} and ${facts.kind} = 'regular'`,
})

const earned = (part: Omit<UnionPart, 'kind' | 'amount' | 'result'>, amount: SQL): SummaryPart =>
  partOf({ ...part, ...{ kind: 'earned', amount, result: amount } })

/** The fee that was kept of what was paid out; tax on it is none of it. */
const kept = earned(
  {
    ...{ id: loanRows.id, at: loanRows.disbursedAt, loanId: loanRows.id, table: loanRows, from: loans },
    where: sql`${regular} and ${loanRows.disbursedAt} is not null
      and ${loanRows.amountMinor} - ${loanRows.receivedMinor} - ${loanRows.gstMinor} <> 0`,
  },
  sql`(${loanRows.amountMinor} - ${loanRows.receivedMinor} - ${loanRows.gstMinor})`,
)

const charges = sql`(${allocationRows.paidInterest} + ${allocationRows.paidFee} + ${allocationRows.paidPenalty})`
/** Interest, fee and penalty that a payment has paid of a plan; what was taken back is less than nothing. */
const paid = (where: SQL) =>
  earned(
    {
      id: sql`${allocationRows.paymentId} || ' ' || ${allocationRows.planId}`,
      at: sql`coalesce(${paymentRows.completedAt}, ${paymentRows.createdAt})`,
      ...{ loanId: planRows.loanId, table: allocationRows },
      from: sql`${allocationRows} join ${planRows} on ${planRows.id} = ${allocationRows.planId}
        left join ${paymentRows} on ${paymentRows.id} = ${allocationRows.paymentId} ${ofLoan(planRows.loanId)}`,
      where: sql`${charges} <> 0 and ${where}`,
    },
    charges,
  )

/** Fee and commission of an extension, which no plan is given. */
const extended = (where: SQL) =>
  earned(
    {
      ...{ id: paymentRows.id, at: sql`coalesce(${paymentRows.completedAt}, ${paymentRows.createdAt})` },
      ...{ loanId: paymentRows.loanId, table: paymentRows },
      from: sql`${paymentRows} ${ofLoan(paymentRows.loanId)}`,
      where: sql`${paymentRows.state} = 'success' and ${paymentRows.extensionMinor} <> 0 and ${where}`,
    },
    sql`${paymentRows.extensionMinor}`,
  )

/** What payments have earned, of all customers or of some. */
const paidBy = (customers: SQL): readonly SummaryPart[] => [paid(customers), extended(customers)]

const others: readonly SummaryPart[] = [...[spend, registered, verified, applied, approved, disbursed, due, kept]]
/** Spend, and what comes of whom it brings: a row for each. */
export const parts: readonly SummaryPart[] = [...others, ...paidBy(sql`true`)]
/**
 * The same as lists read it: whoever has never paid is passed over, as those who came last, by whom lists begin, mostly have
 * not. Nothing is counted by that: it is written beside a customer in the statement that counts.
 */
export const listedParts: readonly SummaryPart[] = [...others, ...paidBy(sql`${customerRows.paid}`)]
