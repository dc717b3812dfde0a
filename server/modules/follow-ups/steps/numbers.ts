import { asc, eq } from 'drizzle-orm'
import type { NumberMark } from '#contract/follow-up-rules.ts'
import { type ContactNumber, ownNumber } from '#contract/follow-ups.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { lastFourOf, mask, maskedLastFour } from '#contract/kernel/mask.ts'
import type { IdOf, Masked, PersonName } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { contactRows, customerRows } from '#server/modules/customers/store.ts'
import { phoneMark } from '#server/modules/do-not-disturb/steps.ts'
import { numberMarkRows } from '../store.ts'

/** A number of a customer, or of whom they have named, and what was found about it. */
export interface KnownNumber extends Pick<ContactNumber, 'number' | 'name' | 'relation' | 'phone'> {
  readonly tail: string
  /** Its blind index. */
  readonly phoneMark: string
  readonly mark: NumberMark | null
  readonly markedAt: Date | null
}

/** Numbers by which a customer may be reached, or located: their own first. */
export async function numbersOf(
  tx: Db,
  customerId: IdOf<'customer'>,
  app: Pick<AppContext, 'clock' | 'secrets'>,
): Promise<KnownNumber[]> {
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, customerId))
  const contacts = await tx
    .select()
    .from(contactRows)
    .where(eq(contactRows.customerId, customerId))
    .orderBy(asc(contactRows.id))
  const marks = await tx.select().from(numberMarkRows).where(eq(numberMarkRows.customerId, customerId))
  const found = new Map(marks.map((one) => [one.phoneMark, one]))
  const known = (phone: string) => {
    const blind = phoneMark(phone, app)
    const { mark = null, at = null } = found.get(blind) ?? {}
    return { tail: lastFourOf(phone), phoneMark: blind, mark, markedAt: at }
  }
  const masked = (text: string) => text as Masked // masked where it is called
  const phone = customer?.phone
  const own = phone
    ? [{ number: ownNumber, name: null, relation: null, phone: masked(mask('phone', phone)), ...known(phone) }]
    : []
  const named = contacts.map(({ id, name, relation, phone: sealed, phoneTail }) => ({
    number: id as string,
    name: name as PersonName, // stored from names only
    relation: relation as ContactNumber['relation'], // as it was checked when it was reported
    phone: masked(maskedLastFour('phone', phoneTail)),
    ...known(app.secrets.decrypt(sealed)),
  }))
  return [...own, ...named]
}

/** A number as it is told: no more of it than its end. */
export const toContactNumber = ({ tail: _, phoneMark: __, markedAt, ...told }: KnownNumber): ContactNumber => ({
  ...told,
  markedAt: markedAt && toInstant(markedAt),
})
