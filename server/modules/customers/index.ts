import { desc, eq, sql } from 'drizzle-orm'
import { customer, customers } from '#contract/customers.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { mask, maskedLastFour } from '#contract/kernel/mask.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, Masked, PersonName, Secret } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { applicationSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { reveal } from './reveal.ts'
import { customerSource } from './source.ts'
import { customerRows } from './store.ts'

/** Masked here, and told so by its type. */
const hidden = (of: Secret, text: string | null) => (text === null ? null : (mask(of, text) as Masked))
const tail = (of: Secret, text: string | null) => (text === null ? null : (maskedLastFour(of, text) as Masked))

async function basicsOf(tx: Db, id: IdOf<'customer'>) {
  const [row] = await tx.select().from(customerRows).where(eq(customerRows.id, id))
  const { email, birthDate, sex, education, profession, employment, incomeMinor, currency, address, aadhaarTail } = row!
  return {
    email: hidden('email', email),
    birthDate,
    sex,
    education,
    profession,
    employment,
    income: incomeMinor === null ? null : ofMinor(incomeMinor, currency),
    address,
    aadhaar: tail('aadhaar', aadhaarTail),
  }
}

async function cardsOf(tx: Db, id: IdOf<'customer'>) {
  const rows = await tx.select().from(cardRows).where(eq(cardRows.customerId, id)).orderBy(desc(cardRows.boundAt))
  return rows.map((card) => ({
    id: card.id,
    holder: card.holder as PersonName, // stored from names only
    bank: card.bank,
    account: tail('account', card.accountTail)!,
    state: card.state,
    boundAt: card.boundAt && toInstant(card.boundAt),
  }))
}

/** Handlers of `customers`: people who borrow, or want to. */
export default implement(
  customers,
  {
    list: customerSource,
    reveal,

    async detail({ id }, { tx, actor, app, fail }) {
      const access = { actor, scopes: actor.scopesOf(customers.detail.requires), app }
      const where = sql`${customerRows.id} = ${id}`
      const { fields } = customers.list
      const [one] = await findMany(tx, { source: customerSource, fields }, { where }, access)
      if (!one) return fail('not_found')
      const theirs = { where: sql`${loanRows.customerId} = ${id}`, order: sql`${loanRows.appliedAt} desc` }
      const orders = { source: applicationSource, fields: loans.applications.fields }
      return {
        customer: one,
        basic: await basicsOf(tx, id),
        cards: await cardsOf(tx, id),
        loans: await findMany(tx, orders, theirs, { ...access, scopes: actor.scopesOf('applications') }),
      }
    },
  },
  [rowSource(customer, customerSource)],
)
