import Fuse from 'fuse.js/basic'
import type { Language } from '#locales/index.ts'
import { foldText } from './fold.ts'
import type { PinyinTitle } from './pinyin.ts'
import type { SearchEntry } from './search-entry.ts'
import { type SearchField, searchFieldsOf } from './search-field.ts'

/** An entry made ready to be searched. */
export interface IndexedEntry {
  readonly entry: SearchEntry
  /** Folded codes and id: hit only by the whole of them. */
  readonly names: readonly string[]
  /** The title in the screen's language first. */
  readonly fields: readonly [SearchField, ...SearchField[]]
  /** What typing errors are looked for in: the title on the screen, how that is written in kana, the English one. */
  readonly misspelt: readonly SearchField[]
  /** The title that can be typed by its sound; none on a screen that is not searched so. */
  readonly spoken: SpokenTitle | null
  /** Folded; empty where it is no page. */
  readonly path: string
  /** All that is written about it in the screen's language, and in any. */
  readonly ownText: string
  readonly allText: string
}
/** A title with how it sounds. */
interface SpokenTitle {
  readonly field: SearchField
  readonly sounds: PinyinTitle
}

function spokenTitle(fields: readonly SearchField[]): SpokenTitle | null {
  const field = fields.find(({ kind, sounds }) => kind === 'title' && sounds)
  return field?.sounds ? { field, sounds: field.sounds } : null
}

/** Everything that can be found on a screen in one language, in the order of the entries. */
export interface SearchIndex {
  readonly items: readonly IndexedEntry[]
  /** Finds pages as the header search is specified to: title 0.7, pinyin title 0.3, path 0.3, threshold 0.4. */
  readonly pages: Fuse<IndexedEntry>
}

function indexEntry(entry: SearchEntry, language: Language, pinyin: boolean): IndexedEntry {
  const fields = searchFieldsOf(entry, language, pinyin)
  const written = (only?: Language) =>
    fields.filter((field) => !only || field.language === only).map(({ folded }) => folded.text)
  const sections = Object.values(entry.section ?? {}).map(foldText)
  const names = [entry.id, ...(entry.codes ?? [])].map(foldText)
  return {
    entry,
    names,
    // fieldsOf begins with the title in the screen's language
    fields: fields as [SearchField, ...SearchField[]],
    path: foldText(entry.path ?? ''),
    spoken: spokenTitle(fields),
    misspelt: fields.filter(
      (field) =>
        field.kind !== 'word' && (field.language === language || (field.language === 'en' && field.kind === 'title')),
    ),
    ownText: [...written(language), foldText(entry.section?.[language] ?? '')].join('\n'),
    allText: [...written(), ...sections, ...names].join('\n'),
  }
}

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
