import { eq } from 'drizzle-orm'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Account, Components, Plan } from '#contract/loans/balance.ts'
import type { Db } from '#server/kernel/database.ts'
import { idOf, takeNumbers } from '#server/kernel/ids.ts'
import { planRows } from './store.ts'

/** Adds the instalments of an order that was just paid out. */
export async function addPlans(
  tx: Db,
  loan: { id: IdOf<'loan'>; currency: Currency },
  plans: readonly Plan[],
  { day, at }: { day: LocalDate; at: Date },
): Promise<void> {
  const numbers = await takeNumbers(tx, 'plan', plans.length)
  await tx.insert(planRows).values(
    plans.map(({ serial, dueDate, charged }, i) => ({
      id: idOf('plan', day, numbers[i]!),
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

type Stored = typeof planRows.$inferSelect

/** The account of a stored plan, as the money rules read it. */
export const accountOf = (row: Stored): Account => ({
  charged: partsOf(row, 'charged'),
  paid: partsOf(row, 'paid'),
  reduced: partsOf(row, 'reduced'),
  discounted: partsOf(row, 'discounted'),
  lost: partsOf(row, 'lost'),
})

const partsOf = (row: Stored, of: keyof Account): Components => ({
  penalty: row[`${of}Penalty`],
  fee: row[`${of}Fee`],
  interest: row[`${of}Interest`],
  principal: row[`${of}Principal`],
})

/** Marks a plan as having a request that is not decided yet, or takes the mark away. */
export async function flagRequest(tx: Db, id: Stored['id'], openRequest: boolean): Promise<void> {
  await tx.update(planRows).set({ openRequest }).where(eq(planRows.id, id))
}
