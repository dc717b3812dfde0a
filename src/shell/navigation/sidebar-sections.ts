import { type MenuNode, pages, tabs } from '#contract/menu.ts'
import { isExternal } from '#src/session/base/validators.ts'
import type { MenuTree } from './routes.ts'

/** A line of the sidebar. */
export interface SidebarEntry {
  readonly component: string
  readonly title: string
  readonly path: string
  /** The name of its sign. */
  readonly icon: string | null
  /** It leads out of the console. */
  readonly outside: boolean
}
/** Entries under a heading; the entries of a group within the group follow with a heading of their own. */
export interface SidebarSection {
  /** None: entries that stand in no group. */
  readonly title: string | null
  readonly key: string
  readonly icon: string | null
  /** Stands within the section before it. */
  readonly nested: boolean
  readonly entries: readonly SidebarEntry[]
}

const shown = (nodes: MenuTree = []): MenuTree => nodes.filter(({ visible }) => visible !== '1')
const isGroup = ({ children }: MenuNode): boolean => shown(children).length > 0

/** A group with a single page is that page, under the sign of the group where it has none. */
function single(node: MenuNode): MenuNode {
  const [only, ...more] = shown(node.children)
  if (!only || more.length > 0) return node
  const { meta, ...rest } = single(only)
  return { ...rest, meta: { ...meta, icon: meta.icon ?? node.meta.icon } }
}

const entryOf = ({ component, meta, path }: MenuNode): SidebarEntry => ({
  component,
  title: meta.title,
  path,
  icon: meta.icon ?? null,
  outside: isExternal(path),
})

interface Heading {
  readonly key: string
  readonly title: string | null
  readonly icon: string | null
  readonly nested: boolean
}

function sectionsBelow(heading: Heading, nodes: MenuTree): SidebarSection[] {
  const all = shown(nodes).map(single)
  const entries = all.filter((node) => !isGroup(node)).map(entryOf)
  const below = all.filter(isGroup).flatMap(({ path, meta: { title, icon }, children }) => {
    const nested = heading.title !== null
    return sectionsBelow({ key: path, title, icon: icon ?? null, nested }, children ?? [])
  })
  return [...(entries.length > 0 ? [{ ...heading, entries }] : []), ...below]
}

const unnamed: Heading = { key: '/', title: null, icon: null, nested: false }

/** The path by which the menu shows a page: its own, or that of the page it is a tab of. */
export function pathInMenu(path: string): string {
  const [first] = tabs.find((group) => group.some((page) => pages[page] === path)) ?? []
  return first ? pages[first] : path
}

/** The sidebar of a menu: what is hidden left out, groups as headings, a group of one page as that page. */
export const sidebarSections = (menu: MenuTree): readonly SidebarSection[] => sectionsBelow(unnamed, menu)
