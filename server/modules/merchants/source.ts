import { sql } from 'drizzle-orm'
import type { Merchant } from '#contract/merchants.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { productRows } from '#server/modules/products/store.ts'
import { merchantRows } from './store.ts'

/** List source: businesses that products belong to. */
export const merchantSource: Source<Merchant> = {
  table: merchantRows,
  from: sql`${merchantRows}`,
  columns: () => ({
    id: merchantRows.id,
    version: merchantRows.version,
    name: merchantRows.name,
    state: merchantRows.state,
    products: sql`coalesce((select string_agg(${productRows.id}, ', ' order by ${productRows.rank}, ${productRows.id})
      from ${productRows} where ${productRows.merchantId} = ${merchantRows.id}), '')`,
    createdAt: merchantRows.createdAt,
  }),
  scope: unscoped,
}
