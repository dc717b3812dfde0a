import { sql } from 'drizzle-orm'
import type { ProviderBinding } from '#contract/providers/bindings.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { providerBindingRows } from './store.ts'

/** List source: which configurations apps are bound to. */
export const providerBindingSource: Source<ProviderBinding> = {
  table: providerBindingRows,
  from: sql`${providerBindingRows} join ${appRows} on ${appRows.id} = ${providerBindingRows.appId}
    join ${providerConfigRows} on ${providerConfigRows.id} = ${providerBindingRows.configId}
    join ${providerRows} on ${providerRows.id} = ${providerConfigRows.providerId}`,
  columns: () => ({
    id: providerBindingRows.id,
    version: providerBindingRows.version,
    state: providerBindingRows.state,
    app: { id: appRows.id, name: appRows.name },
    kind: providerRows.kind,
    provider: { id: providerRows.id, name: providerRows.name },
    config: { id: providerConfigRows.id, name: providerConfigRows.name },
    changedBy: providerBindingRows.changedBy,
    createdAt: providerBindingRows.createdAt,
  }),
  scope: unscoped,
}
