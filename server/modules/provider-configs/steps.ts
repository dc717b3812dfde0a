import { inArray, sql } from 'drizzle-orm'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ProviderKind } from '#contract/providers/types.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { putProvider } from '#server/modules/providers/steps.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { providerConfigRows } from './store.ts'

export { bytesOf, callProvider, jsonOf, mustBeOk, type ProviderTarget, signedAnswerOf, targetOf } from './call.ts'
export { recordTurn } from './health.ts'

/** What a configuration is called, its provider first: `Eve Reading · Main`. Of both tables, joined. */
export const configName = sql`(${providerRows.name} || ' · ' || ${providerConfigRows.name})`

/** What is called so in the environment of a server: the kinds that are reached where it says. */
export const environmentKinds = {
  payout: { id: 'ENV-PAYOUT', name: 'Pay-out gateway' },
  collection: { id: 'ENV-COLLECTION', name: 'Collection gateway' },
  sms: { id: 'ENV-SMS', name: 'SMS gateway' },
  whatsapp: { id: 'ENV-WHATSAPP', name: 'WhatsApp gateway' },
  email: { id: 'ENV-EMAIL', name: 'E-mail gateway' },
  push: { id: 'ENV-PUSH', name: 'Notification gateway' },
  dialler: { id: 'ENV-DIALLER', name: 'Dialler' },
  aiCall: { id: 'ENV-AI-CALL', name: 'AI calls' },
} as const satisfies Partial<Record<ProviderKind, { id: string; name: string }>>
export type EnvironmentKind = keyof typeof environmentKinds
/** Whether the environment says where a kind is reached. */
export const isInEnvironment = (kind: ProviderKind): kind is EnvironmentKind => kind in environmentKinds

/**
 * Makes the environment the first configuration of each kind that it knows and that has no provider yet.
 */
export async function addEnvironmentConfigs(db: Db, { clock }: Pick<AppContext, 'clock'>): Promise<void> {
  const kinds = Object.keys(environmentKinds) as EnvironmentKind[] // as declared
  const known = await db.select({ kind: providerRows.kind }).from(providerRows).where(inArray(providerRows.kind, kinds))
  const createdAt = clock.now()
  const currency = countries[clock.country].currency
  for (const kind of kinds.filter((one) => !known.some((row) => row.kind === one))) {
    const { id, name } = environmentKinds[kind]
    const providerId = id as IdOf<'provider'> // named here
    await putProvider(db, { id: providerId, name, kind, createdAt })
    await db
      .insert(providerConfigRows)
      .values({ id: id as IdOf<'providerConfig'>, providerId, name: 'Environment', weight: 100, currency, createdAt })
      .onConflictDoNothing()
  }
}
