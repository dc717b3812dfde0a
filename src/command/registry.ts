import { titles } from 'virtual:titles'
import type { PageId } from '#contract/menu.ts'
import { type Language, languages } from '#locales/index.ts'
import kana from '#locales/kana.json'
import { whenIdle } from '#src/call/idle.ts'
import { commands, grids } from '#src/catalogue.ts'
import { language } from '#src/locale/language.ts'
import { may, session } from '#src/session/session.ts'
import { keysOf as boundKeys, custom } from './bound.ts'
import type { Command } from './define.ts'
import type { Keys } from './keys/keys.ts'
import type { Entry } from './search/entry.ts'
import { type Index, index } from './search/indexed.ts'

const byId = new Map(
  commands.flatMap((command) =>
    [...(command.replaces ?? []), command.id as string].map((id) => [id, command] as const),
  ),
)

/** A command with the key that this person has given it. */
const asBound = (command: Command): Command =>
  Object.hasOwn(custom.keys, command.id) ? { ...command, keys: custom.keys[command.id]?.[0] } : command

/** The command of that id, by an old one too, for whoever may run it. Everybody else has no such command. */
export const commandOf = (id: string): Command | undefined => {
  const command = byId.get(id)
  return command && may(command.may) ? asBound(command) : undefined
}

interface Mine {
  readonly granted: unknown
  readonly keys: unknown
  readonly all: readonly Command[]
}
let mine: Mine | null = null

/** Every command of whoever is signed in: found out once for their rights and keys. */
export function allowed(): readonly Command[] {
  const { granted } = session
  const { keys } = custom
  if (mine?.granted !== granted || mine.keys !== keys) {
    mine = { granted, keys, all: commands.filter((command) => may(command.may)).map(asBound) }
  }
  return mine.all
}

/** A page to go to. */
export interface Destination {
  /** `menu.<page>`. */
  readonly id: string
  readonly page: PageId
  readonly path: string
  readonly group: string | null
}

type Nodes = typeof session.menu

/** The pages of the menu that stand in the sidebar, in its order. */
function pagesIn(nodes: Nodes, group: string | null = null): Destination[] {
  return nodes.flatMap(({ component, visible, path, meta, children }) => {
    if (children) return pagesIn(children, meta.title)
    if (visible === '1') return []
    const page = component as PageId // the server names pages by the contract's ids
    return [{ id: `menu.${page}`, page, path, group }]
  })
}

let open: { readonly menu: unknown; readonly pages: readonly Destination[] } | null = null

/** Where whoever is signed in can go: found out once for their menu. */
export function destinations(): readonly Destination[] {
  const { menu } = session
  if (open?.menu !== menu) open = { menu, pages: pagesIn(menu) }
  return open.pages
}

const sounds: Readonly<Record<string, string>> = kana
const untitled = (id: string): Pick<Entry, 'titles' | 'readings'> => ({
  titles: Object.fromEntries(languages.map((language) => [language, id])) as Entry['titles'], // every language
  readings: {},
})
const titled = (id: string) => {
  const { titles: known, readings } = titles[id] ?? untitled(id)
  return { titles: known, readings: { ...readings, ...(sounds[id] && { kana: sounds[id] }) } }
}

const ofCommand = ({ id, risk, search }: Command): Entry => ({ id, risk, ...titled(id), ...search })
/** Short names of pages: their own, and the noun of the list where no page before has it. */
const codesOf = (page: PageId): string[] => {
  const noun = grids.find((grid) => grid.page === page)?.listing.lists?.noun
  const first = noun && grids.find(({ listing }) => listing.lists?.noun === noun)?.page === page
  return [page, ...(first ? [noun] : [])]
}
const ofPage = ({ id, path, page, group }: Destination): Entry => ({
  id,
  path,
  risk: 'read',
  codes: codesOf(page),
  ...titled(id),
  ...(group && { section: titled(group).titles }),
})

/** Commands and pages, ready to be searched on a screen in a language. */
export const indexOf = (
  commands: readonly Command[],
  pages: readonly Destination[],
  language: Language,
  pinyin: boolean,
): Index => index([...commands.map(ofCommand), ...pages.map(ofPage)], language, { pinyin })

interface Made {
  readonly language: Language
  readonly pinyin: boolean
  readonly granted: unknown
  readonly index: Index
}
let made: Made | null = null

/** Everything that can be found, ready to be searched: made once per language and permissions. */
export function searchable(language: Language, pinyin: boolean): Index {
  const { granted } = session
  if (made?.language !== language || made.pinyin !== pinyin || made.granted !== granted) {
    made = { language, pinyin, granted, index: indexOf(allowed(), destinations(), language, pinyin) }
  }
  return made.index
}

/** The keys that lead to a page, as this person has them. */
export const keysOf = ({ id }: Pick<Destination, 'id'>): Keys | null => boundKeys(id)[0] ?? null

/** Makes the index while nothing else is to be done, so that the first key that is typed finds it. Answers how to stop. */
export const warm = (pinyin: boolean): (() => void) => whenIdle(() => void searchable(language(), pinyin))
