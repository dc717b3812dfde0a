import { reachesAsFar } from '#contract/kernel/personal-data.ts'
import { groups, type MenuNode, type PageId, pageIds, pageMeta, pages } from '#contract/menu.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { StoredMenuEntry } from '#server/modules/menu-entries/store.ts'

/** What is kept of an entry, as far as the menu shows it. */
type Kept = ReadonlyMap<string, Pick<StoredMenuEntry, 'id' | 'kind' | 'place' | 'sort' | 'icon' | 'hidden' | 'path'>>

/** Pages with the button codes granted on each, and the menu as it is kept. */
interface Granted {
  readonly codes: ReadonlyMap<PageId, readonly number[]>
  readonly kept: Kept
  readonly inFull: ReadonlySet<PageId>
}

const pageNode = (id: PageId, codes: readonly number[], { kept, inFull }: Granted): MenuNode => {
  const { icon, affix, hidden = false } = { ...pageMeta[id], ...kept.get(id) }
  return {
    path: pages[id],
    component: id,
    visible: hidden ? '1' : '0',
    name: id,
    meta: {
      ...{ title: `menu.${id}`, btnPermissions: [...codes] },
      ...(inFull.has(id) && { exportsInFull: true }),
      ...(icon && { icon }),
      ...(affix && { affix }),
    },
  }
}

/** A link that leads out of the console: the same for everybody who sees where it stands. */
const linkNode = ({ id, path, icon, hidden }: Pick<StoredMenuEntry, 'id' | 'path' | 'icon' | 'hidden'>): MenuNode => ({
  path,
  component: id,
  visible: hidden ? '1' : '0',
  name: id,
  meta: { title: `menu.${id}`, ...(icon && { icon }) },
})

/** A group with what is granted below it, or nothing. It opens its default page, or else its first. */
function groupNode(path: string, granted: Granted): MenuNode[] {
  const { name, redirect } = groups[path]!
  const { icon = groups[path]!.icon, hidden = false } = granted.kept.get(name) ?? {}
  const children = nodesBelow(path, granted)
  const first = children.find((child) => child.path.startsWith('/'))
  if (!first) return []
  const opens = redirect && granted.codes.has(redirect) ? pages[redirect] : first.path
  const meta = { title: `menu.${name}`, ...(icon && { icon }) }
  return [{ path, component: 'group', visible: hidden ? '1' : '0', redirect: opens, name, meta, children }]
}

/** Pages and groups directly below `path`, in the order in which they are declared; null: a group. */
function declaredBelow(path: string): ReadonlyMap<string, PageId | null> {
  const below = new Map<string, PageId | null>()
  for (const id of pageIds) {
    if (!pages[id].startsWith(`${path}/`)) continue
    const end = pages[id].indexOf('/', path.length + 1)
    const child = end === -1 ? pages[id] : pages[id].slice(0, end)
    below.set(child, child === pages[id] ? id : null)
  }
  return below
}

/** The nodes directly below `path`, in the order that is kept; where none is, in the order of `pages`. */
function nodesBelow(path: string, granted: Granted): MenuNode[] {
  const nodes = [...declaredBelow(path)].flatMap(([child, id]) => {
    if (id === null) return groupNode(child, granted)
    const codes = granted.codes.get(id)
    return codes ? [pageNode(id, codes, granted)] : []
  })
  const place = path === '' ? 'top' : groups[path]!.name
  const links = [...granted.kept.values()].filter((entry) => entry.kind === 'link' && entry.place === place)
  const sortOf = ({ name }: MenuNode): number => granted.kept.get(name)?.sort ?? 0
  return [...nodes, ...links.map(linkNode)].toSorted((a, b) => sortOf(a) - sortOf(b)) // stable: what is kept nowhere stays
}

const nothingKept: Kept = new Map()
const none: ReadonlySet<PageId> = new Set()

/** Pages whose lists somebody takes along with personal data in full. */
export const pagesInFull = (actor: Actor): ReadonlySet<PageId> =>
  new Set([...actor.granted.keys()].filter((page) => reachesAsFar(`${page}.reveal`, `${page}.export`, actor)))

/**
 * The menu of somebody who was granted these pages, each with the sum of its button codes, as it is kept; `inFull`: whose
 * lists they take along so.
 */
export function menuOf(
  granted: ReadonlyMap<PageId, number>,
  kept: Kept = nothingKept,
  inFull: ReadonlySet<PageId> = none,
): MenuNode[] {
  const codesOf = (sum: number) => Array.from({ length: 9 }, (_, bit) => 1 << bit).filter((code) => (sum & code) !== 0)
  return nodesBelow('', { codes: new Map([...granted].map(([page, sum]) => [page, codesOf(sum)])), kept, inFull })
}
