import { asc, eq } from 'drizzle-orm'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PaymentShare } from '#contract/payments.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { allocationRows } from './store.ts'

/** What each plan got of a payment, the one due first before the others. */
export async function sharesOf(tx: Db, paymentId: IdOf<'payment'>): Promise<PaymentShare[]> {
  const rows = await tx
    .select()
    .from(allocationRows)
    .innerJoin(planRows, eq(planRows.id, allocationRows.planId))
    .where(eq(allocationRows.paymentId, paymentId))
    .orderBy(asc(planRows.serial))
  return rows.map(({ allocations: got, plans: { id, serial, periods, dueDate, currency } }) => ({
    ...{ planId: id, period: `${serial}/${periods}`, dueDate },
    ...{ penalty: ofMinor(got.paidPenalty, currency), fee: ofMinor(got.paidFee, currency) },
    ...{ interest: ofMinor(got.paidInterest, currency), principal: ofMinor(got.paidPrincipal, currency) },
  }))
}
