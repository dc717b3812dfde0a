import { and, eq, ne } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { providerBinding, providerBindings } from '#contract/providers/bindings.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { mustBeReleased } from '#server/modules/providers/steps.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { providerBindingSource } from './source.ts'
import { providerBindingRows } from './store.ts'

type ConfigId = IdOf<'providerConfig'>

/** A configuration with its kind. @throws Refusal `unknown_config`. */
async function configOf(tx: Db, id: ConfigId) {
  const [config] = await tx
    .select({ name: providerConfigRows.name, kind: providerRows.kind })
    .from(providerConfigRows)
    .innerJoin(providerRows, eq(providerRows.id, providerConfigRows.providerId))
    .where(eq(providerConfigRows.id, id))
  if (!config) throw new Refusal('unknown_config', undefined, { field: 'configId' })
  return config
}

const known = () => new Refusal('known_already', undefined, { field: 'configId' })

/** Handlers of `providerBindings`: which configurations apps are bound to. */
export default implement(
  providerBindings,
  {
    list: providerBindingSource,

    async add({ appId, configId }, call) {
      const { tx, today, now, note } = call
      const [app] = await tx.select({ name: appRows.name }).from(appRows).where(eq(appRows.id, appId))
      if (!app) throw new Refusal('unknown_app', undefined, { field: 'appId' })
      const config = await configOf(tx, configId)
      const id = await newId(tx, providerBinding.ids, today)
      const added = await tx
        .insert(providerBindingRows)
        .values({ id, appId, configId, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: providerBindingRows.id })
      if (added.length === 0) throw known()
      await mustBeReleased(config.kind, call)
      note({ objectId: id, after: { app: app.name, kind: config.kind, config: config.name } })
      return { id }
    },

    async edit({ configId }, call) {
      const { tx, row } = call
      const { kind } = await configOf(tx, configId)
      if (kind !== row.kind) throw new Refusal('other_kind', undefined, { field: 'configId' })
      const { appId, configId: bound, id } = providerBindingRows
      const same = and(eq(appId, row.app.id), eq(bound, configId), ne(id, row.id))
      if ((await tx.select({ id }).from(providerBindingRows).where(same)).length > 0) throw known()
      await mustBeReleased(kind, call)
      await tx.update(providerBindingRows).set({ configId }).where(eq(id, row.id))
    },

    async setState({ state }, call) {
      await mustBeReleased(call.row.kind, call)
      await call.tx.update(providerBindingRows).set({ state }).where(eq(providerBindingRows.id, call.row.id))
    },
  },
  [rowSource(providerBinding, providerBindingSource)],
)
