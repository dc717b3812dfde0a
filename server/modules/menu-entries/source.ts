import { type Column, type SQL, sql } from 'drizzle-orm'
import type { MenuEntry } from '#contract/menu-entries.ts'
import { inLanguage, labelMappings } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { declaredEntries } from './steps.ts'
import { menuEntryRows } from './store.ts'

const { labels, defaults, id } = menuEntryRows
const labelIn = (language: string) => sql`coalesce(${inLanguage(labels, language)}, ${inLanguage(defaults, language)})`

/** Whether an entry is as it came with the product; a link never did. */
const isAsDeclared = sql`(${labels} = '{}' and exists (
  select from json_to_recordset(${JSON.stringify([...declaredEntries.values()])}::json)
    as d(id text, sort int, icon text, hidden boolean)
  where d.id = ${id} and d.sort = ${menuEntryRows.sort} and d.icon is not distinct from ${menuEntryRows.icon}
    and d.hidden = ${menuEntryRows.hidden}))`

/** A number as text that sorts as it does. */
const padded = (sort: SQL | Column) => sql`lpad(${sort}::text, 4, '0')`

/** List source: entries of the menu. */
export const menuEntrySource: Source<MenuEntry> = {
  table: menuEntryRows,
  from: sql`${menuEntryRows}
    left join ${menuEntryRows} inside on inside.id = ${menuEntryRows.place}
    left join ${menuEntryRows} above on above.id = inside.place`,
  columns: ({ t }) => ({
    id,
    version: menuEntryRows.version,
    state: sql`case when ${menuEntryRows.hidden} then 'hidden' else 'shown' end`,
    kind: menuEntryRows.kind,
    title: sql`coalesce(${labelIn(t('call.language'))}, ${labelIn('en')}, ${id})`,
    ...labelMappings(labelIn),
    place: menuEntryRows.place,
    sort: menuEntryRows.sort,
    position: sql`concat_ws('.', ${padded(sql`above.sort`)}, ${padded(sql`inside.sort`)}, ${padded(menuEntryRows.sort)})`,
    icon: menuEntryRows.icon,
    path: menuEntryRows.path,
    changed: sql`not ${isAsDeclared}`,
    changedBy: menuEntryRows.changedBy,
    createdAt: menuEntryRows.createdAt,
  }),
  scope: {},
}
