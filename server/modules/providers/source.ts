import { type SQL, sql } from 'drizzle-orm'
import type { Provider } from '#contract/providers/types.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from './store.ts'

const configs = (which: SQL) => sql`(select count(*)::int from ${providerConfigRows} configs
  where configs.provider_id = ${providerRows.id} and ${which})`

/** List source: third parties. */
export const providerSource: Source<Provider> = {
  table: providerRows,
  from: sql`${providerRows}`,
  columns: () => ({
    id: providerRows.id,
    version: providerRows.version,
    state: providerRows.state,
    name: providerRows.name,
    kind: providerRows.kind,
    configs: configs(sql`true`),
    enabledConfigs: configs(sql`configs.state = 'enabled'`),
    changedBy: providerRows.changedBy,
    createdAt: providerRows.createdAt,
  }),
  scope: unscoped,
}
