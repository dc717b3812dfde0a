import { eq, type SQL, sql } from 'drizzle-orm'
import { declaredTypes } from '#contract/dictionaries/declared.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Translations } from '#server/kernel/base/translations.ts'
import { inLanguage } from '#server/kernel/listing/labels.ts'
import { dictionaryRows } from './store.ts'

/** What a type is called by whoever reads `language`: by what somebody calls it, else by the product, else by its code. */
export const dictionaryName = (language: string): SQL =>
  sql`coalesce(${dictionaryRows.name}, ${inLanguage(dictionaryRows.names, language)}, ${inLanguage(dictionaryRows.names, 'en')}, ${dictionaryRows.id})`

/** The id of a type, as its row has it. */
export const typeId = (code: string) => code as IdOf<'dictionary'> // named by whoever declares or adds it

/** Numbers the tree anew: each type stands behind the one it is below, in the order of their numbers. */
export async function numberTypes(tx: Db): Promise<void> {
  await tx.execute(sql`
    with recursive tree as (
      select id, lpad(sort::text, 4, '0') as place from dictionaries where parent_id is null
      union all
      select d.id, tree.place || '.' || lpad(d.sort::text, 4, '0')
        from dictionaries d join tree on d.parent_id = tree.id
    )
    update dictionaries set place = tree.place from tree
      where tree.id = dictionaries.id and tree.place <> dictionaries.place`)
}

/** The types that stand below one, at any depth, and itself. */
export async function typesBelow(tx: Db, id: IdOf<'dictionary'>): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with recursive below as (
        select id from dictionaries where id = ${id}
        union select d.id from dictionaries d join below on d.parent_id = below.id
      ) select id from below`,
  )
  return rows.map((row) => row.id)
}

/** Whether there is such a type; it stays while the transaction lasts. */
export async function holdType(tx: Db, id: IdOf<'dictionary'>): Promise<boolean> {
  const [row] = await tx
    .select({ id: dictionaryRows.id })
    .from(dictionaryRows)
    .where(eq(dictionaryRows.id, id))
    .for('share')
  return row !== undefined
}

/** Makes a row of every type that comes with the product and has none yet, and tells all what the product calls them. */
export async function addDeclaredTypes(db: Db, translations: Translations, createdAt: Date): Promise<void> {
  const placeOf = (id: string): string => {
    const { parent, sort } = declaredTypes.find((type) => type.id === id)!
    return `${parent === null ? '' : `${placeOf(parent)}.`}${String(sort).padStart(4, '0')}`
  }
  const rows = declaredTypes.map(({ id, parent, sort }) => ({
    ...{ id: typeId(id), parentId: parent === null ? null : typeId(parent), sort, place: placeOf(id), createdAt },
    names: translations.shipped(`dictionaries.of.${id}`),
  }))
  await db
    .insert(dictionaryRows)
    .values(rows)
    .onConflictDoUpdate({
      target: dictionaryRows.id,
      set: { names: sql`excluded.names` },
      setWhere: sql`${dictionaryRows.names} <> excluded.names`,
    })
}

/** A type as a sheet has it; without a name it is called what the product calls it. */
interface TypeInSheet {
  readonly code: string
  readonly name: string
  readonly sort: number
  readonly parent: string | null
}

/** Adds types and changes those that are other than before: new ones first, so that any of them can stand below another. */
export async function putTypes(tx: Db, given: readonly TypeInSheet[], createdAt: Date): Promise<string[]> {
  const stored = new Map((await tx.select().from(dictionaryRows)).map((row) => [row.id as string, row]))
  const added = given.filter(({ code }) => !stored.has(code))
  for (const { code, name, sort } of added)
    await tx.insert(dictionaryRows).values({ id: typeId(code), name: name || code, sort, createdAt })
  const changed = given.filter(({ code, name, sort, parent }) => {
    const row = stored.get(code)
    return row ? row.parentId !== parent || row.sort !== sort || (row.name ?? '') !== name : parent !== null
  })
  for (const { code, name, sort, parent } of changed)
    await tx
      .update(dictionaryRows)
      .set({ name: name || null, sort, parentId: parent === null ? null : typeId(parent) })
      .where(eq(dictionaryRows.id, typeId(code)))
  await numberTypes(tx)
  return [...new Set([...added, ...changed].map(({ code }) => code))]
}
