import { and, eq, ne } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { provider, providers } from '#contract/providers/types.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRefresh } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { providerSource } from './source.ts'
import { mustBeReleased } from './steps.ts'
import { providerRows } from './store.ts'

/** Two of one name nobody can tell apart. @throws Refusal `name_taken`. */
async function mustBeNewName(tx: Db, name: string, id: IdOf<'provider'>): Promise<void> {
  const [known] = await tx
    .select({ id: providerRows.id })
    .from(providerRows)
    .where(and(eq(providerRows.name, name), ne(providerRows.id, id)))
  if (known) throw new Refusal('name_taken', { name }, { field: 'name' })
}

/** Handlers of `providers`: third parties, each with what it does. */
export default implement(
  providers,
  {
    list: providerSource,

    async add({ code, name, kind }, call) {
      const { tx, now, note } = call
      const id = code as IdOf<'provider'> // named by whoever adds it
      await mustBeNewName(tx, name, id)
      const added = await tx
        .insert(providerRows)
        .values({ id, name, kind, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: providerRows.id })
      if (added.length === 0) throw new Refusal('known_already', undefined, { field: 'code' })
      await mustBeReleased(kind, call)
      note({ objectId: id, after: { name, kind } })
      return { id }
    },

    async edit({ name }, { tx, row }) {
      await mustBeNewName(tx, name, row.id)
      await tx.update(providerRows).set({ name }).where(eq(providerRows.id, row.id))
    },

    async setState({ state }, call) {
      await mustBeReleased(call.row.kind, call)
      await call.tx.update(providerRows).set({ state }).where(eq(providerRows.id, call.row.id))
    },

    async flush(_, { tx }) {
      await announceRefresh(tx)
      return {}
    },
  },
  [rowSource(provider, providerSource)],
)
