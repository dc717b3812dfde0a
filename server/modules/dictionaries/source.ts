import { type SQL, sql } from 'drizzle-orm'
import { declaredGroups, declaredTypes } from '#contract/dictionaries/declared.ts'
import type { Dictionary } from '#contract/dictionaries/types.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import { inLanguage } from '#server/kernel/listing/labels.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { dictionaryName } from './steps.ts'
import { dictionaryRows } from './store.ts'

/** Who says the codes of a type. */
export function kindOfType(id: string): Dictionary['kind'] {
  if (Object.hasOwn(declaredGroups, id)) return 'group'
  return declaredTypes.some((type) => type.id === id) ? (vocabularies.get(id)?.codesOf ?? 'codes') : 'own'
}

/** Asked once every file of the contract has been read. */
const kindSql = (): SQL =>
  sql`case ${dictionaryRows.id} ${sql.join(
    declaredTypes.map(({ id }) => sql`when ${id} then ${kindOfType(id)}`),
    sql` `,
  )} else 'own' end`

/** Whether staff may add entries to a type. */
export const isOpenType = (): SQL => sql`${kindSql()} in ('open', 'own')`

/** List source: dictionary types. */
export const dictionarySource: Source<Dictionary> = {
  table: dictionaryRows,
  from: sql`${dictionaryRows} left join dictionaries parents on parents.id = ${dictionaryRows.parentId}`,
  columns: ({ t }) => {
    const language = t('call.language')
    return {
      id: dictionaryRows.id,
      version: dictionaryRows.version,
      name: dictionaryName(language),
      kind: kindSql(),
      parent: {
        id: dictionaryRows.parentId,
        name: sql`coalesce(parents.name, ${inLanguage(sql`parents.names`, language)}, ${inLanguage(sql`parents.names`, 'en')}, parents.id)`,
      },
      sort: dictionaryRows.sort,
      place: dictionaryRows.place,
      entries: sql`(select count(*)::int from dictionary_entries where dictionary_id = ${dictionaryRows.id})`,
      changedBy: dictionaryRows.changedBy,
      createdAt: dictionaryRows.createdAt,
    }
  },
  scope: unscoped,
}
