import { eq } from 'drizzle-orm'
import { providerConfig, providerConfigs } from '#contract/providers/configs.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { recordDownload } from '#server/modules/documents/steps/record-download.ts'
import { mustBeReleased } from '#server/modules/providers/steps.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { targetOf, testTarget } from './call.ts'
import { noteTest } from './health.ts'
import { eventsOf } from './history.ts'
import { filledSheet } from './sheet.ts'
import { providerConfigSource } from './source.ts'
import { providerConfigRows } from './store.ts'
import { mustBeNewName, mustNotMovePayouts, valuesOf } from './write.ts'

const place = rowSource(providerConfig, providerConfigSource)

/** Handlers of `providerConfigs`: where and with which keys providers are reached. */
export default implement(
  providerConfigs,
  {
    list: providerConfigSource,

    history: async ({ id }, call) => ({ events: await eventsOf(id, call) }),

    async add({ providerId, ...details }, call) {
      const { tx, now, today, note } = call
      const [provider] = await tx.select().from(providerRows).where(eq(providerRows.id, providerId))
      if (!provider) throw new Refusal('unknown_provider', undefined, { field: 'providerId' })
      await mustBeNewName(tx, details.name, { providerId, id: null })
      const values = valuesOf(details, provider.kind, call)
      await mustBeReleased(provider.kind, call)
      const id = await newId(tx, providerConfig.ids, today)
      await tx.insert(providerConfigRows).values({ id, providerId, ...values, createdAt: now })
      const { apiKey: _, signingKey: __, ...after } = values
      note({ objectId: id, after: { provider: provider.name, ...after } })
      return { id }
    },

    async edit({ id, version: _, ...details }, call) {
      const { tx, row } = call
      await mustBeNewName(tx, details.name, { providerId: row.provider.id, id })
      const values = valuesOf(details, row.kind, call)
      await mustNotMovePayouts(values, call)
      await mustBeReleased(row.kind, call)
      await tx.update(providerConfigRows).set(values).where(eq(providerConfigRows.id, id))
    },

    async setState({ id, state }, call) {
      await mustBeReleased(call.row.kind, call)
      await call.tx.update(providerConfigRows).set({ state }).where(eq(providerConfigRows.id, id))
    },

    async test({ id }, { app, actor, t, tx, afterCommit }) {
      const [config] = await tx.select().from(providerConfigRows).where(eq(providerConfigRows.id, id))
      const target = targetOf(config!, false, app) // its row is locked
      // it may take its time: no transaction waits for that
      afterCommit(async () => {
        const { db } = app.database
        await noteTest(db, id, { ...(await testTarget(target)), now: app.clock.now(), by: actor.name })
        return findOne(db, place, id, { actor, scopes: ['all'], app, t })
      })
    },

    async generate(_, call) {
      const sheet = await filledSheet(call.tx)
      const command = providerConfigs.generate.id
      await recordDownload({ page: 'providerConfigs', command, noun: 'providerConfigs' }, call)
      return sheet as never // a file stands for the answer
    },
  },
  [place],
)
