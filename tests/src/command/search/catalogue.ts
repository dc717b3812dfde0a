import { join } from 'node:path'
import { type PageId, pages } from '#contract/menu.ts'
import { pageWords } from '#contract/menu-words.ts'
import { languages } from '#locales/index.ts'
import kana from '#locales/kana.json' with { type: 'json' }
import { soundsIn, titlesIn } from '#scripts/pinyin.ts'
import { commands } from '#src/catalogue.ts'
import { searchRiskOf } from '#src/command/command.ts'
import type { SearchEntry } from '#src/command/search/search-entry.ts'
import { buildIndex, type SearchIndex } from '#src/command/search/search-index.ts'

const root = join(import.meta.dirname, '../../../..')
const titled = titlesIn(root)
const heard = soundsIn(root)
const sounds: Readonly<Record<string, string>> = kana

/** Every command and every page of the product, as they are called in every language. */
const catalogue: readonly SearchEntry[] = Object.entries(titled).flatMap(
  ([id, { titles, readings }]): SearchEntry[] => {
    const command = commands.find((one) => one.id === id)
    const page = id.startsWith('menu.') ? id.slice('menu.'.length) : ''
    const path = (pages as Readonly<Record<string, string>>)[page] // a group has none
    if (!command && !path) return []
    const more = command?.search ?? pageWords[page as PageId] // a page, or nothing by its name
    const words = Object.fromEntries((more?.words?.zh ?? []).map((word) => [word, heard[word]!]))
    return [
      {
        ...{ id, titles, risk: command ? searchRiskOf(command) : 'read', ...more },
        readings: { ...readings, words, ...(sounds[id] && { kana: sounds[id] }) },
        ...(path && { path, codes: [page, ...(more?.codes ?? [])] }),
      },
    ]
  },
)

/** The whole product, searchable on a screen in each language. */
export const indices: Readonly<Record<string, SearchIndex>> = Object.fromEntries(
  languages.map((language) => [language, buildIndex(catalogue, language, { pinyin: true })]),
)
