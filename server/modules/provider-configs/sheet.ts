import { asc, eq } from 'drizzle-orm'
import { major, ofMinor } from '#contract/kernel/money.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { type Template, templateFile } from '#server/kernel/call/csv-template.ts'
import { providerBindingRows } from '#server/modules/provider-bindings/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { providerConfigRows } from './store.ts'

const columns = [
  ...(['provider', 'providerName', 'kind', 'config', 'address', 'account'] as const),
  ...(['weight', 'price', 'status', 'apps'] as const),
] as const

/** The sheet of third parties: what another installation sets up by hand, key by key. */
const providerSheet: Template<(typeof columns)[number]> = { id: 'providers', version: 1, columns, rowsMax: 1_000 }

/** Every configuration with its provider and the apps that are bound to it. Keys stay here. */
export async function filledSheet(tx: Db) {
  const rows = await tx
    .select()
    .from(providerConfigRows)
    .innerJoin(providerRows, eq(providerRows.id, providerConfigRows.providerId))
    .orderBy(asc(providerRows.kind), asc(providerRows.id), asc(providerConfigRows.id))
  const bindings = await tx.select().from(providerBindingRows).where(eq(providerBindingRows.state, 'enabled'))
  return templateFile(
    providerSheet,
    rows.map(({ providers, provider_configs: config }) => ({
      ...{ provider: providers.id, providerName: providers.name, kind: providers.kind, config: config.name },
      ...{ address: config.address ?? '', account: config.account ?? '', weight: String(config.weight) },
      price: config.priceMinor === null ? '' : major(ofMinor(config.priceMinor, config.currency)),
      status: providers.state === 'enabled' ? config.state : providers.state,
      apps: bindings.flatMap(({ configId, appId }) => (configId === config.id ? [appId] : [])).join(' '),
    })),
  )
}
