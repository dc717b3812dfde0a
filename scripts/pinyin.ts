import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { type Language, languages } from '#locales/index.ts'
import { pinyinReadings } from '#src/command/search/pinyin-readings.ts'
import type { Pinyin, SearchEntry } from '#src/command/search/search-entry.ts'

/** What something is called in every language, and how the Chinese name sounds. */
type Titled = Pick<SearchEntry, 'titles' | 'readings'>
/** The content of a file below the root. */
type Read = (file: string) => string

/** Reads files below `root`, each once. */
function reader(root: string): Read {
  const known = new Map<string, string>()
  return (file) => {
    const content = known.get(file) ?? readFileSync(join(root, file), 'utf8')
    known.set(file, content)
    return content
  }
}

const declared = /\b(?:(?:command|act)\(\s*(\w+\.\w+)|(?:local|localOnRows|ofList)\(\s*'(\w+\.\w+)')/g

/** The ids that `source` declares commands under. */
const declaredIn = (source: string): string[] =>
  Array.from(source.matchAll(declared), ([, ofEndpoint, ofLocal]) => (ofEndpoint ?? ofLocal)!)

const fileOf = (noun: string): string => `${noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`
const textsOf = (read: Read, language: Language, noun: string): Readonly<Record<string, string>> =>
  JSON.parse(read(`locales/${language}/${fileOf(noun)}`))

/** @throws Error where a language has no word for it. */
function titled(read: Read, id: string): Titled {
  const [noun, verb] = id.split('.') as [string, string] // as `declaredIn` and the menu give it
  const title = (language: Language): string => {
    const text = textsOf(read, language, noun)[verb]
    if (!text) throw new Error(`locales/${language}/${fileOf(noun)} has no title for ${id}`)
    return text
  }
  const titles = Object.fromEntries(languages.map((language) => [language, title(language)])) as Titled['titles'] // all
  return { titles, readings: { pinyin: pinyinReadings(titles.zh) } }
}

/**
 * The titles of every command declared in `commands/*.ts`, by its id, and of every entry of the menu, by `menu.<key>`.
 * @throws Error where a title is missing in any language.
 */
export function titlesIn(root: string): Readonly<Record<string, Titled>> {
  const read = reader(root)
  const sources = readdirSync(join(root, 'commands')).filter((file) => file.endsWith('.ts'))
  const commands = sources.flatMap((file) => declaredIn(read(`commands/${file}`)))
  const pages = Object.keys(textsOf(read, 'en', 'menu')).filter((key) => !key.includes('.'))
  const ids = new Set([...commands, ...pages.map((key) => `menu.${key}`)])
  return Object.fromEntries([...ids].map((id) => [id, titled(read, id)]))
}

const chineseWords = /\bzh: \[([^\]]*)\]/g

/** How the Chinese words sound that commands and pages are found by beside their titles. */
export function soundsIn(root: string): Readonly<Record<string, Pinyin>> {
  const read = reader(root)
  const files = readdirSync(join(root, 'commands')).filter((file) => file.endsWith('.ts'))
  const sources = [...files.map((file) => `commands/${file}`), 'contract/menu-words.ts'].map(read)
  const words = sources
    .flatMap((source) => Array.from(source.matchAll(chineseWords), ([, list]) => list!))
    .flatMap((list) => Array.from(list.matchAll(/'([^']+)'/g), ([, word]) => word!))
  return Object.fromEntries(words.map((word) => [word, pinyinReadings(word)]))
}

const listed = /\bgrid\(\s*(\w+)\.\w+/
const column = /\bcol\.\w+\(\s*'(\w+)'/g

/** What columns are called in every language, by `<noun>.<field>`: names that a filter line understands on any screen. */
export function headingsIn(root: string): Readonly<Record<string, readonly string[]>> {
  const read = reader(root)
  const files = readdirSync(join(root, 'grids')).filter((file) => file.endsWith('.ts'))
  const ids = files.flatMap((file) => {
    const source = read(`grids/${file}`)
    const noun = listed.exec(source)?.[1]
    return noun ? Array.from(source.matchAll(column), ([, field]) => [noun, field!] as const) : []
  })
  const namesOf = ([noun, field]: readonly [string, string]) => [
    ...new Set(languages.flatMap((language) => textsOf(read, language, noun)[field] ?? [])),
  ]
  return Object.fromEntries(ids.map((id) => [id.join('.'), namesOf(id)]))
}

const headingsName = 'virtual:headings'
const name = 'virtual:titles'
const resolved = `\0${name}`

/** Provides `virtual:titles`, so that the console knows every title in every language, and its sound, from the start. */
export const titles = (root: string): Plugin => ({
  name: 'titles',
  resolveId: (id) => (id === name || id === headingsName ? `\0${id}` : null),
  load(id) {
    if (id === `\0${headingsName}`) return `export const headings = ${JSON.stringify(headingsIn(root))}`
    if (id !== resolved) return null
    return `export const titles = ${JSON.stringify(titlesIn(root))}\nexport const sounds = ${JSON.stringify(soundsIn(root))}`
  },
  hotUpdate({ file, modules }) {
    const made = this.environment.moduleGraph.getModuleById(resolved)
    return made && /^(commands|locales)\//.test(relative(root, file)) ? [...modules, made] : undefined
  },
})
