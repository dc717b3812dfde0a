import { and, count, eq, ne } from 'drizzle-orm'
import { countries } from '#contract/kernel/countries.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf, Money } from '#contract/kernel/values.ts'
import type { ProviderConfig, providerConfigs } from '#contract/providers/configs.ts'
import type { ProviderKind } from '#contract/providers/types.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { addressFault } from './address.ts'
import { isInEnvironment } from './steps.ts'
import { providerConfigRows } from './store.ts'

type Details = Omit<Parsed<typeof providerConfigs.add>, 'providerId'>

/** Two of one name nobody can tell apart. @throws Refusal `name_taken`. */
export async function mustBeNewName(
  tx: Db,
  name: string,
  { providerId, id }: { readonly providerId: IdOf<'provider'>; readonly id: IdOf<'providerConfig'> | null },
): Promise<void> {
  const { id: ownId, providerId: of, name: named } = providerConfigRows
  const same = and(eq(of, providerId), eq(named, name), id ? ne(ownId, id) : undefined)
  const [known] = await tx.select({ id: ownId }).from(providerConfigRows).where(same)
  if (known) throw new Refusal('name_taken', { name }, { field: 'name' })
}

/** An address that may be called; null: that of the environment, where it has one for the kind. */
function addressToStore(address: string | undefined, kind: ProviderKind, { app }: Pick<Context, 'app'>): string | null {
  const field = 'address'
  if (!address) {
    if (isInEnvironment(kind)) return null
    throw new Refusal('no_environment_address', undefined, { field })
  }
  const fault = addressFault(address, { internalAllowed: app.internalProviders })
  if (fault) throw new Refusal(fault, undefined, { field })
  return address
}

/** What a call costs, in the currency of the country. */
function priceToStore(price: Money | undefined, { app }: Pick<Context, 'app'>) {
  const { currency } = countries[app.clock.country]
  const field = 'price'
  if (price && price.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field })
  if (price && price.minor <= 0) throw new Refusal('not_positive', undefined, { field })
  return { priceMinor: price?.minor ?? null, currency }
}

const endLength = 4
/** What may be seen of a key: its end, where that gives nothing away. */
const maskOf = (key: string): string => `••••${key.length >= 4 * endLength ? key.slice(-endLength) : ''}`

/** Keys as they are stored; what is left out stays as it is. */
const keysToStore = ({ apiKey, signingKey }: Details, { app: { secrets } }: Pick<Context, 'app'>) => ({
  ...(apiKey && { apiKey: secrets.encrypt(apiKey), apiKeyMask: maskOf(apiKey) }),
  ...(signingKey && { signingKey: secrets.encrypt(signingKey), signingKeyMask: maskOf(signingKey) }),
})

/** The columns of a configuration. @throws Refusal each with its field. */
export const valuesOf = (details: Details, kind: ProviderKind, context: Pick<Context, 'app'>) => ({
  ...{ name: details.name, weight: details.weight, account: details.account || null },
  address: addressToStore(details.address, kind, context),
  ...priceToStore(details.price, context),
  ...keysToStore(details, context),
})

/**
 * A pay-out that is with a provider must not reach another one under the same name: the money might leave twice. So
 * where it is reached, and who we are there, stay until the fate of each is known.
 * @throws Refusal `payouts_under_way`.
 */
export async function mustNotMovePayouts(
  to: { readonly address: string | null; readonly account: string | null },
  { tx, row }: Call<never, ProviderConfig>,
): Promise<void> {
  const moved = to.address !== row.address ? 'address' : to.account !== row.account ? 'account' : null
  if (row.kind !== 'payout' || !moved) return
  const [{ paying } = { paying: 0 }] = await tx
    .select({ paying: count() })
    .from(payoutRows)
    .where(and(eq(payoutRows.configId, row.id), eq(payoutRows.state, 'paying')))
  if (paying > 0) throw new Refusal('payouts_under_way', { count: paying }, { field: moved })
}
