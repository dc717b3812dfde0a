import { eq, sql } from 'drizzle-orm'
import type { IdOf, LocalDate, Ref } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { configName } from '#server/modules/provider-configs/steps.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { settlementReportRows } from './store.ts'

type ConfigId = IdOf<'providerConfig'>

/** Configurations that money goes through, those that are switched off too: their last files are still to come. */
export async function gatewaysOf(tx: Db): Promise<{ config: Ref<'providerConfig'>; lastDay: LocalDate | null }[]> {
  const rows = await rowsOf<{ id: ConfigId; name: string; lastDay: LocalDate | null }>(
    tx,
    sql`select ${providerConfigRows.id}, ${configName} as name, (select max(r.to_day)::text from ${settlementReportRows} r
        where r.config_id = ${providerConfigRows.id}) as "lastDay"
      from ${providerConfigRows} join ${providerRows} on ${providerRows.id} = ${providerConfigRows.providerId}
      where ${providerRows.kind} in ('collection', 'payout')
      order by ${providerRows.kind}, ${providerConfigRows.createdAt}, ${providerConfigRows.id}`,
  )
  return rows.map(({ id, name, lastDay }) => ({ config: { id, name }, lastDay }))
}

/** The kind of a gateway. @throws Refusal `unknown_config`, `no_money_config`. */
export async function sideOf(tx: Db, id: ConfigId): Promise<'collection' | 'payout'> {
  const [found] = await tx
    .select({ kind: providerRows.kind })
    .from(providerConfigRows)
    .innerJoin(providerRows, eq(providerRows.id, providerConfigRows.providerId))
    .where(eq(providerConfigRows.id, id))
  if (!found) throw new Refusal('unknown_config', undefined, { field: 'configId' })
  const { kind } = found
  if (kind !== 'collection' && kind !== 'payout') throw new Refusal('no_money_config', undefined, { field: 'configId' })
  return kind
}
