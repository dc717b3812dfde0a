import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { customer as subject } from '#contract/customers.ts'
import { countries } from '#contract/kernel/countries.ts'
import { normalizeSecret } from '#contract/kernel/mask.ts'
import { nationalNumber } from '#contract/kernel/phone-numbers.ts'
import type { Registration } from '#contract/kyc.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustBeApp, mustTakeApplications } from '#server/modules/apps/steps.ts'
import { flagIfListed } from '#server/modules/blacklist/steps.ts'
import { productRows } from '#server/modules/products/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { mustBePhone } from './phone-validity.ts'
import { phoneForms } from './steps/customers.ts'
import { customerRows } from './store.ts'

type RegisterContext = Pick<Context, 'tx' | 'now' | 'today' | 'app'>

/** The department whose customers those of an app are: that of what it lends; of an app that lends nothing yet, the root. */
async function departmentFor(app: string, { tx }: RegisterContext) {
  const ofApp = tx.select({ id: productRows.departmentId }).from(productRows).where(eq(productRows.app, app))
  const [lending] = await ofApp.orderBy(asc(productRows.id)).limit(1)
  if (lending) return lending.id
  const [root] = await tx.select({ id: unitRows.id }).from(unitRows).where(sql`parent_id is null`).limit(1)
  return root!.id // every installation has one
}

/**
 * Adds a customer; one whose number the app knows already is that customer.
 * @throws Refusal `wrong_phone`, `unknown_app`, `app_disabled`, `update_needed`.
 */
export async function register(
  { phone: told, app: code, release, channel, media, campaign }: Registration,
  context: RegisterContext,
) {
  const { tx, now, today, app } = context
  const { country } = app.clock
  const phone = nationalNumber(normalizeSecret('phone', mustBePhone(told, country, 'phone')), country)
  await mustBeApp(tx, code)
  await mustTakeApplications(tx, { app: code, release })
  // two calls at once are one customer
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${code} ${phone}`}, 0))`)
  const same = and(eq(customerRows.app, code), inArray(customerRows.phone, phoneForms(phone, country)))
  const [known] = await tx.select().from(customerRows).where(same).orderBy(asc(customerRows.id)).limit(1)
  if (known) return { customerId: known.id, kyc: known.kyc }
  const id = await newId(tx, subject.ids, today)
  const departmentId = await departmentFor(code, context)
  const { currency } = countries[country]
  const attribution = { channel, media, campaign }
  await tx
    .insert(customerRows)
    .values({ id, departmentId, phone, app: code, ...attribution, currency, registeredAt: now })
  await flagIfListed({ id, phone, panIndex: null }, context)
  return { customerId: id, kyc: 'basic' as const }
}
