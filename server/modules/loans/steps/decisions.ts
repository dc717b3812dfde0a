import { eq, inArray } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { identityValid } from '#contract/loans/identity-numbers.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { decisionRows, loanRows } from '../store.ts'

/** Who decides on applications where no person does, in their logs. */
export const ruleEngine = 'rule engine'

/** Writes down what was decided. */
export const recordDecision = async (tx: Db, decision: typeof decisionRows.$inferInsert): Promise<void> => {
  await tx.insert(decisionRows).values(decision)
}

/** Says who reviews these orders; null: nobody yet. */
export async function setReviewer(
  tx: Db,
  loanIds: readonly IdOf<'loan'>[],
  reviewerId: IdOf<'staff'> | null,
): Promise<void> {
  if (loanIds.length === 0) return
  const which = loanIds.length === 1 ? eq(loanRows.id, loanIds[0]!) : inArray(loanRows.id, [...loanIds])
  await tx.update(loanRows).set({ reviewerId }).where(which)
}

/** Whether documents of a customer are there and valid, as far as numbers of their country tell. */
export function documentsOf(
  { pan, aadhaar }: Pick<StoredCustomer, 'pan' | 'aadhaar'>,
  secrets: Secrets,
  country: Country,
) {
  return {
    panValid: pan !== null && identityValid('pan', secrets.decrypt(pan), country),
    aadhaarValid: aadhaar !== null && identityValid('aadhaar', secrets.decrypt(aadhaar), country),
  }
}
