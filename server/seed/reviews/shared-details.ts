import { and, asc, eq, inArray, isNotNull, notInArray } from 'drizzle-orm'
import { loanCode } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { contactRows, customerRows, deviceRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'

type CustomerId = typeof customerRows.$inferSelect.id

/** Of so many who wait one has the contact of somebody else, one their account, and one their telephone. */
const [contactEvery, accountEvery, deviceEvery] = [6, 14, 9]
/** So many others are there to share with. */
const othersMax = 24

/** Customers with loans that are repaid, overdue or lost: whoever shares something with them has a history to look at. */
async function othersThan(db: Db, waiting: readonly CustomerId[]): Promise<CustomerId[]> {
  const rows = await db
    .selectDistinct({ id: loanRows.customerId })
    .from(loanRows)
    .innerJoin(contactRows, eq(contactRows.customerId, loanRows.customerId))
    .where(
      and(
        inArray(loanRows.state, [loanCode.overdue, loanCode.badDebt, loanCode.repaid]),
        notInArray(loanRows.customerId, [...waiting]),
      ),
    )
    .orderBy(asc(loanRows.customerId))
    .limit(othersMax)
  return rows.map(({ id }) => id)
}

/** Gives somebody the number of a contact of another. */
async function shareContact(db: Db, id: CustomerId, from: CustomerId): Promise<void> {
  const [theirs] = await db
    .select()
    .from(contactRows)
    .where(eq(contactRows.customerId, from))
    .orderBy(asc(contactRows.id))
  const [own] = await db.select().from(contactRows).where(eq(contactRows.customerId, id)).orderBy(asc(contactRows.id))
  if (!(theirs && own)) return
  const { phone, phoneTail, phoneIndex } = theirs
  await db.update(contactRows).set({ phone, phoneTail, phoneIndex }).where(eq(contactRows.id, own.id))
}

/** Gives somebody's card the account of another's. */
async function shareAccount(db: Db, id: CustomerId, from: CustomerId): Promise<void> {
  const [theirs] = await db.select().from(cardRows).where(eq(cardRows.customerId, from)).orderBy(asc(cardRows.id))
  if (!theirs) return
  const { bank, ifsc, account, accountTail, accountIndex } = theirs
  await db.update(cardRows).set({ bank, ifsc, account, accountTail, accountIndex }).where(eq(cardRows.customerId, id))
}

/** Has somebody use the telephone of another. */
async function shareDevice(db: Db, id: CustomerId, from: CustomerId): Promise<void> {
  const [theirs] = await db.select().from(deviceRows).where(eq(deviceRows.customerId, from))
  const [own] = await db.select().from(deviceRows).where(eq(deviceRows.customerId, id))
  if (!(theirs && own)) return
  const { customerId: _, firstSeenAt, seenAt, ...device } = theirs
  await db
    .update(deviceRows)
    .set(device)
    .where(and(eq(deviceRows.customerId, id), eq(deviceRows.mark, own.mark)))
}

/** Has some of those who wait for a reviewer share a contact, an account or a telephone: something to look at. */
export async function addSharedDetails(db: Db): Promise<void> {
  const rows = await db
    .select({ id: customerRows.id })
    .from(loanRows)
    .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
    .where(and(eq(loanRows.state, loanCode.undecided), isNotNull(customerRows.name)))
    .orderBy(asc(loanRows.id))
  const waiting = rows.map(({ id }) => id)
  const others = await othersThan(db, waiting)
  if (others.length === 0) return
  for (const [nth, id] of waiting.entries()) {
    const from = others[nth % others.length]!
    if (nth % contactEvery === 0) await shareContact(db, id, from)
    if (nth % accountEvery === 1) await shareAccount(db, id, from)
    if (nth % deviceEvery === 2) await shareDevice(db, id, from)
  }
}
