import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/database.ts'
import { idOf, takeNumbers } from '#server/kernel/ids.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { addRows } from './bulk.ts'
import { currencyOf } from './cells.ts'
import { channel, externalId, type Load } from './load.ts'
import type { BookCustomer } from './sheets.ts'

/** A customer of the book, and the card that stands for wherever the money went. */
export interface Borrower {
  readonly customerId: IdOf<'customer'>
  readonly cardId: IdOf<'card'>
}
/** Customers by what the book calls them. */
export type Borrowers = Map<string, Borrower>

/** Tables that get rows with customers. */
export const filledByPeople = [customerRows, cardRows] as const

/** Nothing is known. */
const unknown = '–'

/**
 * Adds customers, each with an unbound card: the bank may be known, holder and number are not. The index of a number
 * nobody knows is the card's own id, so that no two of them look like one account.
 */
async function add(load: Load, people: readonly BookCustomer[]): Promise<Borrowers> {
  const { tx, today, now, book, departmentId, country, secrets } = load
  const customers = await takeNumbers(tx, 'customer', people.length)
  const cards = await takeNumbers(tx, 'card', people.length)
  const added = people.map((person, i) => ({
    ...person,
    id: idOf('customer', today, customers[i]!),
    cardId: idOf('card', today, cards[i]!),
  }))
  const common = { departmentId, app: book, channel, currency: currencyOf(country), registeredAt: now }
  await addRows(
    tx,
    customerRows,
    added.map(({ id, customerId, birthDate, employment, education }) => {
      return { id, birthDate, employment, education, externalId: externalId(load, customerId), ...common }
    }),
  )
  await addRows(
    tx,
    cardRows,
    added.map(({ id, cardId, bank }) => {
      const hidden = { account: secrets.encrypt(''), accountTail: '', accountIndex: cardId as string }
      const card = { id: cardId, customerId: id, holder: unknown, bank: bank ?? unknown, ...hidden }
      return { ...card, state: 'unbound' as const, similarityPpm: 0 }
    }),
  )
  return new Map(added.map(({ customerId, id, cardId }) => [customerId, { customerId: id, cardId }]))
}

/** Those of `ids` that are customers already, with the card that each came with. */
async function known(load: Load, ids: readonly string[]): Promise<Borrowers> {
  const byExternal = new Map(ids.map((id) => [externalId(load, id), id]))
  const rows = await rowsOf<Borrower & { externalId: string }>(
    load.tx,
    sql`select ${customerRows.externalId} as "externalId", ${customerRows.id} as "customerId", ${cardRows.id} as "cardId"
        from ${customerRows} join ${cardRows} on ${cardRows.customerId} = ${customerRows.id}
        where ${customerRows.externalId} = any(${sql.param([...byExternal.keys()])}::text[])
        order by ${cardRows.id} desc`,
  )
  // whoever has more came with the first, which comes last and stays
  return new Map(rows.map(({ externalId: external, ...borrower }) => [byExternal.get(external)!, borrower]))
}

/** Adds those customers who are not known yet. @returns how many. */
export async function addCustomers(load: Load, people: readonly BookCustomer[]): Promise<number> {
  const there = await known(
    load,
    people.map(({ customerId }) => customerId),
  )
  const added = await add(
    load,
    people.filter(({ customerId }) => !there.has(customerId)),
  )
  return added.size
}

/** The customers that the book calls so. Who is not known yet becomes one, with nothing but the id. */
export async function borrowersOf(load: Load, ids: readonly string[]): Promise<{ all: Borrowers; added: number }> {
  const wanted = [...new Set(ids)]
  const there = await known(load, wanted)
  const nameless = wanted.filter((id) => !there.has(id))
  const nothing = { birthDate: null, bank: null, employment: null, education: null }
  const added = await add(
    load,
    nameless.map((customerId) => ({ customerId, ...nothing })),
  )
  return { all: new Map([...there, ...added]), added: added.size }
}

/** What somebody borrowed in this import. */
export interface Lent {
  readonly loans: number
  /** When the first of them was applied for. */
  readonly firstMs: number
}

const updatedAtOnce = 5_000

/** Counts what was lent to customers, who have been customers since their first order at the latest. */
export async function countLoans({ tx }: Load, lent: ReadonlyMap<IdOf<'customer'>, Lent>): Promise<void> {
  const all = [...lent].map(([id, { loans, firstMs }]) => ({ id, loans, first_at: new Date(firstMs) }))
  for (let i = 0; i < all.length; i += updatedAtOnce) {
    const json = JSON.stringify(all.slice(i, i + updatedAtOnce))
    await tx.execute(sql`update ${customerRows}
      set loans_done = loans_done + lent.loans, kind = 'old', registered_at = least(registered_at, lent.first_at)
      from json_to_recordset(${json}::json) as lent(id text, loans int, first_at timestamptz)
      where ${customerRows.id} = lent.id`)
  }
}
