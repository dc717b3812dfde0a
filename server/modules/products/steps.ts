import type { Db } from '#server/kernel/database.ts'
import { productRows } from './store.ts'

/** Adds a product, unless one of that id is there. */
export async function addProduct(tx: Db, product: typeof productRows.$inferInsert): Promise<void> {
  await tx.insert(productRows).values(product).onConflictDoNothing()
}
