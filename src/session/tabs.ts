import { createContext, useContext, useState } from 'react'
import { proxy } from 'valtio'
import { onUserGone } from './base/session.ts'

/** Tab: a page that was visited. */
export interface Tab {
  /** Its path; of a page that shows one record, with the record's id. */
  readonly key: string
  /** Where it was left: with everything its address says. */
  href: string
  /** A text key, or the name itself. */
  readonly title: string
  /** The record it shows. */
  readonly record: string | null
  readonly pinned: boolean
  /** It keeps nothing once it is left. */
  readonly forgets: boolean
  /** Counted up to have its page made anew. */
  turn: number
}

/** The visited pages, and which of them is in front. */
export const tabState = proxy<{ open: Tab[]; front: string | null }>({ open: [], front: null })

/** What each tab remembers, by its key. */
const memories = new Map<string, Map<string, unknown>>()

/** What a tab remembers, for as long as it is open. */
export function tabMemory(key: string): Map<string, unknown> {
  const state = memories.get(key) ?? new Map<string, unknown>()
  memories.set(key, state)
  return state
}

const find = (key: string | null): Tab | undefined => tabState.open.find((tab) => tab.key === key)

/** Opens a tab: brings a page to the front; opens a tab for it where there is none. */
export function openTab(page: Omit<Tab, 'turn'>): void {
  if (tabState.front !== page.key && find(tabState.front)?.forgets) memories.delete(tabState.front!)
  const known = find(page.key)
  if (known) known.href = page.href
  else tabState.open.push({ ...page, turn: 0 })
  tabState.front = page.key
}

/** Opens tabs behind the one in front, which stays there; those that are open already stay as they are. */
export function openTabsBehind(pages: readonly Omit<Tab, 'turn'>[]): void {
  tabState.open.push(...pages.filter(({ key }) => !find(key)).map((page) => ({ ...page, turn: 0 })))
}

/** Puts tabs that are always there before all others. */
export function pinTabs(pages: readonly Omit<Tab, 'turn'>[]): void {
  tabState.open.unshift(...pages.filter(({ key }) => !find(key)).map((page) => ({ ...page, turn: 0 })))
}

/** Closes what `goes` says of the tabs that may be closed. Answers where that leads; null: one stays where one is. */
function close(goes: (tab: Tab) => boolean): string | null {
  for (const { key } of tabState.open.filter((tab) => !tab.pinned && goes(tab))) memories.delete(key)
  tabState.open = tabState.open.filter((tab) => tab.pinned || !goes(tab))
  return find(tabState.front) ? null : (tabState.open.at(-1)?.href ?? '/')
}

/** Closes a tab. Answers where that leads: the last tab, or the root; null where another was in front. */
export const closeTab = (key: string): string | null => close((tab) => tab.key === key)
/** Closes every tab but one, which comes to the front. Answers where that leads. */
export const closeOthers = (key: string): string | null => {
  close((tab) => tab.key !== key)
  return tabState.front === key ? null : (find(key)?.href ?? '/')
}
/** Closes every tab. Answers where that leads. */
export const closeAll = (): string | null => close(() => true)

/** Has the page of a tab made anew, without what it remembered. */
export function remountTab(key: string): void {
  const tab = find(key)
  memories.delete(key)
  if (tab) tab.turn += 1
}

/** Where a path leads: to its tab as it was left, where it is open. */
export const hrefOf = (path: string): string => find(path)?.href ?? path

/** Where the tab leads that stands `by` places beside the one in front, round and round; null: there is no other. */
export function tabBeside(by: number): string | null {
  const at = tabState.open.findIndex(({ key }) => key === tabState.front)
  const count = tabState.open.length
  const next = tabState.open[(Math.max(at, 0) + by + count) % count]
  return next && next.key !== tabState.front ? next.href : null
}

// whose session only ran out finds everything as it was
onUserGone(() => {
  memories.clear()
  Object.assign(tabState, { open: [], front: null })
})

/** The key of the tab that a component stands in. */
export const TabKeyContext = createContext('')

/** What a component keeps for as long as its tab is open, by a name of its own. Setting it renders anew. */
export function useTabMemory<T>(name: string): [value: T | undefined, keep: (value: T) => void] {
  const state = tabMemory(useContext(TabKeyContext))
  const [value, setValue] = useState(() => state.get(name) as T | undefined) // under this name nothing else is kept
  const keep = (next: T) => {
    state.set(name, next)
    setValue(next)
  }
  return [value, keep]
}
