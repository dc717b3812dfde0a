import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DictionaryEntry } from '#contract/dictionaries/entries.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'
import { dictionaryRows } from '#server/modules/dictionaries/store.ts'

/** Table `dictionary_entries`: codes with their labels. */
export const dictionaryEntryRows = pgTable(
  'dictionary_entries',
  {
    id: idColumn('dictionaryEntry').primaryKey(),
    ...changeable(),
    dictionaryId: idColumn('dictionary', 'dictionary_id')
      .notNull()
      .references(() => dictionaryRows.id),
    code: text('code').notNull(),
    /** The labels that somebody has written. */
    labels: jsonb('labels').$type<Labels>().notNull().default({}),
    /** Those that come with the product, brought up to date at every start. */
    defaults: jsonb('defaults').$type<Labels>().notNull().default({}),
    sort: integer('sort').notNull(),
    tone: text('tone').$type<DictionaryEntry['tone']>().notNull(),
    state: text('state', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    added: boolean('added').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('dictionary_entries_code').on(table.dictionaryId, table.code),
    index('dictionary_entries_by_code').on(table.code),
  ],
)

/** Table `dictionary_entry_uses`: entries that somebody has chosen, which from then on stay. */
export const dictionaryEntryUseRows = pgTable('dictionary_entry_uses', {
  entryId: idColumn('dictionaryEntry', 'entry_id')
    .primaryKey()
    .references(() => dictionaryEntryRows.id),
})
