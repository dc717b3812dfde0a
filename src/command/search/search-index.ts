import Fuse from 'fuse.js/basic'
import type { Language } from '#locales/index.ts'
import { foldText } from './fold.ts'
import { type FuzzyIndex, misspeltTitles } from './fuzzy-titles.ts'
import { type IndexedEntry, indexEntry } from './indexed-entry.ts'
import type { SearchEntry } from './search-entry.ts'
import { spokenTitles } from './spoken-titles.ts'
import { type ItemTexts, TextTable } from './text-table.ts'

/** Everything that can be found on a screen in one language, in the order of the entries. */
export interface SearchIndex extends FuzzyIndex {
  readonly items: readonly IndexedEntry[]
  /** What all texts of the items are made of. */
  readonly texts: TextTable
  /** Finds pages as the header search is specified to: title 0.7, pinyin title 0.3, path 0.3, threshold 0.4. */
  readonly pages: Fuse<IndexedEntry>
}

const textsOf = ({ entry, fields, names, path }: IndexedEntry): ItemTexts => ({
  fields,
  others: [...Object.values(entry.section ?? {}).map(foldText), ...names, path],
})

const pinyinTitle = ({ fields }: IndexedEntry): string =>
  fields.flatMap(({ sounds }) => sounds?.likely.map(([reading]) => reading) ?? []).join('')

/** Makes `entries` ready to be searched on a screen in `language`: once, not per key. `pinyin`: by pinyin as well. */
export function buildIndex(
  entries: readonly SearchEntry[],
  language: Language,
  { pinyin }: { pinyin: boolean },
): SearchIndex {
  const items = entries.map((entry) => indexEntry(entry, language, pinyin))
  return {
    items,
    texts: new TextTable(items.map(textsOf)),
    misspelt: misspeltTitles(items),
    spoken: spokenTitles(items),
    pages: new Fuse(
      items.filter(({ entry }) => entry.path),
      {
        threshold: 0.4,
        includeMatches: true,
        keys: [
          { name: 'title', weight: 0.7, getFn: ({ fields }) => fields[0].folded.text },
          { name: 'pinyin', weight: 0.3, getFn: pinyinTitle },
          { name: 'path', weight: 0.3, getFn: ({ path }) => path },
        ],
      },
    ),
  }
}
