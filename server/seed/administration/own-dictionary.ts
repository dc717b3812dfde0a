import { dictionaryEntry } from '#contract/dictionaries/entries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'
import { numberTypes } from '#server/modules/dictionaries/steps.ts'
import { dictionaryRows } from '#server/modules/dictionaries/store.ts'
import { dictionaryEntryRows } from '#server/modules/dictionary-entries/store.ts'
import type { SeedContext } from '../history/context.ts'

type Entry = Pick<typeof dictionaryEntryRows.$inferInsert, 'code' | 'tone' | 'state'> & { readonly labels: Labels }

/** What staff have a list of their own for: what came of a visit at somebody's home. One code is used no more. */
const visits = {
  id: 'visitOutcome' as IdOf<'dictionary'>,
  name: 'What a visit came to',
  sort: 90,
  entries: [
    {
      ...{ code: 'met', tone: 'good' },
      labels: { en: 'Met', zh: '见到本人', es: 'Encontrado', vi: 'Đã gặp', id: 'Bertemu', ja: '本人と面会' },
    },
    {
      ...{ code: 'moved', tone: 'warn' },
      labels: { en: 'Moved away', zh: '已搬走', es: 'Se mudó', vi: 'Đã chuyển đi', id: 'Sudah pindah', ja: '転居済み' },
    },
    {
      ...{ code: 'leaflet', tone: 'muted', state: 'disabled' },
      labels: {
        ...{ en: 'Left a leaflet', zh: '已留宣传单', es: 'Se dejó un folleto' },
        ...{ vi: 'Đã để lại tờ rơi', id: 'Meninggalkan selebaran', ja: 'ちらしを投函' },
      },
    },
  ] satisfies readonly Entry[],
}
const daysAgo = 62

/** Adds a dictionary of staff's own, with an entry that is offered no more. */
export async function addOwnDictionary(db: Db, context: SeedContext): Promise<void> {
  const { id, name, sort, entries } = visits
  const day = context.after(context.today, -daysAgo)
  const createdAt = context.at(day, 600)
  await db.insert(dictionaryRows).values({ id, name, sort, createdAt })
  await numberTypes(db)
  for (const [nth, entry] of entries.entries()) {
    const row = {
      id: await newId(db, dictionaryEntry.ids, day),
      dictionaryId: id,
      sort: nth + 1,
      added: true,
      createdAt,
    }
    await db.insert(dictionaryEntryRows).values({ ...row, ...entry })
  }
}
