import { eq } from 'drizzle-orm'
import { aiConfig, aiConfigs } from '#contract/ai-configs.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { aiTaskRows } from '#server/modules/ai-tasks/store.ts'
import { aiConfigSource } from './source.ts'
import { aiConfigRows } from './store.ts'
import { configToStore } from './write.ts'

/** Handlers of `aiConfigs`: whom robots call, when, and how often. */
export default implement(
  aiConfigs,
  {
    list: aiConfigSource,

    async add(asked, call) {
      const { tx, today, now, note } = call
      const values = await configToStore(asked, call)
      const id = await newId(tx, aiConfig.ids, today)
      await tx.insert(aiConfigRows).values({ id, ...values, createdAt: now })
      note({ objectId: id, after: values })
      return { id }
    },

    async edit({ id, version: _, ...asked }, call) {
      const values = await configToStore(asked, call)
      await call.tx.update(aiConfigRows).set(values).where(eq(aiConfigRows.id, id))
    },

    async setState({ id, state }, { tx }) {
      await tx.update(aiConfigRows).set({ state }).where(eq(aiConfigRows.id, id))
    },

    async remove({ id }, { tx, fail }) {
      // one may have been planned since the row was read
      const tasks = await tx.select({ id: aiTaskRows.id }).from(aiTaskRows).where(eq(aiTaskRows.configId, id))
      if (tasks.length > 0) return fail('config_used', { count: tasks.length })
      await tx.delete(aiConfigRows).where(eq(aiConfigRows.id, id))
      await announceRows(tx, 'aiConfigs')
    },
  },
  [rowSource(aiConfig, aiConfigSource)],
)
