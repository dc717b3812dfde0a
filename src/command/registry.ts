import { sounds, titles } from 'virtual:titles'
import { type PageId, tabs } from '#contract/menu.ts'
import { pageWords } from '#contract/menu-words.ts'
import { type Language, languages } from '#locales/index.ts'
import kana from '#locales/kana.json'
import { whenIdle } from '#src/call/when-idle.ts'
import { commands, grids } from '#src/catalogue.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { language } from '#src/locale/language.ts'
import { wordsRevision, writtenLabel } from '#src/locale/words.ts'
import { currentSession, may } from '#src/session/base/session.ts'
import { type Command, type SearchTerms, searchRiskOf } from './command.ts'
import type { SearchEntry } from './search/search-entry.ts'
import { buildIndex, type SearchIndex } from './search/search-index.ts'
import { shortcutsOf as boundKeys } from './shortcuts.ts'

const byId = new Map(commands.map((command) => [command.id as string, command]))

/** A command with the key that this person has given it. */
const withOverride = (command: Command): Command =>
  Object.hasOwn(keyPreferences.keys, command.id) ? { ...command, keys: keyPreferences.keys[command.id]?.[0] } : command

/** The command of that id, for whoever may run it. Everybody else has no such command. */
export const commandOf = (id: string): Command | undefined => {
  const command = byId.get(id)
  return command && may(command.requires) ? withOverride(command) : undefined
}

interface AllowedCache {
  readonly granted: unknown
  readonly keys: unknown
  readonly all: readonly Command[]
}
let allowedCache: AllowedCache | null = null

/** Every command of whoever is signed in: found out once for their rights and keys. */
export function allowedCommands(): readonly Command[] {
  const { granted } = currentSession
  const { keys } = keyPreferences
  if (allowedCache?.granted !== granted || allowedCache.keys !== keys) {
    allowedCache = { granted, keys, all: commands.filter((command) => may(command.requires)).map(withOverride) }
  }
  return allowedCache.all
}

/** A page to go to. */
export interface Destination {
  /** `menu.<page>`. */
  readonly id: string
  readonly page: PageId
  readonly path: string
  readonly group: string | null
  /** Whether it is a tab of another page, and no entry of the sidebar. */
  readonly isTab: boolean
}

type Nodes = typeof currentSession.menu

/** Pages that another has as its tab: no entry of the sidebar, and as much a place to go to. */
const inTabs: ReadonlySet<string> = new Set(tabs.flatMap(([, ...others]) => others))
export const isTab = (page: string): boolean => inTabs.has(page)

/** The pages of the menu that stand in the sidebar, in its order, and those that are their tabs. */
function pagesIn(nodes: Nodes, group: string | null = null): Destination[] {
  return nodes.flatMap(({ component, visible, path, meta, children }) => {
    if (children) return pagesIn(children, meta.title)
    if (visible === '1' && !isTab(component)) return []
    const page = component as PageId // the server names pages by the contract's ids
    return [{ id: `menu.${page}`, page, path, group, isTab: isTab(page) }]
  })
}

let destinationsCache: { readonly menu: unknown; readonly pages: readonly Destination[] } | null = null

/** Where whoever is signed in can go: found out once for their menu. */
export function destinations(): readonly Destination[] {
  const { menu } = currentSession
  if (destinationsCache?.menu !== menu) destinationsCache = { menu, pages: pagesIn(menu) }
  return destinationsCache.pages
}

const kanaOf: Readonly<Record<string, string>> = kana
const titledById = (id: string): Pick<SearchEntry, 'titles' | 'readings'> => ({
  titles: Object.fromEntries(languages.map((language) => [language, id])) as SearchEntry['titles'], // every language
  readings: {},
})
/** Titles as an administrator has written them, in the languages in which that was done. */
const writtenTitles = (id: string, known: SearchEntry['titles']): SearchEntry['titles'] =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      writtenLabel(language, id) ?? (titles[id] ? known[language] : (writtenLabel('en', id) ?? known[language])),
    ]),
  ) as SearchEntry['titles'] // every language
const titlesOf = (id: string) => {
  const { titles: known, readings } = titles[id] ?? titledById(id)
  return { titles: writtenTitles(id, known), readings: { ...readings, ...(kanaOf[id] && { kana: kanaOf[id] }) } }
}

/** Everything that something is called: its titles, and other words with how the Chinese ones sound. */
function namesOf(id: string, search: SearchTerms = {}) {
  const { titles, readings } = titlesOf(id)
  const known = (search.words?.zh ?? []).flatMap((word) => (sounds[word] ? [[word, sounds[word]] as const] : []))
  return { titles, ...search, readings: { ...readings, words: Object.fromEntries(known) } }
}

const commandEntry = (command: Command): SearchEntry => ({
  id: command.id,
  risk: searchRiskOf(command),
  ...namesOf(command.id, command.search),
})
/** Short names of pages: their own, and the noun of the list where no page before has it. */
const codesOf = (page: PageId): string[] => {
  const noun = grids.find((grid) => grid.page === page)?.listing.lists?.noun
  const first = noun && grids.find(({ listing }) => listing.lists?.noun === noun)?.page === page
  return [page, ...(first ? [noun] : []), ...(pageWords[page]?.codes ?? [])]
}
const pageEntry = ({ id, path, page, group }: Destination): SearchEntry => ({
  id,
  path,
  risk: 'read',
  ...namesOf(id, pageWords[page]),
  codes: codesOf(page),
  ...(group && { section: titlesOf(group).titles }),
})

/** Commands and pages, ready to be searched on a screen in a language. */
export const buildSearchIndex = (
  commands: readonly Command[],
  pages: readonly Destination[],
  language: Language,
  pinyin: boolean,
): SearchIndex => buildIndex([...commands.map(commandEntry), ...pages.map(pageEntry)], language, { pinyin })

interface IndexCache {
  readonly language: Language
  readonly pinyin: boolean
  readonly granted: unknown
  /** Titles may be others since. */
  readonly words: number
  readonly index: SearchIndex
}
let indexCache: IndexCache | null = null

/** Search index: everything that can be found, ready to be searched, made once per language and permissions. */
export function searchIndex(language: Language, pinyin: boolean): SearchIndex {
  const { granted } = currentSession
  const words = wordsRevision()
  const isCurrent =
    indexCache?.language === language &&
    indexCache.pinyin === pinyin &&
    indexCache.granted === granted &&
    indexCache.words === words
  if (!indexCache || !isCurrent) {
    indexCache = {
      language,
      pinyin,
      granted,
      words,
      index: buildSearchIndex(allowedCommands(), destinations(), language, pinyin),
    }
  }
  return indexCache.index
}

/** The keys that lead to a page, as this person has them. */
export const shortcutOf = ({ id }: Pick<Destination, 'id'>): Shortcut | null => boundKeys(id)[0] ?? null

/** Makes the index while nothing else is to be done, so that the first key that is typed finds it. Answers how to stop. */
export const prewarmSearch = (pinyin: boolean): (() => void) => whenIdle(() => void searchIndex(language(), pinyin))
