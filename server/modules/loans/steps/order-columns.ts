import { sql } from 'drizzle-orm'
import type { orderFields } from '#contract/loans/order-fields.ts'
import { type ColumnMapping, withName } from '#server/kernel/listing/column-mapping.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { loanRows } from '../store.ts'

const app = withName(loanRows.app, appRows)

/** What an order is of, where it is joined with its customer: `orderFields`. An app that nobody keeps is called by its id. */
export const orderColumns = {
  product: withName(loanRows.productId, productRows),
  app: { ...app, name: sql`coalesce(${app.name}, ${loanRows.app})` },
  customerKind: customerRows.kind,
} as const satisfies Record<keyof typeof orderFields, ColumnMapping>
