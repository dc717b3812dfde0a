import { eq } from 'drizzle-orm'
import { adSpend, adSpendDay } from '#contract/ad-spend.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { importFrom, spendSheet } from './sheet.ts'
import { adSpendSource } from './source.ts'
import { adSpendRows } from './store.ts'
import { addSpend, spendToStore } from './write.ts'

/** Handlers of `adSpend`: what advertising costs. */
export default implement(
  adSpend,
  {
    list: adSpendSource,

    async add(asked, call) {
      const id = await addSpend(asked, call)
      call.note({ objectId: id, after: asked })
      return { id }
    },

    async edit({ id, version: _, ...asked }, call) {
      const values = await spendToStore(asked, call, id)
      await call.tx.update(adSpendRows).set(values).where(eq(adSpendRows.id, id))
    },

    async remove(_, { tx, row }) {
      await tx.delete(adSpendRows).where(eq(adSpendRows.id, row.id))
      await announceRows(tx, 'adSpend')
    },

    template: async () => templateFile(spendSheet) as never, // a file stands for the answer
    importSheet: (_, call) => importFrom(call.uploads!.files.file!.path, call), // the kernel refuses a call without it
  },
  [rowSource(adSpendDay, adSpendSource)],
)
