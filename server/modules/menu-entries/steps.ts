import { sql } from 'drizzle-orm'
import type { Word } from '#contract/dictionaries/words.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { groups, pageIds, pageMeta, pages } from '#contract/menu.ts'
import { type MenuIcon, menuIcons, menuPlaces } from '#contract/menu-entries.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Translations } from '#server/kernel/base/translations.ts'
import { menuEntryRows, type StoredMenuEntry } from './store.ts'

/** Steps between neighbours, so that something fits in between. */
const step = 10

/** The id of a page or a group, as its row has it. */
const entryId = (name: string) => name as IdOf<'menuEntry'> // named by the contract

const iconOf = (icon: string | undefined): MenuIcon | null => menuIcons.find((one) => one === icon) ?? null
const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const placeOf = (path: string): DeclaredEntry['place'] =>
  menuPlaces.find((place) => place === groups[parentPath(path)]?.name) ?? 'top'

/** An entry as it comes with the product. */
export type DeclaredEntry = Pick<StoredMenuEntry, 'id' | 'kind' | 'place' | 'sort' | 'icon' | 'hidden' | 'path'>

function listDeclared(): DeclaredEntry[] {
  const counted = new Map<string, number>()
  const next = (place: string) => {
    const sort = (counted.get(place) ?? 0) + step
    counted.set(place, sort)
    return sort
  }
  const seen = new Set<string>()
  const groupsAbove = (path: string): DeclaredEntry[] => {
    const above = parentPath(path)
    const group = groups[above]
    if (!group || seen.has(above)) return []
    seen.add(above)
    const higher = groupsAbove(above)
    const place = placeOf(above)
    const icon = iconOf(group.icon)
    return [
      ...higher,
      { id: entryId(group.name), kind: 'group', place, sort: next(place), icon, hidden: false, path: above },
    ]
  }
  return pageIds.flatMap((page) => {
    const path = pages[page]
    const { icon, hidden = false } = pageMeta[page] ?? {}
    const above = groupsAbove(path)
    const place = placeOf(path)
    return [
      ...above,
      { id: entryId(page), kind: 'page' as const, place, sort: next(place), icon: iconOf(icon), hidden, path },
    ]
  })
}

/** Every entry that comes with the product, by id. */
export const declaredEntries: ReadonlyMap<string, DeclaredEntry> = new Map(listDeclared().map((one) => [one.id, one]))

/** Makes a row of every entry that has none, and writes down what the product calls them now. */
export async function addDeclaredMenu(db: Db, translations: Translations, createdAt: Date): Promise<void> {
  const known = new Set((await db.select({ id: menuEntryRows.id }).from(menuEntryRows)).map(({ id }) => id as string))
  const defaultsOf = (id: string) => translations.shipped(`menu.${id}`)
  const missing = [...declaredEntries.values()].filter(({ id }) => !known.has(id))
  await bulkInsert(
    db,
    menuEntryRows,
    missing.map((one) => ({ ...one, version: 1, labels: {}, defaults: defaultsOf(one.id), createdAt })),
  )
  const texts = Array.from(declaredEntries.keys(), (id) => ({ id, texts: defaultsOf(id) }))
  await db.execute(sql`
    update ${menuEntryRows} e set defaults = d.texts
      from json_to_recordset(${JSON.stringify(texts)}::json) as d(id text, texts jsonb)
      where e.id = d.id and e.defaults <> d.texts`)
}

/** The menu as it is kept, by id. */
export const keptMenu = async (tx: Db): Promise<ReadonlyMap<string, StoredMenuEntry>> =>
  new Map((await tx.select().from(menuEntryRows)).map((row) => [row.id as string, row]))

/** Titles that somebody has written, as words: whatever says a title says them at once. */
export async function menuWords(db: Db): Promise<Word[]> {
  const rows = await db
    .select({ code: menuEntryRows.id, labels: menuEntryRows.labels })
    .from(menuEntryRows)
    .where(sql`${menuEntryRows.labels} <> '{}'`)
  return rows.map(({ code, labels }) => {
    return { dictionary: 'menu', of: 'menu', code, labels, sort: 0, tone: 'none' as const, offered: true }
  })
}
