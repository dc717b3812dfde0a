import { groups, type MenuNode, type PageId, pageIds, pageMeta, pages } from '#contract/menu.ts'

/** Pages with the button codes granted on each. */
type Granted = ReadonlyMap<PageId, readonly number[]>

const pageNode = (id: PageId, codes: readonly number[]): MenuNode => {
  const { hidden = false, icon, affix } = pageMeta[id] ?? {}
  return {
    path: pages[id],
    component: id,
    visible: hidden ? '1' : '0',
    name: id,
    meta: { title: `menu.${id}`, btnPermissions: [...codes], ...(icon && { icon }), ...(affix && { affix }) },
  }
}

/** A group with what is granted below it, or nothing. It opens its default page, or else its first. */
function groupNode(path: string, granted: Granted): MenuNode[] {
  const { name, icon, redirect } = groups[path]!
  const children = nodesBelow(path, granted)
  const [first] = children
  if (!first) return []
  const opens = redirect && granted.has(redirect) ? pages[redirect] : first.path
  const meta = { title: `menu.${name}`, icon }
  return [{ path, component: 'group', visible: '0', redirect: opens, name, meta, children }]
}

/** The nodes directly below `path`, in the order of `pages`; a group stands where its first page does. */
function nodesBelow(path: string, granted: Granted): MenuNode[] {
  const below = new Map<string, PageId | null>()
  for (const id of pageIds) {
    if (!pages[id].startsWith(`${path}/`)) continue
    const end = pages[id].indexOf('/', path.length + 1)
    const child = end === -1 ? pages[id] : pages[id].slice(0, end)
    below.set(child, child === pages[id] ? id : null)
  }
  return [...below].flatMap(([child, id]) => {
    if (id === null) return groupNode(child, granted)
    const codes = granted.get(id)
    return codes ? [pageNode(id, codes)] : []
  })
}

/** The menu of somebody who was granted these pages, each with the sum of its button codes. */
export function menuOf(granted: ReadonlyMap<PageId, number>): MenuNode[] {
  const codes = (sum: number) => Array.from({ length: 9 }, (_, bit) => 1 << bit).filter((code) => (sum & code) !== 0)
  return nodesBelow('', new Map([...granted].map(([page, sum]) => [page, codes(sum)])))
}
