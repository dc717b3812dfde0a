import { sql } from 'drizzle-orm'
import { formatRate } from '#contract/kernel/format.ts'
import type { PenaltyTerms } from '#contract/loans/terms.ts'
import type { Product } from '#contract/products/row.ts'
import type { ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { merchantRows } from '#server/modules/merchants/store.ts'
import { inForceSql } from './steps/terms.ts'
import { productRows, productTermRows } from './store.ts'

/** `1–3 0.5 % · 4– 1 %`: days overdue and what each of them costs. */
const summary = (penalty: PenaltyTerms | null): string =>
  (penalty?.tiers ?? [])
    .map(({ fromDay, toDay, ratePpm }) => `${fromDay}–${toDay ?? ''} ${formatRate(ratePpm, 'en')}`)
    .join(' · ')

const mappings = ({ day }: ReadContext): ColumnMappings<Product> => {
  const levels = inForceSql('quota', day)
  const first = (field: string) => sql`((${levels} -> 0 ->> ${field})::bigint)`
  return {
    id: productRows.id,
    version: productRows.version,
    state: productRows.state,
    name: productRows.name,
    app: productRows.app,
    merchant: { id: productRows.merchantId, name: merchantRows.name },
    minAmount: { minor: first('minMinor'), currency: productRows.currency },
    maxAmount: { minor: sql`((${levels} -> -1 ->> 'maxMinor')::bigint)`, currency: productRows.currency },
    tenures: {
      select: { tenures: sql`(${levels} -> 0 -> 'tenureDays')` },
      compute: ({ tenures }) => ((tenures as readonly number[] | null) ?? []).join(', '), // as its schema says
    },
    periods: first('periods'),
    serviceRate: first('serviceRatePpm'),
    dailyInterest: first('dailyInterestPpm'),
    apr: inForceSql('quota', day, 'aprPpm'),
    penalty: {
      select: { penalty: inForceSql('penalty', day) },
      compute: ({ penalty }) => summary(penalty as PenaltyTerms | null), // stored under that part
    },
    extension: sql`coalesce((${inForceSql('extension', day)} ->> 'enabled')::boolean, false)`,
    rank: productRows.rank,
    icon: productRows.icon,
    changesOn: sql`(select min(t.effective_from) from ${productTermRows} t
      where t.product_id = ${productRows.id} and t.effective_from > ${day} and t.state = 'passed')`,
    waiting: sql`(select count(*)::int from ${productTermRows} t
      where t.product_id = ${productRows.id} and t.state = 'pending')`,
    createdAt: productRows.createdAt,
  }
}

/** List source: what is lent. */
export const productSource: Source<Product> = {
  table: productRows,
  from: sql`${productRows} left join ${merchantRows} on ${merchantRows.id} = ${productRows.merchantId}`,
  columns: mappings,
  // a product is nobody's own: whoever sees the page sees all of them
  scope: unscoped,
}
