import Fuse from 'fuse.js/basic'
import type { Language } from '#locales/index.ts'
import type { Entry } from './entry.ts'
import { type Field, fieldsOf } from './field.ts'
import { fold } from './fold.ts'

/** An entry made ready to be searched. */
export interface Item {
  readonly entry: Entry
  /** Folded codes and id: hit only by the whole of them. */
  readonly names: readonly string[]
  /** The title in the screen's language first. */
  readonly fields: readonly [Field, ...Field[]]
  readonly english: Field
  /** All that is written about it in the screen's language, and in any. */
  readonly near: string
  readonly far: string
}
/** Everything that can be found on a screen in one language, in the order of the entries. */
export interface Index {
  readonly items: readonly Item[]
  /** Finds pages as the header search is specified to: title 0.7, pinyin title 0.3, path 0.3, threshold 0.4. */
  readonly pages: Fuse<Item>
}

function item(entry: Entry, language: Language, pinyin: boolean): Item {
  const fields = fieldsOf(entry, language, pinyin)
  const written = (only?: Language) =>
    fields.filter((field) => !only || field.language === only).map(({ folded }) => folded.text)
  const sections = Object.values(entry.section ?? {}).map(fold)
  const names = [entry.id, ...(entry.codes ?? [])].map(fold)
  return {
    entry,
    names,
    // fieldsOf begins with the title in the screen's language
    fields: fields as [Field, ...Field[]],
    english: fields.find((field) => field.kind === 'title' && field.language === 'en')!,
    near: [...written(language), fold(entry.section?.[language] ?? '')].join('\n'),
    far: [...written(), ...sections, ...names].join('\n'),
  }
}

const spoken = ({ fields }: Item): string =>
  fields.flatMap(({ sounds }) => sounds?.likely.map(([reading]) => reading) ?? []).join('')

/** Makes `entries` ready to be searched on a screen in `language`: once, not per key. `pinyin`: by pinyin as well. */
export function index(entries: readonly Entry[], language: Language, { pinyin }: { pinyin: boolean }): Index {
  const items = entries.map((entry) => item(entry, language, pinyin))
  return {
    items,
    pages: new Fuse(
      items.filter(({ entry }) => entry.path),
      {
        threshold: 0.4,
        includeMatches: true,
        keys: [
          { name: 'title', weight: 0.7, getFn: ({ fields }) => fields[0].folded.text },
          { name: 'pinyin', weight: 0.3, getFn: spoken },
          { name: 'path', weight: 0.3, getFn: ({ entry }) => fold(entry.path ?? '') },
        ],
      },
    ),
  }
}
