import { eq } from 'drizzle-orm'
import { keys } from '#contract/keys.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { keyRows } from './store.ts'

/** Handlers of `keys`: the keys that people have set for themselves. */
export default implement(keys, {
  async get(_, { tx, actor }) {
    const [row] = await tx.select().from(keyRows).where(eq(keyRows.staffId, actor.id))
    return row ? { keys: row.keys, bare: row.bare } : { keys: {}, bare: true }
  },

  async set(settings, { tx, actor }) {
    const row = { staffId: actor.id, ...settings }
    await tx.insert(keyRows).values(row).onConflictDoUpdate({ target: keyRows.staffId, set: settings })
    return settings
  },
})
