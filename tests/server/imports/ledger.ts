import { asc } from 'drizzle-orm'
import { addComponents, type Books, booksBalance, type Components, noComponents } from '#contract/loans/balance.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import { planRows } from '#server/modules/plans/store.ts'
import type { Server } from '#server/server.ts'

/** How many orders there are, and those whose books do not balance, each figure read from where it is kept. */
export async function ledgerOf({ app: { database } }: Server) {
  const { db } = database
  const loans = await db.select({ id: loanRows.id, amountMinor: loanRows.amountMinor }).from(loanRows)
  const plans = await db.select().from(planRows).orderBy(asc(planRows.serial))
  const allocations = await db.select().from(allocationRows)
  const payments = await db.select().from(paymentRows)

  const received = new Map<string, Components>()
  const used = new Map<string, number>()
  for (const { planId, paymentId, ...of } of allocations) {
    const parts = { penalty: of.paidPenalty, fee: of.paidFee, interest: of.paidInterest, principal: of.paidPrincipal }
    received.set(planId, addComponents(received.get(planId) ?? noComponents, parts))
    used.set(paymentId, (used.get(paymentId) ?? 0) + parts.interest + parts.principal + parts.penalty + parts.fee)
  }
  const plansOf = new Map<string, typeof plans>()
  for (const plan of plans) plansOf.set(plan.loanId, [...(plansOf.get(plan.loanId) ?? []), plan])
  const booksOf = (loan: (typeof loans)[number]): Books => ({
    amountMinor: loan.amountMinor,
    plans: (plansOf.get(loan.id) ?? []).map((plan) => ({
      ...accountOf(plan),
      paid: received.get(plan.id) ?? noComponents,
      outstanding: { ...noComponents, principal: plan.owedMinor },
    })),
  })
  return {
    count: loans.length,
    unbalanced: loans.filter((loan) => !booksBalance(booksOf(loan))).map(({ id }) => id),
    owed: plans.filter(({ owedMinor }) => owedMinor !== 0).map(({ id }) => id),
    unused: payments.filter(({ id, amountMinor }) => used.get(id) !== amountMinor).map(({ id }) => id),
  }
}

/** A ledger of so many orders in which everything is as it should be. */
export const inOrder = (count: number) => ({ count, unbalanced: [], owed: [], unused: [] })
