declare module 'virtual:titles' {
  import type { Pinyin, SearchEntry } from '#src/command/search/search-entry.ts'

  /** What every command and page is called in every language, by id; made when the console is built. */
  export const titles: Readonly<Record<string, Pick<SearchEntry, 'titles' | 'readings'>>>
  /** How the Chinese words sound that they are found by beside their titles. */
  export const sounds: Readonly<Record<string, Pinyin>>
}

declare module 'virtual:headings' {
  /** What columns are called in every language, by `<noun>.<field>`. */
  export const headings: Readonly<Record<string, readonly string[]>>
}
