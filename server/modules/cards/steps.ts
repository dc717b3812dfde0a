import { and, desc, eq, ne } from 'drizzle-orm'
import { tailOf } from '#contract/kernel/mask.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Secrets } from '#server/kernel/secrets.ts'
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
  const id = await newId(tx, 'card', today)
  const hidden = {
    account: secrets.encrypt(account),
    accountTail: tailOf(account),
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
