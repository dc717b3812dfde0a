import { sql } from 'drizzle-orm'
import type { ProviderConfig } from '#contract/providers/configs.ts'
import { noneOf } from '#server/kernel/listing/column-mapping.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { failuresMax } from './health.ts'
import { providerConfigRows, providerHealthRows } from './store.ts'

const health = providerHealthRows
const fails = sql`${health.failures} > 0`

/** List source: configurations of providers. */
export const providerConfigSource: Source<ProviderConfig> = {
  table: providerConfigRows,
  from: sql`${providerConfigRows} join ${providerRows} on ${providerRows.id} = ${providerConfigRows.providerId}
    left join ${health} on ${health.configId} = ${providerConfigRows.id}`,
  columns: () => ({
    id: providerConfigRows.id,
    version: providerConfigRows.version,
    state: providerConfigRows.state,
    name: providerConfigRows.name,
    provider: { id: providerRows.id, name: providerRows.name },
    kind: providerRows.kind,
    address: providerConfigRows.address,
    account: providerConfigRows.account,
    apiKeyMask: providerConfigRows.apiKeyMask,
    signingKeyMask: providerConfigRows.signingKeyMask,
    weight: providerConfigRows.weight,
    price: { minor: providerConfigRows.priceMinor, currency: providerConfigRows.currency },
    health: {
      caseWhen: [
        ['down', sql`${health.failures} >= ${failuresMax}`],
        ['failing', sql`(${health.failures} > 0 and ${health.failures} < ${failuresMax})`],
        ['up', sql`(${noneOf(fails)} and ${health.upAt} is not null)`],
        ['unused', sql`(${noneOf(fails)} and ${health.upAt} is null)`],
      ],
    },
    error: sql`case when ${health.failures} > 0 then ${health.error} end`,
    tested: health.tested,
    testedAt: health.testedAt,
    latencyMs: health.latencyMs,
    changedBy: providerConfigRows.changedBy,
    createdAt: providerConfigRows.createdAt,
  }),
  scope: unscoped,
}
