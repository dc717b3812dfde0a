import { sql } from 'drizzle-orm'
import { customer as customerSubject } from '#contract/customers.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { idOf, ids, takeNumbers } from '#server/kernel/base/ids.ts'
import { importCards, nameImportedBanks } from '#server/modules/cards/steps.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { importCustomers, updateImportedCustomers } from '#server/modules/customers/steps/customers.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { currencyOf } from './cells.ts'
import { channel, externalId, type ImportContext } from './context.ts'
import type { BookCustomer } from './csv-schemas.ts'
import type { LineProblem } from './parse-lines.ts'

/** A customer of the book, and the card that stands for wherever the money went. */
export interface Borrower {
  readonly customerId: IdOf<'customer'>
  readonly cardId: IdOf<'card'>
}
/** Customers by what the book calls them. */
export type Borrowers = Map<string, Borrower>

/** Tables that get rows with customers. */
export const tablesOfCustomers = [customerRows, cardRows] as const

/** Nothing is known. */
const unknown = '–'

/**
 * Adds customers, each with an unbound card: the bank may be known, holder and number are not. The index of a number
 * nobody knows is the card's own id, so that no two of them look like one account.
 */
async function insertCustomers(load: ImportContext, people: readonly BookCustomer[]): Promise<Borrowers> {
  const { tx, today, now, book, departmentId, country, secrets } = load
  const customers = await takeNumbers(tx, customerSubject.ids, people.length)
  const cards = await takeNumbers(tx, ids.card, people.length)
  const added = people.map((person, i) => ({
    ...person,
    id: idOf(customerSubject.ids, today, customers[i]!),
    cardId: idOf(ids.card, today, cards[i]!),
  }))
  const common = { departmentId, app: book, channel, currency: currencyOf(country), registeredAt: now }
  await importCustomers(
    tx,
    added.map(({ id, customerId, birthDate, employment, education }) => {
      return { id, birthDate, employment, education, externalId: externalId(load, customerId), ...common }
    }),
  )
  await importCards(
    tx,
    added.map(({ id, cardId, bank }) => {
      const hidden = { account: secrets.encrypt(''), accountTail: '', accountIndex: cardId as string }
      const card = { id: cardId, customerId: id, holder: unknown, bank: bank ?? unknown, ...hidden }
      return { ...card, state: 'unbound' as const, similarityPpm: 0 }
    }),
  )
  return new Map(added.map(({ customerId, id, cardId }) => [customerId, { customerId: id, cardId }]))
}

/** A customer who is known, with what their book tells of them. */
interface KnownCustomer extends Borrower, Omit<BookCustomer, 'customerId'> {}

/** Those of `ids` that are customers already, with the card that each came with. */
async function knownCustomers(load: ImportContext, ids: readonly string[]): Promise<Map<string, KnownCustomer>> {
  const byExternal = new Map(ids.map((id) => [externalId(load, id), id]))
  const rows = await rowsOf<KnownCustomer & { externalId: string }>(
    load.tx,
    sql`select ${customerRows.externalId} as "externalId", ${customerRows.id} as "customerId", ${cardRows.id} as "cardId",
          ${customerRows.birthDate}::text as "birthDate", nullif(${cardRows.bank}, ${unknown}) as bank,
          ${customerRows.employment} as employment, ${customerRows.education} as education
        from ${customerRows} join ${cardRows} on ${cardRows.customerId} = ${customerRows.id}
        where ${customerRows.externalId} = any(${sql.param([...byExternal.keys()])}::text[])
        order by ${cardRows.id} desc`,
  )
  // whoever has more came with the first, which comes last and stays
  return new Map(rows.map(({ externalId: external, ...borrower }) => [byExternal.get(external)!, borrower]))
}

const told = ['birthDate', 'bank', 'employment', 'education'] as const

/** What a file tells of a known customer that was not known, or was known otherwise. What it leaves open stays. */
const changesOf = (person: BookCustomer, known: KnownCustomer): readonly LineProblem[] =>
  told.flatMap((field) => {
    const [now, before] = [person[field], known[field]]
    return now === null || now === before
      ? []
      : [{ field, problem: 'changed' as const, got: `${before ?? unknown} → ${now}` }]
  })

/** Has known customers be what their book tells of them now. */
async function updateCustomers(
  { tx }: ImportContext,
  changed: readonly { readonly person: BookCustomer; readonly known: KnownCustomer }[],
): Promise<void> {
  if (changed.length === 0) return
  const facts = changed.map(({ person: { birthDate, employment, education }, known: { customerId: id } }) => {
    return { id, birthDate, employment, education }
  })
  await updateImportedCustomers(tx, facts)
  const banks = changed.flatMap(({ person: { bank }, known: { cardId: id } }) => (bank ? [{ id, bank }] : []))
  await nameImportedBanks(tx, banks)
}

/** Who is new, and who is known with something else than the file tells. */
export async function compareCustomers(load: ImportContext, lines: readonly { line: number; row: BookCustomer }[]) {
  const there = await knownCustomers(
    load,
    lines.map(({ row }) => row.customerId),
  )
  const fresh = lines.flatMap(({ row }) => (there.has(row.customerId) ? [] : [row]))
  const changed = lines.flatMap(({ line, row: person }) => {
    const known = there.get(person.customerId)
    const problems = known ? changesOf(person, known) : []
    return known && problems.length > 0 ? [{ line, person, known, problems }] : []
  })
  return { fresh, changed }
}

/** Adds those customers who are not known yet, and has the others be what the file tells of them. */
export async function addCustomers(load: ImportContext, lines: readonly { line: number; row: BookCustomer }[]) {
  const { fresh, changed } = await compareCustomers(load, lines)
  await insertCustomers(load, fresh)
  await updateCustomers(load, changed)
  return { loaded: fresh.length, changed: changed.length, refused: 0, remarks: changed }
}

/** Those of `ids` that are customers already. */
export const knownAmong = async (load: ImportContext, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await knownCustomers(load, [...new Set(ids)])).keys())

/** The customers that the book calls so. Who is not known yet becomes one, with nothing but the id. */
export async function borrowersOf(
  load: ImportContext,
  ids: readonly string[],
): Promise<{ all: Borrowers; added: number }> {
  const wanted = [...new Set(ids)]
  const there = await knownCustomers(load, wanted)
  const nameless = wanted.filter((id) => !there.has(id))
  const nothing = { birthDate: null, bank: null, employment: null, education: null }
  const added = await insertCustomers(
    load,
    nameless.map((customerId) => ({ customerId, ...nothing })),
  )
  return { all: new Map([...there, ...added]), added: added.size }
}
