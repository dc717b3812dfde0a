import { type SQL, sql } from 'drizzle-orm'
import type { DictionaryEntry } from '#contract/dictionaries/entries.ts'
import { type LabelLanguage, labelLanguages } from '#contract/dictionaries/words.ts'
import { inLanguage, labelMappings } from '#server/kernel/listing/labels.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { dictionaryName } from '#server/modules/dictionaries/steps.ts'
import { dictionaryRows } from '#server/modules/dictionaries/store.ts'
import { dictionaryEntryRows } from './store.ts'

const { labels, defaults, code } = dictionaryEntryRows

/** The label of an entry in one language: what somebody has written, else what comes with the product. */
const labelIn = (language: string): SQL =>
  sql`coalesce(${inLanguage(labels, language)}, ${inLanguage(defaults, language)})`

/** What an entry is called by whoever reads `language`; in English, or by its code, where it has no label there. */
export const labelSql = (language: string): SQL => sql`coalesce(${labelIn(language)}, ${labelIn('en')}, ${code})`

const languageList = sql.raw(`array[${labelLanguages.map((one: LabelLanguage) => `'${one}'`).join(', ')}]`)

/** List source: dictionary entries. */
export const dictionaryEntrySource: Source<DictionaryEntry> = {
  table: dictionaryEntryRows,
  from: sql`${dictionaryEntryRows} join ${dictionaryRows} on ${dictionaryRows.id} = ${dictionaryEntryRows.dictionaryId}`,
  columns: ({ t }) => {
    const language = t('call.language')
    return {
      id: dictionaryEntryRows.id,
      version: dictionaryEntryRows.version,
      dictionary: { id: dictionaryEntryRows.dictionaryId, name: dictionaryName(language) },
      code,
      label: labelSql(language),
      ...labelMappings(labelIn),
      sort: dictionaryEntryRows.sort,
      place: sql`${dictionaryRows.place} || '.' || lpad(${dictionaryEntryRows.sort}::text, 4, '0')`,
      tone: dictionaryEntryRows.tone,
      state: dictionaryEntryRows.state,
      added: dictionaryEntryRows.added,
      relabelled: sql`(${labels} <> '{}' and not ${dictionaryEntryRows.added})`,
      untranslated: sql`not (${defaults} || ${labels}) ?& ${languageList}`,
      changedBy: dictionaryEntryRows.changedBy,
      createdAt: dictionaryEntryRows.createdAt,
    }
  },
  scope: unscoped,
}
