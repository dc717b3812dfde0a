import { eq } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { contactRows, customerRows, deviceRows, kycStepRows, type StoredCustomer } from '../store.ts'

/** Columns that say who somebody is, empty. What they were called where they came from stays: an import knows them by it. */
const emptied = {
  ...{ name: null, phone: null, email: null, birthDate: null, sex: null, maritalStatus: null, children: null },
  ...{ dwelling: null, education: null, profession: null, employment: null, company: null, companyAddress: null },
  ...{ incomeMinor: null, address: null, postcode: null, pan: null, panTail: null, panIndex: null },
  ...{ aadhaar: null, aadhaarTail: null, aadhaarIndex: null },
} as const satisfies Partial<StoredCustomer>

/** When personal data was erased, and until when what stays has to be kept. */
interface Erasure {
  readonly erasedOn: LocalDate
  readonly keptUntil: LocalDate | null
}

/** Erases who a customer is, whom they have named and what they use. Nobody borrows by what is left. */
export async function eraseCustomer(tx: Db, id: IdOf<'customer'>, erasure: Erasure): Promise<void> {
  const erased = { ...emptied, ...erasure, state: 'erased' as const, stateReason: null }
  await tx.update(customerRows).set(erased).where(eq(customerRows.id, id))
  await tx.delete(contactRows).where(eq(contactRows.customerId, id))
  await tx.delete(deviceRows).where(eq(deviceRows.customerId, id))
  await tx.update(kycStepRows).set({ reason: null }).where(eq(kycStepRows.customerId, id))
}

/** What is told of somebody who was erased is not kept. @throws Refusal `customer_erased`. */
export function mustNotBeErased({ state }: Pick<StoredCustomer, 'state'>): void {
  if (state === 'erased') throw new Refusal('customer_erased')
}

/** Whether somebody was erased: nothing of what is told of them later is kept. */
export async function isErased(tx: Db, id: IdOf<'customer'> | null): Promise<boolean> {
  if (id === null) return false
  const [known] = await tx.select({ state: customerRows.state }).from(customerRows).where(eq(customerRows.id, id))
  return known?.state === 'erased'
}
