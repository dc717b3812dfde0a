import { join } from 'node:path'
import { pages } from '#contract/menu.ts'
import { languages } from '#locales/index.ts'
import kana from '#locales/kana.json' with { type: 'json' }
import { titlesIn } from '#scripts/pinyin.ts'
import { commands } from '#src/catalogue.ts'
import type { SearchEntry } from '#src/command/search/search-entry.ts'
import { buildIndex, type SearchIndex } from '#src/command/search/search-index.ts'

const titled = titlesIn(join(import.meta.dirname, '../../../..'))
const sounds: Readonly<Record<string, string>> = kana

/** Every command and every page of the product, as they are called in every language. */
const catalogue: readonly SearchEntry[] = Object.entries(titled).flatMap(
  ([id, { titles, readings }]): SearchEntry[] => {
    const command = commands.find((one) => one.id === id)
    const page = id.startsWith('menu.') ? id.slice('menu.'.length) : ''
    const path = (pages as Readonly<Record<string, string>>)[page] // a group has none
    if (!command && !path) return []
    return [
      {
        ...{ id, titles, risk: command?.risk ?? 'read', ...command?.search },
        readings: { ...readings, ...(sounds[id] && { kana: sounds[id] }) },
        ...(path && { path, codes: [page] }),
      },
    ]
  },
)

/** The whole product, searchable on a screen in each language. */
export const indices: Readonly<Record<string, SearchIndex>> = Object.fromEntries(
  languages.map((language) => [language, buildIndex(catalogue, language, { pinyin: true })]),
)
