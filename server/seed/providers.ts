import { countries } from '#contract/kernel/countries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ProviderKind } from '#contract/providers/types.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { providerBindingRows } from '#server/modules/provider-bindings/store.ts'
import { addEnvironmentConfigs } from '#server/modules/provider-configs/steps.ts'
import { providerConfigRows, providerHealthRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { later, type SeedContext } from './history/context.ts'
import { demoApps } from './products.ts'

interface DemoConfig {
  readonly name: string
  readonly weight: number
  readonly priceMinor: number
  /** What was heard of it lately: when it was tested, or when something did not go through. */
  readonly heard?: Pick<typeof providerHealthRows.$inferInsert, 'tested' | 'latencyMs' | 'failures' | 'error'>
}
interface DemoProvider {
  readonly id: string
  readonly name: string
  readonly kind: ProviderKind
  readonly state?: 'disabled'
  readonly configs: readonly DemoConfig[]
}

/** Third parties of the demo beside what the environment says. Those who check people are the sandbox by another name. */
const demoProviders: readonly DemoProvider[] = [
  {
    ...{ id: 'DOCSCAN', name: 'DocScan', kind: 'ocr' },
    configs: [
      { name: 'Mumbai', weight: 80, priceMinor: 150, heard: { tested: 'reached', latencyMs: 184 } },
      { name: 'Singapore', weight: 20, priceMinor: 210, heard: { tested: 'slow', latencyMs: 5_000 } },
    ],
  },
  { ...{ id: 'FACELINE', name: 'Faceline', kind: 'face' }, configs: [{ name: 'Main', weight: 100, priceMinor: 200 }] },
  {
    ...{ id: 'CREDITVIEW', name: 'CreditView', kind: 'bureau' },
    configs: [{ name: 'Consumer report', weight: 100, priceMinor: 1_800 }],
  },
  {
    ...{ id: 'CHATREACH', name: 'ChatReach', kind: 'whatsapp' },
    configs: [
      {
        name: 'Business account',
        weight: 100,
        priceMinor: 55,
        heard: { failures: 1, error: 'the gateway answered 503' },
      },
    ],
  },
  {
    ...{ id: 'LETTERBOX', name: 'Letterbox', kind: 'email', state: 'disabled' },
    configs: [{ name: 'Newsletters', weight: 100, priceMinor: 4, heard: { tested: 'keysRefused', latencyMs: 96 } }],
  },
]

const currencyOf = ({ country }: Pick<SeedContext, 'country'>) => countries[country].currency
const checking: readonly ProviderKind[] = ['ocr', 'face', 'bureau']
const addressOf = ({ id, kind }: DemoProvider, name: string) =>
  checking.includes(kind) ? null : `https://${name.toLowerCase().replaceAll(' ', '-')}.${id.toLowerCase()}.example/v1`

const heardMinutesAgo = 190

/** Notes what was heard of configurations, where anything was. */
async function addHealth(db: Db, heard: readonly (typeof providerHealthRows.$inferInsert)[], at: Date): Promise<void> {
  for (const { tested, failures, ...health } of heard) {
    if (!tested && !failures) continue
    const reached = tested === 'reached' && { upAt: at }
    const row = { ...health, ...(tested && { tested, testedAt: at }), ...(failures && { failures }), ...reached }
    await db.insert(providerHealthRows).values(row).onConflictDoNothing()
  }
}

/** Adds the providers of the demo: what the environment says, and others to look at. */
export async function addProviders(db: Db, context: SeedContext): Promise<void> {
  const createdAt = context.at(context.start, 0)
  await addEnvironmentConfigs(db, { clock: { country: context.country, now: () => createdAt } })
  for (const [at, { configs, ...provider }] of demoProviders.entries()) {
    const providerId = provider.id as IdOf<'provider'> // named above
    await db
      .insert(providerRows)
      .values({ ...provider, id: providerId, createdAt })
      .onConflictDoNothing()
    const idOf = (nth: number) => `PC-${at + 1}${nth + 1}` as IdOf<'providerConfig'>
    const rows = configs.map(({ name, weight, priceMinor }, nth) => ({
      ...{ id: idOf(nth), providerId, name, weight, priceMinor, createdAt },
      ...{ currency: currencyOf(context), address: addressOf({ configs, ...provider }, name), account: 'lendline' },
    }))
    await db.insert(providerConfigRows).values(rows).onConflictDoNothing()
    await addHealth(
      db,
      configs.map(({ heard }, nth) => ({ configId: idOf(nth), ...heard })),
      later(context.now, -heardMinutesAgo),
    )
  }
  const [, ios] = demoApps
  const bound = { id: 'PB-1' as IdOf<'providerBinding'>, appId: ios!.id, configId: 'PC-12' as IdOf<'providerConfig'> }
  await db
    .insert(providerBindingRows)
    .values({ ...bound, createdAt })
    .onConflictDoNothing()
}
