import { sql } from 'drizzle-orm'
import type { App } from '#contract/apps.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { productRows } from '#server/modules/products/store.ts'
import { contractInForce } from './steps.ts'
import { appGroupRows, appRows } from './store.ts'

/** List source: apps that customers apply in. */
export const appSource: Source<App> = {
  table: appRows,
  from: sql`${appRows} join ${appGroupRows} on ${appGroupRows.id} = ${appRows.groupId}`,
  columns: () => ({
    id: appRows.id,
    version: appRows.version,
    state: appRows.state,
    name: appRows.name,
    group: { id: appGroupRows.id, name: appGroupRows.name },
    package: appRows.package,
    platform: appRows.platform,
    release: appRows.release,
    forcedUpdate: appRows.forcedUpdate,
    company: appRows.company,
    defaultProductId: appRows.defaultProductId,
    contractTemplate: contractInForce(appRows.id),
    products: sql`coalesce((select string_agg(${productRows.id}, ', ' order by ${productRows.rank}, ${productRows.id})
      from ${productRows} where ${productRows.app} = ${appRows.id}), '')`,
    createdAt: appRows.createdAt,
  }),
  scope: unscoped,
}
