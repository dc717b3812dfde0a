declare module 'virtual:titles' {
  import type { SearchEntry } from '#src/command/search/search-entry.ts'

  /** What every command and page is called in every language, by id; made when the console is built. */
  export const titles: Readonly<Record<string, Pick<SearchEntry, 'titles' | 'readings'>>>
}
