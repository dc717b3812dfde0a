import { and, eq, gt, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { providerConfig, type TestOutcome } from '#contract/providers/configs.ts'
import { type AuditEntry, record } from '#server/kernel/base/audit.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { providerConfigRows, providerHealthRows } from './store.ts'

/** After so many failures in a row a configuration is down, … */
export const failuresMax = 3
/** … and left out for so long before it is tried again. */
const downMs = 60_000
const errorMax = 200

type ConfigId = IdOf<'providerConfig'>

/** What befalls a configuration by itself: it goes down, comes up, another goes in its place. */
type Turn = 'providerConfigs.wentDown' | 'providerConfigs.cameUp' | 'providerConfigs.stoodIn'

/** Writes into the record what befell a configuration. */
export const recordTurn = (tx: Db, configId: ConfigId, command: Turn, { reason, now }: { reason: string; now: Date }) =>
  record(tx, {
    ...{ at: now, actorName: 'provider', unitPath: '', roles: [], command, risk: 'write', outcome: 'done', reason },
    ...{ noun: providerConfig.noun, objectId: configId, requestId: `${configId} ${now.getTime()}`, durationMs: 0 },
  } satisfies AuditEntry)

/** Notes that something did not go through. */
export const noteFailure = (db: Db, configId: ConfigId, { error, now }: { error: string; now: Date }): Promise<void> =>
  db.transaction(async (tx) => {
    const { failures, downUntil } = providerHealthRows
    const until = new Date(now.getTime() + downMs)
    const again = {
      failures: sql`${failures} + 1`,
      downUntil: sql`case when ${failures} + 1 >= ${failuresMax} then ${until.toISOString()}::timestamptz else ${downUntil} end`,
      error: error.slice(0, errorMax),
    }
    const [noted] = await tx
      .insert(providerHealthRows)
      .values({ configId, failures: 1, error: again.error })
      .onConflictDoUpdate({ target: providerHealthRows.configId, set: again })
      .returning()
    if (noted!.failures === failuresMax)
      await recordTurn(tx, configId, 'providerConfigs.wentDown', { reason: again.error, now })
    await announceRows(tx, providerConfig.noun)
  })

/** Notes that something went through. Of one that is up nothing is written: thousands go through in a minute. */
export async function noteSuccess(
  db: Db,
  configId: ConfigId,
  { isUp, now }: { isUp: boolean; now: Date },
): Promise<void> {
  if (isUp) return
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ failures: providerHealthRows.failures })
      .from(providerHealthRows)
      .where(and(eq(providerHealthRows.configId, configId), gt(providerHealthRows.failures, 0)))
      .for('update')
    const up = { failures: 0, downUntil: null, upAt: now }
    await tx
      .insert(providerHealthRows)
      .values({ configId, ...up })
      .onConflictDoUpdate({ target: providerHealthRows.configId, set: up })
    if (before && before.failures >= failuresMax)
      await recordTurn(tx, configId, 'providerConfigs.cameUp', { reason: '', now })
    await announceRows(tx, providerConfig.noun)
  })
}

/**
 * Notes what came of a test. One that has reached it ends that it is down. The configuration is counted up: its row shows
 * the result.
 */
export const noteTest = (
  db: Db,
  configId: ConfigId,
  { outcome, latencyMs, now, by }: { outcome: TestOutcome; latencyMs: number; now: Date; by: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, by)
    const up = outcome === 'reached' ? { failures: 0, downUntil: null, upAt: now } : {}
    const tested = { tested: outcome, testedAt: now, latencyMs, ...up }
    await tx
      .insert(providerHealthRows)
      .values({ configId, ...tested })
      .onConflictDoUpdate({ target: providerHealthRows.configId, set: tested })
    const { id, name } = providerConfigRows
    await tx
      .update(providerConfigRows)
      .set({ name: sql`${name}` })
      .where(eq(id, configId))
  })
