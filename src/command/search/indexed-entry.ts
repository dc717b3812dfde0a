import type { Language } from '#locales/index.ts'
import { foldText } from './fold.ts'
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
  /** Folded; empty where it is no page. */
  readonly path: string
  /** All that is written about it in the screen's language, and in any. */
  readonly ownText: string
  readonly allText: string
}

/** Takes `entry` apart for a screen in `language`. `pinyin`: by pinyin as well. */
export function indexEntry(entry: SearchEntry, language: Language, pinyin: boolean): IndexedEntry {
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
    misspelt: fields.filter(
      (field) =>
        field.kind !== 'word' && (field.language === language || (field.language === 'en' && field.kind === 'title')),
    ),
    ownText: [...written(language), foldText(entry.section?.[language] ?? '')].join('\n'),
    allText: [...written(), ...sections, ...names].join('\n'),
  }
}
