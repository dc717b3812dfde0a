import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PageId } from '#contract/menu.ts'
import { pageWords } from '#contract/menu-words.ts'
import { type Language, languages } from '#locales/index.ts'
import { soundsIn, titlesIn } from '#scripts/pinyin.ts'
import { root } from '#server/kernel/base/root.ts'
import type { Command } from '#src/command/command.ts'
import type { SearchEntry } from '#src/command/search/search-entry.ts'

/** A word that staff say, in a language, and what it means. */
export interface StaffWord {
  readonly id: string
  readonly language: Language
  readonly word: string
}

async function commandsIn(file: string): Promise<readonly Command[]> {
  const found = (await import(`#commands/${file}`)) as Record<string, Command> // each export there is one
  return Object.values(found)
}

/** Every command and page of the console with what else staff call it. */
export async function entriesWithWords(): Promise<readonly SearchEntry[]> {
  const files = readdirSync(join(root, 'commands')).filter((file) => file.endsWith('.ts'))
  const commands = (await Promise.all(files.map(commandsIn))).flat()
  const searchOf = new Map(commands.map(({ id, search }) => [id as string, search]))
  const sounds = soundsIn(root)
  return Object.entries(titlesIn(root)).map(([id, { titles, readings }]): SearchEntry => {
    const more = searchOf.get(id) ?? pageWords[id.replace('menu.', '') as PageId] // a page, or nothing by its name
    const words = Object.fromEntries((more?.words?.zh ?? []).map((word) => [word, sounds[word]!]))
    return { id, risk: 'read', titles, ...more, readings: { ...readings, words } }
  })
}

/** Every word that staff say beside the titles. */
export const staffWordsOf = (entries: readonly SearchEntry[]): readonly StaffWord[] =>
  entries.flatMap(({ id, words = {} }) =>
    languages.flatMap((language) => (words[language] ?? []).map((word) => ({ id, language, word }))),
  )
