import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { businessEventKinds } from '#contract/business-events.ts'
import { dueLags } from '#contract/due-facts.ts'
import { kycSteps } from '#contract/kyc.ts'
import type { SummaryPart } from '#server/kernel/summaries/summary.ts'
import { customerRows, kycStepRows } from '#server/modules/customers/store.ts'
import { atNoon, dueFactRows as facts } from '#server/modules/due-facts/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { ruleEngine } from '#server/modules/loans/steps/decisions.ts'
import { decisionRows, loanRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { recoveryRows } from '#server/modules/recoveries/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'

/** Union part: what it says of its rows; what it does not say is nothing. */
interface UnionPart {
  readonly kind: (typeof businessEventKinds)[number]
  readonly id: SQL | Column
  readonly at: SQL | Column
  readonly loanId?: Column
  /** Whose it is, where there is no order. */
  readonly customerId?: Column
  readonly amount?: SQL | Column
  readonly paidOut?: Column
  readonly unpaid?: SQL
  readonly open?: Column
  readonly knownFrom?: Column
  readonly outcome?: Column
  readonly table: PgTable
  /** Which of its rows; all of them without. */
  readonly where?: SQL
}

/** One part of the union: columns in the order of the others, and a type for those that are nothing. */
const partOf = (part: UnionPart): SummaryPart => ({
  table: part.table,
  select: sql`select ${`${part.kind}:`}::text || ${part.id} as id, ${part.kind}::text as kind,
  ${part.at} as at, ${part.loanId ?? sql`null::text`} as loan_id, ${part.customerId ?? sql`null::text`} as customer_id,
  ${part.amount ?? sql`null::bigint`} as amount_minor, ${part.paidOut ?? sql`null::bigint`} as paid_out_minor,
  ${part.unpaid ?? sql`null::bigint`} as unpaid_minor, ${part.open ?? sql`null::bigint`} as open_minor,
  ${part.knownFrom ?? sql`null::date`} as known_from, ${part.outcome ?? sql`null::text`} as outcome
  from ${part.table} where ${part.where ?? sql`true`}`,
})

const registered = partOf({
  ...{ kind: 'registered', id: customerRows.id, at: customerRows.registeredAt, customerId: customerRows.id },
  table: customerRows,
})

/** Customers who have done the last step of KYC, and with it all of them. */
const verified = partOf({
  ...{ kind: 'verified', id: kycStepRows.customerId, at: kycStepRows.doneAt, customerId: kycStepRows.customerId },
  table: kycStepRows,
  where: sql`${kycStepRows.step} = ${kycSteps[kycSteps.length - 1]!} and ${kycStepRows.doneAt} is not null`,
})

/** An order that extends another one was never applied for. */
const regular = sql`${loanRows.kind} = 'regular'`

const applied = partOf({
  ...{ kind: 'applied', id: loanRows.id, at: loanRows.appliedAt, loanId: loanRows.id, amount: loanRows.amountMinor },
  ...{ table: loanRows, where: regular },
})

/** Decisions on applications: those of the rules, or those of people. */
const decided = (kind: 'byRules' | 'byReviewer', by: SQL) =>
  partOf({
    ...{ kind, id: decisionRows.id, at: decisionRows.at, loanId: decisionRows.loanId, outcome: decisionRows.outcome },
    table: decisionRows,
    where: sql`${decisionRows.decidedBy} ${by} ${ruleEngine}`,
  })

const disbursed = partOf({
  ...{ kind: 'disbursed', id: loanRows.id, at: loanRows.disbursedAt, loanId: loanRows.id },
  ...{ amount: loanRows.amountMinor, paidOut: loanRows.receivedMinor },
  table: loanRows,
  where: sql`${regular} and ${loanRows.disbursedAt} is not null`,
})

const atDueDate = sql.raw(String(dueLags.indexOf(0) + 1))
const due = partOf({
  ...{ kind: 'due', id: facts.planId, at: atNoon, loanId: facts.loanId, amount: facts.amountMinor },
  ...{ unpaid: sql`${facts.unpaidMinor}[${atDueDate}]`, open: facts.openMinor, knownFrom: facts.knownFrom },
  table: facts,
  where: sql`${facts.knownUntil} is null`,
})

/** Money that came in; what was taken back is less than nothing. */
const received = partOf({
  ...{ kind: 'received', id: paymentRows.id, at: paymentRows.completedAt, loanId: paymentRows.loanId },
  ...{ amount: paymentRows.amountMinor, table: paymentRows },
  where: sql`${paymentRows.state} = 'success'`,
})

/** What has come in while somebody had the case, and counts. */
const recovered = partOf({
  ...{ kind: 'recovered', id: recoveryRows.id, at: recoveryRows.paidAt, loanId: recoveryRows.loanId },
  ...{ amount: recoveryRows.amountMinor },
  table: recoveryRows,
  where: sql`${recoveryRows.state} in ('attributed', 'disputed')`,
})

/** Extensions that were paid, with their fee and commission. */
const extended = partOf({
  ...{ kind: 'extended', id: extensionRows.id, at: extensionRows.paidAt, loanId: extensionRows.loanId },
  amount: sql`(${extensionRows.extensionFeeMinor} + ${extensionRows.commissionMinor})`,
  table: extensionRows,
  where: sql`${extensionRows.paidAt} is not null`,
})

const reduced = partOf({
  ...{ kind: 'reduced', id: reductionRows.id, at: reductionRows.auditedAt, loanId: reductionRows.loanId },
  amount: sql`(${reductionRows.reliefPenalty} + ${reductionRows.reliefFee} + ${reductionRows.reliefInterest}
    + ${reductionRows.reliefPrincipal})`,
  table: reductionRows,
  where: sql`${reductionRows.state} = 'passed'`,
})

/** What happens to customers and their orders, a row for each. */
export const parts: readonly SummaryPart[] = [
  ...[registered, verified, applied, decided('byRules', sql`=`), decided('byReviewer', sql`<>`)],
  ...[disbursed, due, received, recovered, extended, reduced],
]
