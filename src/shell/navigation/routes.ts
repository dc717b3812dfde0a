import type { Requirement } from '#contract/kernel/rights.ts'
import { type MenuNode, pages } from '#contract/menu.ts'

/** A step of the way to a page. The last one leads nowhere else. */
export interface Crumb {
  readonly title: string
  readonly path: string | null
}

/** A page that stands somewhere. */
export interface PageRoute {
  /** What is shown there. */
  readonly component: string
  /** Its name: a text key, or the name itself. */
  readonly title: string
  readonly trail: readonly Crumb[]
  /** Its tab is not to be closed. */
  readonly pinned: boolean
  /** It forgets what was done on it. */
  readonly forgets: boolean
  /** It shows one record, named by `?id=`; each record has a tab of its own. */
  readonly record: boolean
}

/** A page at an address of its own, beside the menu. */
export interface FixedPage {
  readonly component: string
  readonly title: string
  readonly requires: Requirement
}

/** Route: what stands at a path, a page, another path, a page that is not this person's, or nothing. */
export type Route =
  | ({ readonly at: 'page' } & PageRoute)
  | { readonly at: 'redirect'; readonly to: string }
  | { readonly at: 'forbidden' }
  | { readonly at: 'nowhere' }

export type MenuTree = readonly MenuNode[]

/** The node at `path`, behind the groups it stands in. */
function branchTo(menu: MenuTree, path: string): MenuNode[] | null {
  for (const node of menu) {
    if (node.path === path) return [node]
    const below = node.children && branchTo(node.children, path)
    if (below) return [node, ...below]
  }
  return null
}

/** Only what has a title, and does not say that it is no step. */
const crumbsOf = (line: readonly MenuNode[]): Crumb[] =>
  line
    .filter(({ meta }) => meta.title && meta.breadcrumb !== false)
    .map(({ meta, path, redirect }, i, all) => ({
      title: meta.title,
      path: i === all.length - 1 ? null : (redirect ?? path),
    }))

interface RouteContext {
  readonly menu: MenuTree
  readonly fixed: Readonly<Record<string, FixedPage>>
  /** Every path that a menu may hold, whoever is signed in. */
  readonly paths: readonly string[]
  may(right: Requirement): boolean
}

/** The page a node of the menu stands for. */
const pageRoute = (line: readonly MenuNode[]): Route => {
  const { component, visible, meta } = line.at(-1)! // a line is never empty
  return {
    at: 'page',
    component,
    title: meta.title,
    trail: crumbsOf(line),
    pinned: meta.affix ?? false,
    forgets: meta.noCache ?? false,
    record: visible === '1',
  }
}

const fixedPage = ({ component, title }: FixedPage): Route => ({
  at: 'page',
  component,
  title,
  trail: [{ title, path: null }],
  pinned: false,
  forgets: false,
  record: true,
})

/** Where a node may lead, the likeliest first: where it says, else to the pages below it. A page leads nowhere. */
const linksFrom = ({ path, redirect, children = [] }: MenuNode): readonly string[] =>
  [redirect ?? path, ...children.map((child) => child.path)].filter((to) => to !== path)

/** The page that `path` leads to in the end; null where it only leads round in a circle, or to nothing. */
function redirectTarget(menu: MenuTree, path: string, seen: readonly string[] = []): string | null {
  const node = branchTo(menu, path)?.at(-1)
  if (!node || seen.includes(path)) return null
  const ways = linksFrom(node)
  if (ways.length === 0) return path
  for (const way of ways) {
    const end = redirectTarget(menu, way, [...seen, path])
    if (end !== null) return end
  }
  return null
}

/** Groups whose pages are told on another page where the menu has none of them. Source of the path: specification, section 2. */
const standIns: ReadonlyMap<string, string> = new Map([
  ['/home_manage', pages.home],
  [pages.overview, pages.home],
])

/** Resolves the route of `path` for whoever has this menu. */
export function resolveRoute(path: string, { menu, fixed, paths, may }: RouteContext): Route {
  // a page is itself with a slash behind it
  const bare = path.replace(/(?<=[^/])\/+$/, '')
  if (bare !== path) return { at: 'redirect', to: bare }
  if (path === '/401') return { at: 'forbidden' }
  const own = fixed[path]
  if (own) return may(own.requires) ? fixedPage(own) : { at: 'forbidden' }
  const line = branchTo(menu, path)
  const standIn = standIns.get(path)
  if (!line && standIn) return { at: 'redirect', to: standIn }
  if (!line)
    return { at: paths.some((known) => known === path || known.startsWith(`${path}/`)) ? 'forbidden' : 'nowhere' }
  const to = redirectTarget(menu, path)
  if (to === null) return { at: 'nowhere' }
  return to === path ? pageRoute(line) : { at: 'redirect', to }
}

/** The pages of a menu whose tabs are always there. */
export const pinnedTabs = (menu: MenuTree) =>
  menu
    .filter(({ meta }) => meta.affix)
    .map(({ path, meta }) => ({ key: path, href: path, title: meta.title, record: null, pinned: true, forgets: false }))
