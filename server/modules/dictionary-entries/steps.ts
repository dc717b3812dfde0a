import { and, eq, or, sql } from 'drizzle-orm'
import { declaredTypes, labelsOf } from '#contract/dictionaries/declared.ts'
import { type DictionaryEntry, dictionaryEntry } from '#contract/dictionaries/entries.ts'
import type { Word } from '#contract/dictionaries/words.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import type { Translations } from '#server/kernel/base/translations.ts'
import type { EntryChoice, WordSource } from '#server/kernel/base/words.ts'
import { typeId } from '#server/modules/dictionaries/steps.ts'
import { dictionaryEntryRows, dictionaryEntryUseRows } from './store.ts'

/** An entry that comes with the product, as it comes. */
type DeclaredEntry = EntryChoice & Pick<DictionaryEntry, 'sort' | 'tone'>

const listDeclared = (): DeclaredEntry[] =>
  declaredTypes.flatMap(({ id }) => {
    const { codes = [], tones = {} } = vocabularies.get(id) ?? {} // a group has none
    return codes.map((code, i) => ({
      ...{ dictionary: id, code: String(code), sort: i + 1 },
      tone: tones[String(code)] ?? ('none' as const),
    }))
  })

const keyOf = ({ dictionary, code }: EntryChoice): string => `${dictionary} ${code}`
let declared: ReadonlyMap<string, DeclaredEntry> | null = null
/** By key; once every file of the contract has been read, not before. */
function declaredEntries(): ReadonlyMap<string, DeclaredEntry> {
  declared ??= new Map(listDeclared().map((one) => [keyOf(one), one]))
  return declared
}

/** What the product calls an entry, in every language. */
const productTexts = (translations: Translations, { dictionary, code }: EntryChoice) =>
  translations.shipped(`${labelsOf(dictionary)}.${code}`)

/** Makes a row of every entry that comes with the product and has none yet, and tells all what the product calls them. */
export async function addDeclaredEntries(db: Db, translations: Translations, createdAt: Date): Promise<void> {
  const rows = await db
    .select({ dictionary: dictionaryEntryRows.dictionaryId, code: dictionaryEntryRows.code })
    .from(dictionaryEntryRows)
  const known = new Set(rows.map(keyOf))
  const missing = [...declaredEntries().values()].filter((one) => !known.has(keyOf(one)))
  const numbers = missing.length > 0 ? await takeNumbers(db, dictionaryEntry.ids, missing.length) : []
  const day = LocalDate.parse(createdAt.toISOString().slice(0, 10))
  await bulkInsert(
    db,
    dictionaryEntryRows,
    missing.map(({ dictionary, code, sort, tone }, i) => ({
      ...{ id: idOf(dictionaryEntry.ids, day, numbers[i]!), version: 1, dictionaryId: typeId(dictionary), code },
      ...{ labels: {}, defaults: productTexts(translations, { dictionary, code }) },
      ...{ sort, tone, state: 'enabled' as const, added: false, createdAt },
    })),
  )
  await refreshDefaults(db, translations)
}

/** Writes down what the product calls its entries now, where that is other than before. */
async function refreshDefaults(db: Db, translations: Translations): Promise<void> {
  const texts = Array.from(declaredEntries().values(), ({ dictionary, code }) => ({
    dictionary,
    code,
    texts: productTexts(translations, { dictionary, code }),
  }))
  await db.execute(sql`
    update dictionary_entries e set defaults = d.texts
      from json_to_recordset(${JSON.stringify(texts)}::json) as d(dictionary text, code text, texts jsonb)
      where e.dictionary_id = d.dictionary and e.code = d.code and e.defaults <> d.texts`)
}

/** Every entry that is other than what comes with the product. */
async function readWords(db: Db): Promise<Word[]> {
  const rows = await db.select().from(dictionaryEntryRows)
  return rows.flatMap(({ dictionaryId, code, labels, sort, tone, state }): Word[] => {
    const dictionary: string = dictionaryId
    const own = declaredEntries().get(keyOf({ dictionary, code }))
    const isAsDeclared =
      own && Object.keys(labels).length === 0 && own.sort === sort && own.tone === tone && state === 'enabled'
    return isAsDeclared
      ? []
      : [{ dictionary, of: labelsOf(dictionary), code, labels, sort, tone, offered: state === 'enabled' }]
  })
}

/** Writes down that entries were chosen; they cannot be removed any more. */
async function use(tx: Db, chosen: readonly EntryChoice[]): Promise<void> {
  const conditions = chosen.map(({ dictionary, code }) =>
    and(eq(dictionaryEntryRows.dictionaryId, typeId(dictionary)), eq(dictionaryEntryRows.code, code)),
  )
  await tx.execute(sql`
    insert into ${dictionaryEntryUseRows} (entry_id)
      select ${dictionaryEntryRows.id} from ${dictionaryEntryRows} where ${or(...conditions)} for key share
      on conflict do nothing`)
}

/** What the kernel asks of the dictionaries. */
export const wordSource: WordSource = { read: readWords, use }
