import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { moneyKinds, type ProviderKind } from '#contract/providers/types.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { coalesced } from '#server/kernel/jobs/coalesce.ts'
import { providerBindingRows } from '#server/modules/provider-bindings/store.ts'
import {
  addEnvironmentConfigs,
  type ProviderTarget,
  recordTurn,
  targetOf,
} from '#server/modules/provider-configs/steps.ts'
import { providerConfigRows, providerHealthRows, type StoredConfig } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { type Candidate, type Choice, chooseConfig } from './choose.ts'

type ConfigId = IdOf<'providerConfig'>

/** What is to be done by a third party. */
export interface ProviderNeed {
  readonly kind: ProviderKind
  /** The app it is done for. */
  readonly app: string
  /** What it is about: the same goes to the same provider for as long as that is up. */
  readonly key: string
  /** Whose it has to be; none: anybody's of the kind. */
  readonly providerId?: IdOf<'provider'>
}

interface ConfigCandidate extends Candidate {
  readonly id: ConfigId
  readonly config: StoredConfig
  readonly isUp: boolean
}

const isUp = (health: typeof providerHealthRows.$inferSelect | null): boolean =>
  health !== null && health.failures === 0 && health.upAt !== null

const isBound = (app: string, more: SQL | undefined) => {
  const { appId, state } = providerBindingRows
  return and(eq(appId, app as IdOf<'app'>), eq(state, 'enabled'), more) // the code that orders carry
}

/** The configurations that something may go by: all of the kind that are enabled; of an app that is bound to some, these. */
async function candidatesFor(db: Db, { kind, app, providerId }: ProviderNeed): Promise<ConfigCandidate[]> {
  const own = isBound(app, eq(providerBindingRows.configId, providerConfigRows.id))
  const ofKind = sql`${providerBindingRows.configId} in (select c.id from ${providerConfigRows} c
    join ${providerRows} p on p.id = c.provider_id where p.kind = ${kind})`
  const bound = exists(db.select().from(providerBindingRows).where(own))
  const isFree = sql`not ${exists(db.select().from(providerBindingRows).where(isBound(app, ofKind)))}`
  const enabled = and(
    eq(providerRows.kind, kind),
    eq(providerRows.state, 'enabled'),
    eq(providerConfigRows.state, 'enabled'),
    providerId && eq(providerRows.id, providerId),
  )
  const rows = await db
    .select()
    .from(providerConfigRows)
    .innerJoin(providerRows, eq(providerRows.id, providerConfigRows.providerId))
    .leftJoin(providerHealthRows, eq(providerHealthRows.configId, providerConfigRows.id))
    .where(and(enabled, sql`(${bound} or ${isFree})`))
  return rows.map(({ provider_configs: config, provider_health: health }) => ({
    ...{ id: config.id, config, weight: config.weight, downUntil: health?.downUntil ?? null },
    isUp: isUp(health),
  }))
}

const needName = ({ kind, app, providerId }: ProviderNeed) => [kind, app, providerId ?? ''].join(' ')

/** The same for what is sent together: a thousand messages have a handful of needs. */
const sharedCandidatesFor = coalesced(needName, async (db: Db, needs: readonly ProviderNeed[]) => {
  const found = await Promise.all(needs.map((need) => candidatesFor(db, need)))
  return new Map(needs.map((need, i) => [needName(need), found[i]!]))
})

/** Whether anybody is enabled for something: of what nobody is, nobody is asked. */
export const isServed = async (need: Omit<ProviderNeed, 'key'>, { database: { db } }: Pick<AppContext, 'database'>) =>
  (await candidatesFor(db, { ...need, key: '' })).length > 0

const hasAny = async (db: Db, kind: ProviderKind): Promise<boolean> =>
  (await db.select({ id: providerRows.id }).from(providerRows).where(eq(providerRows.kind, kind)).limit(1)).length > 0

/** Until when a configuration was left out as another was last noted to stand in for it: `FIRST STANDBY`. */
const notedUntil = new Map<string, number>()

/**
 * Whether it is to go on the record that one configuration stands in for another: for each payment and pay-out; of a
 * hundred thousand messages, whose rows say by which they went, once for each time that the other is left out.
 */
function isWorthNoting({ chosen, preferred }: Choice<ConfigCandidate>, kind: ProviderKind): boolean {
  if (chosen.id === preferred.id) return false
  if (moneyKinds.includes(kind)) return true
  const pair = `${preferred.id} ${chosen.id}`
  const until = Number(preferred.downUntil)
  const isNews = notedUntil.get(pair) !== until
  notedUntil.set(pair, until)
  return isNews
}

/**
 * Chooses the provider that something goes by: by weight among those that are enabled, bound and up. That another one
 * stands in is on the record.
 * @throws Error where none is enabled.
 */
export async function providerFor(
  need: ProviderNeed,
  app: AppContext,
): Promise<ProviderTarget & { configId: ConfigId }> {
  const { db } = app.database
  const now = app.clock.now()
  let candidates = (await sharedCandidatesFor(db, need)) ?? []
  if (candidates.length === 0) {
    if (!(await hasAny(db, need.kind))) await addEnvironmentConfigs(db, app)
    candidates = await candidatesFor(db, need) // again in any case: another call may have added them just now
  }
  const choice = chooseConfig(candidates, { key: need.key, now })
  if (!choice) throw new Error(`no provider is enabled for ${need.kind}`)
  const { chosen, preferred } = choice
  if (isWorthNoting(choice, need.kind)) {
    const reason = `${need.key}: ${preferred.config.name} → ${chosen.config.name}`
    await recordTurn(db, chosen.id, 'providerConfigs.stoodIn', { reason, now })
  }
  return { ...targetOf(chosen.config, chosen.isUp, app), configId: chosen.id }
}

/** Whose signatures count for what a provider sends of its own accord: any of its configurations may have sent it. */
export async function signaturesOfProvider(
  providerId: IdOf<'provider'>,
  app: AppContext,
  db: Db,
): Promise<Pick<ProviderTarget['secrets'], 'verify'>> {
  const { providerId: of, state } = providerConfigRows
  const configs = await db
    .select()
    .from(providerConfigRows)
    .where(and(eq(of, providerId), eq(state, 'enabled')))
  const known = configs.map((config) => targetOf(config, true, app).secrets)
  return { verify: (...signed) => known.some((one) => one.verify(...signed)) }
}

/** A configuration with its provider and its health: read once for what is sent together. */
const storedConfigOf = coalesced(
  (configId: ConfigId) => configId,
  async (db: Db, configIds) => {
    const rows = await db
      .select()
      .from(providerConfigRows)
      .innerJoin(providerRows, eq(providerRows.id, providerConfigRows.providerId))
      .leftJoin(providerHealthRows, eq(providerHealthRows.configId, providerConfigRows.id))
      .where(inArray(providerConfigRows.id, [...configIds]))
    return new Map(rows.map((row) => [row.provider_configs.id, row]))
  },
)

/** A configuration as it is, whatever its state; of what was sent before there were any, the environment's. */
export async function providerOf(
  configId: ConfigId | null,
  app: AppContext,
  db: Db = app.database.db,
): Promise<ProviderTarget & { readonly isEnabled: boolean }> {
  if (configId === null) return { ...targetOf(null, true, app), isEnabled: true }
  const row = await storedConfigOf(db, configId)
  if (!row) throw new Error(`there is no configuration ${configId}`)
  const { provider_configs: config, providers, provider_health: health } = row
  const isEnabled = config.state === 'enabled' && providers.state === 'enabled'
  return { ...targetOf(config, isUp(health), app), isEnabled }
}
