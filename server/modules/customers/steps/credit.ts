import { eq } from 'drizzle-orm'
import type { CreditState } from '#contract/customers.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { customerRows, type StoredCustomer } from '../store.ts'

/** A customer whose credit is assessed, locked until the transaction ends. */
export async function lockForCredit(tx: Db, id: IdOf<'customer'>): Promise<StoredCustomer | undefined> {
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, id)).for('update')
  return customer
}

/** Credit of a customer, kept beside them for lists. */
interface Credit {
  readonly credit: CreditState
  readonly limitMinor: number | null
  /** The last day on which the limit may be drawn. */
  readonly limitExpiresOn: LocalDate | null
}

/** Sets what a customer may borrow, and until when. */
export async function setCredit(tx: Db, id: IdOf<'customer'>, credit: Credit): Promise<void> {
  await tx.update(customerRows).set(credit).where(eq(customerRows.id, id))
}
