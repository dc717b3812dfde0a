import { createContext, useContext, useState } from 'react'
import { proxy } from 'valtio'
import { onGone } from '#src/session/session.ts'

/** A page that was visited. */
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
export const tabs = proxy<{ open: Tab[]; front: string | null }>({ open: [], front: null })

/** What each tab remembers, by its key. */
const memories = new Map<string, Map<string, unknown>>()

/** What a tab remembers, for as long as it is open. */
export function tabState(key: string): Map<string, unknown> {
  const state = memories.get(key) ?? new Map<string, unknown>()
  memories.set(key, state)
  return state
}

const find = (key: string | null): Tab | undefined => tabs.open.find((tab) => tab.key === key)

/** Brings a page to the front; opens a tab for it where there is none. */
export function visit(page: Omit<Tab, 'turn'>): void {
  if (tabs.front !== page.key && find(tabs.front)?.forgets) memories.delete(tabs.front!)
  const known = find(page.key)
  if (known) known.href = page.href
  else tabs.open.push({ ...page, turn: 0 })
  tabs.front = page.key
}

/** Puts tabs that are always there before all others. */
export function pin(pages: readonly Omit<Tab, 'turn'>[]): void {
  tabs.open.unshift(...pages.filter(({ key }) => !find(key)).map((page) => ({ ...page, turn: 0 })))
}

/** Closes what `goes` says of the tabs that may be closed. Answers where that leads; null: one stays where one is. */
function close(goes: (tab: Tab) => boolean): string | null {
  for (const { key } of tabs.open.filter((tab) => !tab.pinned && goes(tab))) memories.delete(key)
  tabs.open = tabs.open.filter((tab) => tab.pinned || !goes(tab))
  return find(tabs.front) ? null : (tabs.open.at(-1)?.href ?? '/')
}

/** Closes a tab. Answers where that leads: the last tab, or the root; null where another was in front. */
export const closeTab = (key: string): string | null => close((tab) => tab.key === key)
/** Closes every tab but one, which comes to the front. Answers where that leads. */
export const closeOthers = (key: string): string | null => {
  close((tab) => tab.key !== key)
  return tabs.front === key ? null : (find(key)?.href ?? '/')
}
/** Closes every tab. Answers where that leads. */
export const closeAll = (): string | null => close(() => true)

/** Has the page of a tab made anew, without what it remembered. */
export function refresh(key: string): void {
  const tab = find(key)
  memories.delete(key)
  if (tab) tab.turn += 1
}

/** Where a path leads: to its tab as it was left, where it is open. */
export const hrefOf = (path: string): string => find(path)?.href ?? path

/** Where the tab leads that stands `by` places beside the one in front, round and round; null: there is no other. */
export function beside(by: number): string | null {
  const at = tabs.open.findIndex(({ key }) => key === tabs.front)
  const count = tabs.open.length
  const next = tabs.open[(Math.max(at, 0) + by + count) % count]
  return next && next.key !== tabs.front ? next.href : null
}

// whose session only ran out finds everything as it was
onGone(() => {
  memories.clear()
  Object.assign(tabs, { open: [], front: null })
})

/** The key of the tab that a component stands in. */
export const TabKey = createContext('')

/** What a component keeps for as long as its tab is open, by a name of its own. Setting it renders anew. */
export function useTabMemory<T>(name: string): [value: T | undefined, keep: (value: T) => void] {
  const state = tabState(useContext(TabKey))
  const [value, setValue] = useState(() => state.get(name) as T | undefined) // under this name nothing else is kept
  const keep = (next: T) => {
    state.set(name, next)
    setValue(next)
  }
  return [value, keep]
}
