import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { lastFourOf, maskedLastFour, normalizeSecret } from '#contract/kernel/mask.ts'
import type { IdOf, Masked, PersonName } from '#contract/kernel/values.ts'
import type { KycReport, Relation } from '#contract/kyc.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import { contactRows } from '../store.ts'

type CustomerId = IdOf<'customer'>
type ReportedContacts = Extract<KycReport, { event: 'contacts' }>['contacts']

/** Whom somebody names, in place of whom they have named before. Numbers are encrypted. */
export async function nameContacts(
  tx: Db,
  customerId: CustomerId,
  contacts: ReportedContacts,
  { secrets, at }: { readonly secrets: Secrets; readonly at: Date },
): Promise<void> {
  await tx.delete(contactRows).where(eq(contactRows.customerId, customerId))
  await tx.insert(contactRows).values(
    contacts.map(({ name, phone, relation }, nth) => ({
      ...{ id: `${customerId}-${nth + 1}` as IdOf<'contact'>, customerId, name, relation, at }, // made here, and nowhere else
      phone: secrets.encrypt(phone),
      phoneTail: lastFourOf(phone),
      phoneIndex: secrets.blindIndex(normalizeSecret('phone', phone)),
    })),
  )
}

/** Whom somebody has named, in their order. */
export async function contactsOf(tx: Db, id: CustomerId) {
  const rows = await tx.select().from(contactRows).where(eq(contactRows.customerId, id)).orderBy(asc(contactRows.id))
  return rows.map(({ id, name, phoneTail, relation }) => ({
    id,
    name: name as PersonName, // stored from names only
    phone: maskedLastFour('phone', phoneTail) as Masked, // masked here
    relation: relation as z.output<typeof Relation>, // as it was checked when it was reported
  }))
}

/** The number of somebody whom a customer has named; none where they have not. */
export async function contactPhone(
  tx: Db,
  { id, contact }: { readonly id: CustomerId; readonly contact: IdOf<'contact'> },
  secrets: Secrets,
): Promise<string | null> {
  const theirs = and(eq(contactRows.id, contact), eq(contactRows.customerId, id))
  const [row] = await tx.select({ phone: contactRows.phone }).from(contactRows).where(theirs)
  return row ? secrets.decrypt(row.phone) : null
}
