import { asc, sql } from 'drizzle-orm'
import { labelLanguages } from '#contract/dictionaries/words.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type Template, templateFile } from '#server/kernel/call/csv-template.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'
import { dictionaryName } from '#server/modules/dictionaries/steps.ts'
import { dictionaryRows } from '#server/modules/dictionaries/store.ts'
import { dictionaryEntryRows } from './store.ts'

const sheetColumns = [
  ...(['type', 'name', 'parent', 'place', 'code'] as const),
  ...labelLanguages,
  ...(['sort', 'colour', 'status'] as const),
] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** The sheet that one installation hands its dictionaries to another by: a line for each entry, or for a type without any. */
export const dictionarySheet: Template<SheetColumn> = {
  id: 'dictionaries',
  version: 1,
  columns: sheetColumns,
  rowsMax: 5_000,
}

type StoredType = typeof dictionaryRows.$inferSelect & { readonly label: string }
type StoredEntry = typeof dictionaryEntryRows.$inferSelect

/** Every type and every entry, in the order of the page. */
export async function storedDictionaries({ tx, language }: Pick<Context, 'tx' | 'language'>) {
  const types: StoredType[] = await tx
    .select({
      id: dictionaryRows.id,
      version: dictionaryRows.version,
      changedBy: dictionaryRows.changedBy,
      name: dictionaryRows.name,
      names: dictionaryRows.names,
      parentId: dictionaryRows.parentId,
      sort: dictionaryRows.sort,
      place: dictionaryRows.place,
      createdAt: dictionaryRows.createdAt,
      label: sql<string>`${dictionaryName(language)}`,
    })
    .from(dictionaryRows)
    .orderBy(asc(dictionaryRows.place))
  const entries: StoredEntry[] = await tx
    .select()
    .from(dictionaryEntryRows)
    .orderBy(asc(dictionaryEntryRows.sort), asc(dictionaryEntryRows.code))
  return { types, entries }
}

/** The label of an entry in every language, as it is said. */
export const saidLabels = ({ defaults, labels }: Pick<StoredEntry, 'defaults' | 'labels'>): Labels => ({
  ...defaults,
  ...labels,
})

const typeCells = ({ id, name, parentId, sort }: StoredType) => ({
  ...{ type: id, name: name ?? '', parent: parentId ?? '', place: String(sort) },
})
const entryCells = ({ code, sort, tone, state, ...texts }: StoredEntry) => ({
  ...{ code, ...saidLabels(texts), sort: String(sort), colour: tone, status: state },
})

/**
 * The sheet of types with all their entries.
 * @throws Refusal `unknown_dictionary`; `no_entries`, by name, of a type that has none and holds no other.
 */
export async function filledSheet(ids: readonly IdOf<'dictionary'>[] | undefined, context: Context) {
  const { types, entries } = await storedDictionaries(context)
  const unknown = ids?.find((id) => !types.some((type) => type.id === id))
  if (unknown) throw new Refusal('unknown_dictionary', undefined, { field: 'ids' })
  const asked = types.filter(({ id }) => !ids || ids.includes(id))
  const lines = asked.flatMap((type) => {
    const own = entries.filter(({ dictionaryId }) => dictionaryId === type.id)
    if (own.length === 0 && !types.some(({ parentId }) => parentId === type.id))
      throw new Refusal('no_entries', { dictionary: type.label }, { field: 'ids' })
    return own.length === 0 ? [typeCells(type)] : own.map((entry) => ({ ...typeCells(type), ...entryCells(entry) }))
  })
  return templateFile(dictionarySheet, lines)
}
