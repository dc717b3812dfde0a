import { eq } from 'drizzle-orm'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Components, Plan, PlanBalance } from '#contract/loans/balance.ts'
import { plan as planSubject } from '#contract/plans.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { planRows } from '#server/modules/plans/store.ts'
import type { StoredPlan } from '../store.ts'

/** Adds the instalments of an order that was just paid out. */
export async function addPlans(
  tx: Db,
  loan: { id: IdOf<'loan'>; currency: Currency },
  plans: readonly Plan[],
  { day, at }: { day: LocalDate; at: Date },
): Promise<void> {
  const numbers = await takeNumbers(tx, planSubject.ids, plans.length)
  await tx.insert(planRows).values(
    plans.map(({ serial, dueDate, charged }, i) => ({
      id: idOf(planSubject.ids, day, numbers[i]!),
      loanId: loan.id,
      serial,
      periods: plans.length,
      currency: loan.currency,
      dueDate,
      chargedFee: charged.fee,
      chargedInterest: charged.interest,
      chargedPrincipal: charged.principal,
      state: 'open' as const,
      createdAt: at,
    })),
  )
}

/** The account of a stored plan, as the money rules read it. */
export const accountOf = (row: StoredPlan): PlanBalance => ({
  charged: componentsOf(row, 'charged'),
  paid: componentsOf(row, 'paid'),
  reduced: componentsOf(row, 'reduced'),
  discounted: componentsOf(row, 'discounted'),
  lost: componentsOf(row, 'lost'),
})

const componentsOf = (row: StoredPlan, of: keyof PlanBalance): Components => ({
  penalty: row[`${of}Penalty`],
  fee: row[`${of}Fee`],
  interest: row[`${of}Interest`],
  principal: row[`${of}Principal`],
})

/** Marks a plan as having a request that is not decided yet, or takes the mark away. */
export async function flagRequest(tx: Db, id: StoredPlan['id'], openRequest: boolean): Promise<void> {
  await tx.update(planRows).set({ openRequest }).where(eq(planRows.id, id))
}

/** Bulk insert of the instalments of orders from elsewhere, as they ended. */
export const importPlans = (tx: Db, plans: readonly (typeof planRows.$inferInsert)[]): Promise<void> =>
  bulkInsert(tx, planRows, plans)
