import { desc, eq, sql } from 'drizzle-orm'
import { customer, customers } from '#contract/customers.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { maskedLastFour } from '#contract/kernel/mask.ts'
import type { IdOf, Masked, PersonName, Rate, Secret } from '#contract/kernel/values.ts'
import { KycReport, Registration } from '#contract/kyc.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { editCustomer, setState, unbindBoundCard } from './edit.ts'
import { register } from './register.ts'
import { report } from './report.ts'
import { reveal } from './reveal.ts'
import { customerSource, openLoanOf } from './source.ts'
import { contactsOf } from './steps/contacts.ts'
import { devicesOf } from './steps/devices.ts'
import { mayReadIdentity } from './steps/identity-access.ts'
import { askAgain, stepsOf } from './steps/kyc.ts'
import { customerRows } from './store.ts'

/** Masked here, and told so by its type. */
const tail = (of: Secret, text: string | null) => (text === null ? null : (maskedLastFour(of, text) as Masked))

async function aadhaarOf(id: IdOf<'customer'>, { tx, actor }: Pick<Context, 'tx' | 'actor'>) {
  if (!mayReadIdentity(actor)) return null
  const [row] = await tx.select({ tail: customerRows.aadhaarTail }).from(customerRows).where(eq(customerRows.id, id))
  return tail('aadhaar', row!.tail)
}

async function cardsOf(tx: Db, id: IdOf<'customer'>) {
  const rows = await tx.select().from(cardRows).where(eq(cardRows.customerId, id)).orderBy(desc(cardRows.boundAt))
  return rows.map((card) => ({
    id: card.id,
    holder: card.holder as PersonName, // stored from names only
    bank: card.bank,
    account: tail('account', card.accountTail)!,
    similarity: card.similarityPpm as Rate, // in ppm, as a rate is
    state: card.state,
    boundAt: card.boundAt && toInstant(card.boundAt),
  }))
}

/** A customer within reach of whoever reads them; none of that id, or another's: undefined. */
async function customerWithin(
  id: IdOf<'customer'>,
  { requires }: Pick<typeof customers.detail, 'requires'>,
  { tx, actor, app }: Pick<Context, 'tx' | 'actor' | 'app'>,
) {
  const access = { actor, scopes: actor.scopesOf(requires), app }
  const where = sql`${customerRows.id} = ${id}`
  const [one] = await findMany(tx, { source: customerSource, fields: customers.list.fields }, { where }, access)
  return one
}

/** Handlers of `customers`: people who borrow, or want to. */
export default implement(
  customers,
  {
    list: customerSource,
    reveal,

    edit: ({ id: _, version: __, ...edits }, call) => editCustomer(edits, call),
    freeze: ({ reason }, call) => setState('freeze', reason, call),
    disable: ({ reason }, call) => setState('disable', reason, call),
    enable: ({ reason }, call) => setState('enable', reason, call),

    askAgain: ({ step, reason }, { tx, row, now }) => askAgain(tx, row.id, { step, reason }, now),
    unbindCard: (_, call) => unbindBoundCard(call),

    async detail({ id }, call) {
      const customer = await customerWithin(id, customers.detail, call)
      if (!customer) return call.fail('not_found')
      return { customer, aadhaar: await aadhaarOf(id, call), openLoan: await openLoanOf(call.tx, id) }
    },
    contacts: async ({ id }, call) =>
      (await customerWithin(id, customers.contacts, call))
        ? { contacts: await contactsOf(call.tx, id) }
        : call.fail('not_found'),
    kyc: async ({ id }, call) =>
      (await customerWithin(id, customers.kyc, call)) ? { steps: await stepsOf(call.tx, id) } : call.fail('not_found'),
    cards: async ({ id }, call) =>
      (await customerWithin(id, customers.cards, call))
        ? { cards: await cardsOf(call.tx, id) }
        : call.fail('not_found'),
    devices: async ({ id }, call) =>
      (await customerWithin(id, customers.devices, call))
        ? { devices: await devicesOf(call.tx, id) }
        : call.fail('not_found'),

    async register(sent, call) {
      call.note({ actorName: customerApp })
      const registration = mustBeSigned(Registration, sent, customerApp, call.app)
      const registered = await register(registration, call)
      call.note({ objectId: registered.customerId })
      return registered
    },
    async report(sent, call) {
      call.note({ actorName: customerApp })
      const reported = mustBeSigned(KycReport, sent, customerApp, call.app)
      call.note({ objectId: reported.customerId })
      return { kyc: await report(reported, call) }
    },
  },
  [rowSource(customer, customerSource)],
)
