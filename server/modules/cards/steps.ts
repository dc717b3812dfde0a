import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { formatRate } from '#contract/kernel/format.ts'
import { lastFourOf } from '#contract/kernel/mask.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { cardRows } from './store.ts'

/** The card that money for a customer is paid out to now; none where none is bound. */
export async function boundCard(tx: Db, customerId: IdOf<'customer'>): Promise<IdOf<'card'> | null> {
  const bound = and(eq(cardRows.customerId, customerId), eq(cardRows.state, 'bound'))
  const [card] = await tx
    .select({ id: cardRows.id })
    .from(cardRows)
    .where(bound)
    .orderBy(desc(cardRows.boundAt))
    .limit(1)
  return card?.id ?? null
}

/** A bank account that money is to be paid out to. */
export interface NewCard {
  readonly customerId: IdOf<'customer'>
  readonly holder: string
  readonly bank: string
  readonly ifsc: string | null
  readonly account: string
  readonly similarityPpm: number
}

/** Whether money for a customer is paid out to this account already. */
export async function isBound(tx: Db, { customerId, account }: NewCard, secrets: Secrets): Promise<boolean> {
  const same = and(
    eq(cardRows.customerId, customerId),
    eq(cardRows.state, 'bound'),
    eq(cardRows.accountIndex, secrets.blindIndex(account)),
  )
  return (await tx.select({ id: cardRows.id }).from(cardRows).where(same).limit(1)).length > 0
}

/** Adds a card that nothing is paid out to yet. Its number is encrypted. */
export async function addCard(
  tx: Db,
  { account, ...card }: NewCard,
  { secrets, today }: { readonly secrets: Secrets; readonly today: LocalDate },
): Promise<IdOf<'card'>> {
  const id = await newId(tx, ids.card, today)
  const hidden = {
    account: secrets.encrypt(account),
    accountTail: lastFourOf(account),
    accountIndex: secrets.blindIndex(account),
  }
  await tx.insert(cardRows).values({ ...card, ...hidden, id, state: 'unbound' })
  return id
}

/** Binds a card; the other ones of its customer are bound no more. */
export async function bindCard(tx: Db, id: IdOf<'card'>, customerId: IdOf<'customer'>, at: Date): Promise<void> {
  const others = and(eq(cardRows.customerId, customerId), eq(cardRows.state, 'bound'), ne(cardRows.id, id))
  await tx.update(cardRows).set({ state: 'unbound' }).where(others)
  await tx.update(cardRows).set({ state: 'bound', boundAt: at }).where(eq(cardRows.id, id))
}

/** Unbinds the card of a customer. Answers whether there was one. */
export async function unbindCard(tx: Db, customerId: IdOf<'customer'>): Promise<boolean> {
  const bound = and(eq(cardRows.customerId, customerId), eq(cardRows.state, 'bound'))
  const unbound = await tx.update(cardRows).set({ state: 'unbound' }).where(bound).returning({ id: cardRows.id })
  return unbound.length > 0
}

/** The holder of a card has to be called like the customer. */
export function mustReachSimilarity(similarityPpm: number, least: number): void {
  if (similarityPpm >= least) return
  throw new Refusal('name_mismatch', { similarity: formatRate(similarityPpm, 'en'), least: formatRate(least, 'en') })
}

/** The holder of a card has to be called like the customer. Refuses `name_mismatch`. */
export async function mustBeSimilar(tx: Db, similarityPpm: number): Promise<void> {
  mustReachSimilarity(similarityPpm, await parameter(tx, 'disburse.similarityPpm'))
}

/** Bulk insert of the cards of customers from elsewhere. */
export const importCards = (tx: Db, cards: readonly (typeof cardRows.$inferInsert)[]): Promise<void> =>
  bulkInsert(tx, cardRows, cards)

/** Names the bank of cards that came with customers from elsewhere. */
export async function nameImportedBanks(
  tx: Db,
  banks: readonly Pick<typeof cardRows.$inferSelect, 'id' | 'bank'>[],
): Promise<void> {
  if (banks.length === 0) return
  await tx.execute(
    sql`update ${cardRows} set bank = told.bank
        from jsonb_to_recordset(${JSON.stringify(banks)}::jsonb) as told (id text, bank text) where cards.id = told.id`,
  )
}

/** Erases whose accounts and which numbers the cards of a customer are; the banks stay, for what was paid out to them. */
export async function eraseCards(tx: Db, customerId: IdOf<'customer'>, secrets: Secrets): Promise<void> {
  const emptied = { holder: '–', ifsc: null, account: secrets.encrypt(''), accountTail: '', accountIndex: '' }
  await tx
    .update(cardRows)
    .set({ ...emptied, state: 'unbound' })
    .where(eq(cardRows.customerId, customerId))
}
