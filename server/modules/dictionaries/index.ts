import { eq, sql } from 'drizzle-orm'
import { dictionaries, dictionary, rootCode } from '#contract/dictionaries/types.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { dictionarySource, kindOfType } from './source.ts'
import { holdType, numberTypes, typeId, typesBelow } from './steps.ts'
import { dictionaryRows } from './store.ts'

/** Where a type is to stand: below another one there is, or at the root. @throws Refusal `unknown_parent`. */
async function parentOf(tx: Db, parent: IdOf<'parentDictionary'>): Promise<IdOf<'dictionary'> | null> {
  if (parent === rootCode) return null
  if (await holdType(tx, typeId(parent))) return typeId(parent)
  throw new Refusal('unknown_parent', undefined, { field: 'parent' })
}

/** Handlers of `dictionaries`: lists of codes with their labels. */
export default implement(
  dictionaries,
  {
    list: dictionarySource,

    async add({ code, name, sort, parent }, { tx, now, note }) {
      if (code === rootCode) throw new Refusal('known_already', undefined, { field: 'code' })
      const row = { id: typeId(code), name, sort, parentId: await parentOf(tx, parent), createdAt: now }
      const [added] = await tx
        .insert(dictionaryRows)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: dictionaryRows.id })
      if (!added) throw new Refusal('known_already', undefined, { field: 'code' })
      await numberTypes(tx)
      note({ objectId: added.id, after: { name, sort, parent } })
      return added
    },

    async edit({ name, sort, parent }, { tx, row }) {
      // two that are put below one another at once: the tree is changed by one at a time
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('dictionaries'))`)
      const parentId = await parentOf(tx, parent)
      if (parentId && (await typesBelow(tx, row.id)).includes(parentId))
        throw new Refusal('parent_cycle', undefined, { field: 'parent' })
      // as the product calls it: then in every language
      const own = name === row.name ? {} : { name }
      await tx
        .update(dictionaryRows)
        .set({ sort, parentId, ...own })
        .where(eq(dictionaryRows.id, row.id))
      await numberTypes(tx)
    },

    async remove(_, { tx, row, fail }) {
      if (kindOfType(row.id) !== 'own') return fail('comes_with_product')
      if (row.entries > 0) return fail('has_entries', { count: row.entries })
      const below = (await typesBelow(tx, row.id)).length - 1
      if (below > 0) return fail('has_children', { count: below })
      await tx.delete(dictionaryRows).where(eq(dictionaryRows.id, row.id))
      await announceRows(tx, 'dictionaries')
    },
  },
  [rowSource(dictionary, dictionarySource)],
)
