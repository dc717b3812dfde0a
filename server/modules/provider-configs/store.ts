import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { testOutcomes } from '#contract/providers/configs.ts'
import { changeable, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `provider_configs`: where and with which keys providers are reached. */
export const providerConfigRows = pgTable(
  'provider_configs',
  {
    id: idColumn('providerConfig').primaryKey(),
    ...changeable(),
    providerId: idColumn('provider', 'provider_id').notNull(),
    state: text('state', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    name: text('name').notNull(),
    /** None: where the environment says. */
    address: text('address'),
    account: text('account'),
    /** Encrypted, and their ends, which may be seen. */
    apiKey: text('api_key'),
    apiKeyMask: text('api_key_mask'),
    signingKey: text('signing_key'),
    signingKeyMask: text('signing_key_mask'),
    weight: integer('weight').notNull(),
    priceMinor: minor('price_minor'),
    currency: text('currency').$type<Currency>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('provider_configs_name').on(table.providerId, table.name)],
)
/** A configuration as it is stored. */
export type StoredConfig = typeof providerConfigRows.$inferSelect

/**
 * Table `provider_health`: whether what was sent last went through. Beside the configurations: what happens to one is no
 * change of it, and must not make stale what somebody is about to save.
 */
export const providerHealthRows = pgTable('provider_health', {
  configId: idColumn('providerConfig', 'config_id').primaryKey(),
  /** How many in a row did not go through. */
  failures: integer('failures').notNull().default(0),
  /** Until then it is left out. */
  downUntil: instant('down_until'),
  error: text('error'),
  /** When something went through last. */
  upAt: instant('up_at'),
  tested: text('tested', { enum: testOutcomes }),
  testedAt: instant('tested_at'),
  latencyMs: integer('latency_ms'),
})
