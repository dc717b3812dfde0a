import { currentSession, onSignIn, onUserGone } from './base/session.ts'
import { isText } from './base/validators.ts'
import { type Tab, tabMemory, tabState } from './tabs.ts'

const key = 'lendline.tabs'
/** What of a tab's memory outlives a reload: how far it was scrolled, and where in its list somebody was. */
const memoryNames = ['scroll', 'grid'] as const

type StoredTab = Omit<Tab, 'turn'> & { readonly memory: Readonly<Record<string, unknown>> }

const storedTab = ({ turn: _, ...tab }: Tab): StoredTab => {
  const memory = tabMemory(tab.key)
  const names = tab.forgets ? [] : memoryNames.filter((name) => memory.has(name))
  return { ...tab, memory: Object.fromEntries(names.map((name) => [name, memory.get(name)])) }
}

/** Writes down which pages are open, for this window and this person: addresses hold no personal values, but tokens for them. */
export function storeTabs(): void {
  const { user } = currentSession
  if (!user) return
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId: user.userId, tabs: tabState.open.map(storedTab) }))
  } catch {
    // storage is full or off: then they last as long as the page
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A tab as it was written down; nothing where something else stands there. */
function parseTab(given: unknown): StoredTab[] {
  if (!isObject(given)) return []
  const { key, href, title, record, pinned, forgets, memory } = given
  if (!isText(key) || !isText(href) || !href.startsWith('/') || !isText(title)) return []
  return [
    {
      ...{ key, href, title, record: isText(record) ? record : null },
      ...{ pinned: pinned === true, forgets: forgets === true, memory: isObject(memory) ? memory : {} },
    },
  ]
}

/** The tabs that were open before this page was loaded anew, of the same person. */
function readTabs(userId: string): StoredTab[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isObject(stored) || stored.userId !== userId || !Array.isArray(stored.tabs)) return []
    return stored.tabs.flatMap(parseTab)
  } catch {
    return [] // no storage, or something that nobody of us wrote
  }
}

function restoreTabs(): void {
  const { user } = currentSession
  if (!user || tabState.open.length > 0) return
  for (const { memory, ...tab } of readTabs(user.userId)) {
    tabState.open.push({ ...tab, turn: 0 })
    for (const [name, value] of Object.entries(memory)) tabMemory(tab.key).set(name, value)
  }
}

function forgetTabs(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {} // as above
}

onSignIn(restoreTabs)
onUserGone(forgetTabs)

/** Keeps the tabs over a reload. Answers how to stop. */
export function keepTabs(): () => void {
  window.addEventListener('pagehide', storeTabs)
  return () => window.removeEventListener('pagehide', storeTabs)
}
