import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Case } from '#contract/cases.ts'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { normalizeSecret } from '#contract/kernel/mask.ts'
import { isReveal } from '#contract/kernel/personal-data.ts'
import { nationalNumber } from '#contract/kernel/phone-numbers.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { askCredit } from '#server/modules/credit-assessments/steps/ask.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { doneToday } from '#server/modules/staff/steps.ts'
import { customerRows, type StoredCustomer } from '../store.ts'

/** Counts an order that a customer has repaid: from then on they are an old one, and may borrow something else. */
export async function countRepaidLoan(tx: Db, id: IdOf<'customer'>, now: Date): Promise<void> {
  const done = { loansDone: sql`${customerRows.loansDone} + 1`, kind: 'old' as const }
  await tx.update(customerRows).set(done).where(eq(customerRows.id, id))
  await askCredit(tx, [id], 'repaid', now)
}

/** Takes back that a customer has repaid an order; whoever has repaid none is a new one. */
export async function uncountRepaidLoan(tx: Db, id: IdOf<'customer'>, now: Date): Promise<void> {
  const { loansDone, kind } = customerRows
  const done = {
    loansDone: sql`greatest(0, ${loansDone} - 1)`,
    kind: sql`case when ${loansDone} > 1 then ${kind} else 'new' end`,
  }
  await tx.update(customerRows).set(done).where(eq(customerRows.id, id))
  await askCredit(tx, [id], 'reversed', now)
}

/** Flags customers as blacklisted, or no longer: what lists and pay-outs look at. */
export async function flagAsBlacklisted(
  tx: Db,
  ids: readonly IdOf<'customer'>[],
  { blacklisted, now }: { readonly blacklisted: boolean; readonly now: Date },
): Promise<void> {
  if (ids.length === 0) return
  const others = and(inArray(customerRows.id, [...ids]), ne(customerRows.blacklisted, blacklisted))
  const flagged = await tx.update(customerRows).set({ blacklisted }).where(others).returning({ id: customerRows.id })
  await askCredit(
    tx,
    flagged.map(({ id }) => id),
    'account',
    now,
  )
}

/** A number as it is dialled from anywhere: `+919876543210`. */
export function toE164(phone: string, country: Country): string {
  return `+${countries[country].dials}${nationalNumber(normalizeSecret('phone', phone), country)}`
}

/** A phone as customers may have it: with and without the number of the country in front. */
export function phoneForms(phone: string, country: Country): string[] {
  const full = toE164(phone, country).slice(1)
  const national = nationalNumber(full, country)
  return [full, `+${full}`, normalizeSecret('phone', phone), national, `0${national}`]
}

/** The number of an order's customer, as it is dialled from anywhere. Refuses `no_phone`. */
export async function mustHavePhone(tx: Db, loanId: Case['loanId'], country: Country): Promise<string> {
  const [row] = await tx
    .select({ phone: customerRows.phone })
    .from(loanRows)
    .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
    .where(eq(loanRows.id, loanId))
  if (!row?.phone) throw new Refusal('no_phone')
  return toE164(row.phone, country)
}

/** Bulk insert of customers from elsewhere. */
export const importCustomers = (tx: Db, customers: readonly (typeof customerRows.$inferInsert)[]): Promise<void> =>
  bulkInsert(tx, customerRows, customers)

/** What a book tells of a customer; what it leaves open stays as it is. */
type ImportedFacts = Pick<StoredCustomer, 'id' | 'birthDate' | 'employment' | 'education'>

/** Bulk update of customers from elsewhere. */
export async function updateImportedCustomers(tx: Db, facts: readonly ImportedFacts[]): Promise<void> {
  await tx.execute(
    sql`update ${customerRows} set birth_date = coalesce(told."birthDate", customers.birth_date),
          employment = coalesce(told.employment, customers.employment),
          education = coalesce(told.education, customers.education)
        from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
          as told (id text, "birthDate" date, employment text, education text)
        where customers.id = told.id and customers.state <> 'erased'`,
  )
}

/** What somebody borrowed elsewhere. */
export interface ImportedTotals {
  readonly loans: number
  /** When the first of them was applied for. */
  readonly firstMs: number
}

const updatedAtOnce = 5_000

/** Counts what was lent to customers elsewhere, who have been customers since their first order at the latest. */
export async function countImportedLoans(tx: Db, lent: ReadonlyMap<IdOf<'customer'>, ImportedTotals>): Promise<void> {
  const all = [...lent].map(([id, { loans, firstMs }]) => ({ id, loans, first_at: new Date(firstMs) }))
  for (let i = 0; i < all.length; i += updatedAtOnce) {
    const json = JSON.stringify(all.slice(i, i + updatedAtOnce))
    await tx.execute(sql`update ${customerRows}
      set loans_done = loans_done + lent.loans, kind = 'old', registered_at = least(registered_at, lent.first_at)
      from json_to_recordset(${json}::json) as lent(id text, loans int, first_at timestamptz)
      where ${customerRows.id} = lent.id`)
  }
}

/** Daily quota of reveals, whatever is revealed. @throws Refusal `reveals_spent`. */
export async function mustHaveRevealsLeft(call: Pick<Context, 'tx' | 'actor' | 'today' | 'app'>): Promise<void> {
  const max = call.actor.quotas.reveals ?? (await parameter(call.tx, 'reveal.dailyMax'))
  const endpoints = [...call.app.registry.entries.values()].map(({ endpoint }) => endpoint).filter(isReveal)
  if ((await doneToday(endpoints, call)) >= max) throw new Refusal('reveals_spent', { max })
}
