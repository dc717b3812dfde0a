import { eq } from 'drizzle-orm'
import { menuEntries, menuEntry } from '#contract/menu-entries.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { labelsFrom } from '#server/kernel/listing/labels.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { menuEntrySource } from './source.ts'
import { declaredEntries } from './steps.ts'
import { menuEntryRows } from './store.ts'

/** Handlers of `menuEntries`: the menu as an administrator keeps it. */
export default implement(
  menuEntries,
  {
    list: menuEntrySource,

    async addLink({ path, place, sort, icon = null, ...typed }, { tx, now, today, note }) {
      const id = await newId(tx, menuEntry.ids, today)
      const values = { path, place, sort, icon, labels: labelsFrom(typed) }
      await tx
        .insert(menuEntryRows)
        .values({ id, kind: 'link', hidden: false, defaults: {}, ...values, createdAt: now })
      note({ objectId: id, after: values })
      return { id }
    },

    async edit({ id, version: _, sort, icon = null, ...typed }, { tx, row }) {
      const [stored] = await tx.select().from(menuEntryRows).where(eq(menuEntryRows.id, id))
      const labels = labelsFrom(typed, stored!.defaults) // the row is locked
      if (row.kind === 'link' && !labels.en) throw new Refusal('label_missing', undefined, { field: 'labelEn' })
      await tx.update(menuEntryRows).set({ labels, sort, icon }).where(eq(menuEntryRows.id, id))
    },

    async setAddress({ path }, { tx, row }) {
      await tx.update(menuEntryRows).set({ path }).where(eq(menuEntryRows.id, row.id))
    },

    async show(_, { tx, row }) {
      await tx.update(menuEntryRows).set({ hidden: false }).where(eq(menuEntryRows.id, row.id))
    },
    async hide(_, { tx, row }) {
      await tx.update(menuEntryRows).set({ hidden: true }).where(eq(menuEntryRows.id, row.id))
    },

    async restore(_, { tx, row, fail }) {
      const declared = declaredEntries.get(row.id)
      if (!declared || !row.changed) return fail('nothing_to_restore')
      const { sort, icon, hidden } = declared
      await tx.update(menuEntryRows).set({ labels: {}, sort, icon, hidden }).where(eq(menuEntryRows.id, row.id))
    },

    async remove(_, { tx, row }) {
      await tx.delete(menuEntryRows).where(eq(menuEntryRows.id, row.id))
      await announceRows(tx, 'menuEntries')
    },
  },
  [rowSource(menuEntry, menuEntrySource)],
)
