import type { MenuNode } from '#contract/menu.ts'
import { isOutside, type Menu } from './places.ts'

/** A line of the sidebar. */
export interface Entry {
  readonly component: string
  readonly title: string
  readonly path: string
  /** It leads out of the console. */
  readonly outside: boolean
}
/** Entries under a heading; the entries of a group within the group follow with a heading of their own. */
export interface Section {
  /** None: entries that stand in no group. */
  readonly title: string | null
  readonly key: string
  /** Stands within the section before it. */
  readonly nested: boolean
  readonly entries: readonly Entry[]
}

const shown = (nodes: Menu = []): Menu => nodes.filter(({ visible }) => visible !== '1')
const isGroup = ({ children }: MenuNode): boolean => shown(children).length > 0

/** A group with a single page is that page. */
function single(node: MenuNode): MenuNode {
  const children = shown(node.children)
  return children.length === 1 && children[0] ? single(children[0]) : node
}

const entryOf = ({ component, meta, path }: MenuNode): Entry => ({
  component,
  title: meta.title,
  path,
  outside: isOutside(path),
})

function sectionsBelow(key: string, title: string | null, nodes: Menu, nested: boolean): Section[] {
  const all = shown(nodes).map(single)
  const entries = all.filter((node) => !isGroup(node)).map(entryOf)
  const below = all
    .filter(isGroup)
    .flatMap((node) => sectionsBelow(node.path, node.meta.title, node.children ?? [], title !== null))
  return [...(entries.length > 0 ? [{ key, title, nested, entries }] : []), ...below]
}

/** The sidebar of a menu: what is hidden left out, groups as headings, a group of one page as that page. */
export const sectionsOf = (menu: Menu): readonly Section[] => sectionsBelow('/', null, menu, false)
