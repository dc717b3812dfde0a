import { and, count, eq, ne, sql } from 'drizzle-orm'
import { dictionaryEntries, dictionaryEntry } from '#contract/dictionaries/entries.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { labelsFrom } from '#server/kernel/listing/labels.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { recordDownload } from '#server/modules/documents/steps/record-download.ts'
import { isHeld } from './entry-columns.ts'
import { filledSheet } from './sheet.ts'
import { dictionaryEntrySource, labelSql } from './source.ts'
import { dictionaryEntryRows, dictionaryEntryUseRows } from './store.ts'
import { takeSheet } from './take.ts'
import { addEntry, writeLabels } from './write.ts'

const uploadedFile = ({ uploads }: Context): string => uploads!.files.file!.path // the kernel refuses a call without it

/** Handlers of `dictionaryEntries`: what codes are called, where they stand, and whether they are offered. */
export default implement(
  dictionaryEntries,
  {
    list: dictionaryEntrySource,

    async of({ id }, { tx, language }) {
      const { code, tone, state, dictionaryId, sort } = dictionaryEntryRows
      const entries = await tx
        .select({ code, label: sql<string>`${labelSql(language)}`, tone, state })
        .from(dictionaryEntryRows)
        .where(eq(dictionaryId, id))
        .orderBy(sort, code)
      return { entries }
    },

    async add(asked, call) {
      const id = await addEntry(asked, call)
      call.note({ objectId: id, after: asked })
      return { id }
    },

    async edit({ sort, tone, ...labels }, call) {
      const { tx, row, app } = call
      const [stored] = await tx
        .select({ defaults: dictionaryEntryRows.defaults })
        .from(dictionaryEntryRows)
        .where(eq(dictionaryEntryRows.id, row.id))
      const { defaults } = stored! // its row is locked
      const ours = labelsFrom(labels, defaults)
      if (!(ours.en ?? defaults.en)) throw new Refusal('label_missing', undefined, { field: 'labelEn' })
      await tx.update(dictionaryEntryRows).set({ labels: ours, sort, tone }).where(eq(dictionaryEntryRows.id, row.id))
      await writeLabels(call, { dictionary: row.dictionary.id, code: row.code }, ours)
      app.words.forget()
    },

    async setState({ state }, { tx, row, app, fail }) {
      if (state === 'disabled') {
        if (vocabularies.get(row.dictionary.id)?.codesOf === 'states') return fail('state_of_machine')
        const [left] = await tx
          .select({ count: count() })
          .from(dictionaryEntryRows)
          .where(
            and(
              eq(dictionaryEntryRows.dictionaryId, row.dictionary.id),
              eq(dictionaryEntryRows.state, 'enabled'),
              ne(dictionaryEntryRows.id, row.id),
            ),
          )
        if (left!.count === 0) return fail('last_offered')
      }
      await tx.update(dictionaryEntryRows).set({ state }).where(eq(dictionaryEntryRows.id, row.id))
      app.words.forget()
    },

    async remove(_, { tx, row, app, fail }) {
      if (!row.added) return fail('comes_with_product')
      const [used] = await tx.select().from(dictionaryEntryUseRows).where(eq(dictionaryEntryUseRows.entryId, row.id))
      if (used || (await isHeld(tx, { dictionary: row.dictionary.id, code: row.code }))) return fail('entry_used')
      await tx.delete(dictionaryEntryRows).where(eq(dictionaryEntryRows.id, row.id))
      await announceRows(tx, 'dictionaryEntries')
      app.words.forget()
    },

    words: async (_, { app }) => ({ words: [...app.words.all()] }),

    async generate({ ids }, call) {
      const sheet = await filledSheet(ids, call)
      const about = { page: 'dictionaryEntries', noun: 'dictionaryEntries', command: dictionaryEntries.generate.id }
      await recordDownload({ ...about, input: { ids: ids ?? 'all' } }, call)
      return sheet as never // a file stands for the answer
    },
    take: (_, call) => takeSheet(uploadedFile(call), call),
  },
  [rowSource(dictionaryEntry, dictionaryEntrySource)],
)
