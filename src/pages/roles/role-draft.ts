import { type Scope, scopes } from '#contract/kernel/grants.ts'
import { buttons } from '#contract/kernel/rights.ts'
import type { MenuNode, PageId } from '#contract/menu.ts'
import type { GrantedPage, Role } from '#contract/roles.ts'

/** What a role is to grant on one page. */
export interface DraftGrant {
  readonly codes: number
  readonly scope: Scope
}

/** A role as it is being written: numbers as they are typed. */
export interface RoleDraft {
  readonly name: string
  readonly mark: string
  readonly state: Role['state']
  readonly revealsMax: string
  readonly exportRowsMax: string
  readonly twoFactor: boolean
  readonly grants: ReadonlyMap<PageId, DraftGrant>
}

const quotaText = (quota: number | null): string => (quota === null ? '' : String(quota))

/** A role that grants nothing yet. */
export const blankDraft: RoleDraft = {
  ...{ name: '', mark: '', state: 'enabled', revealsMax: '', exportRowsMax: '', twoFactor: false },
  grants: new Map(),
}

/** What the editor of a role begins with. */
export const draftOf = (
  { name, mark, state, revealsMax, exportRowsMax, twoFactor }: Role,
  grants: readonly GrantedPage[],
): RoleDraft => ({
  ...{ name, mark, state, revealsMax: quotaText(revealsMax), exportRowsMax: quotaText(exportRowsMax), twoFactor },
  grants: new Map(grants.map(({ page, codes, scope }) => [page, { codes, scope }])),
})

/** The grants of a draft as the server takes them. */
export const grantsIn = ({ grants }: RoleDraft): GrantedPage[] =>
  [...grants].map(([page, grant]) => ({ page, ...grant }))

/** A quota as it is typed: nothing bounds nothing; undefined where it is no whole number. */
export const parseQuota = (typed: string): number | null | undefined => {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,8}$/.test(text) ? Number(text) : undefined
}

/** A line of the tree: a group of pages, or a page with the sum of the buttons that something asks for there. */
export type TreeRow =
  | { readonly kind: 'group'; readonly path: string; readonly title: string; readonly pages: readonly PageId[] }
  | {
      readonly kind: 'page'
      readonly page: PageId
      readonly title: string
      readonly codes: number
      readonly group: string | null
    }

const sumOf = (codes: readonly number[] = []): number => codes.reduce((sum, code) => sum | code, 0)
const pagesIn = ({ component, children }: MenuNode): PageId[] =>
  children ? children.flatMap(pagesIn) : [component as PageId] // the server names pages of the contract

/** The menu as lines, each page below its group. */
export const treeRowsOf = (nodes: readonly MenuNode[], group: string | null = null): TreeRow[] =>
  nodes.flatMap((node): TreeRow[] => {
    const { path, component, meta, children } = node
    if (!children) {
      return [{ kind: 'page', page: component as PageId, title: meta.title, codes: sumOf(meta.btnPermissions), group }]
    }
    return [{ kind: 'group', path, title: meta.title, pages: pagesIn(node) }, ...treeRowsOf(children, path)]
  })

/** The buttons a page may have, in the order of their codes. */
export const buttonCodes: readonly number[] = Object.values(buttons).toSorted((a, b) => a - b)

/** The scope that a page begins with: that of most pages of the role, else the narrowest. */
function usualScope({ grants }: RoleDraft): Scope {
  const counts = new Map<Scope, number>()
  for (const { scope } of grants.values()) counts.set(scope, (counts.get(scope) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? 'own'
}

const withGrants = (draft: RoleDraft, grants: ReadonlyMap<PageId, DraftGrant>): RoleDraft => ({ ...draft, grants })

/** Ticks a button of a page, which is then seen, or clears it. */
export function toggleButton(draft: RoleDraft, page: PageId, code: number): RoleDraft {
  const { codes, scope } = draft.grants.get(page) ?? { codes: 0, scope: usualScope(draft) }
  return withGrants(draft, new Map([...draft.grants, [page, { codes: codes ^ code, scope }]]))
}

/** Pages with the sum of the buttons that they may have. */
export type PageCodes = ReadonlyMap<PageId, number>

/**
 * Ticks pages, or clears them where all are ticked. `linked`: a page is ticked with all of its buttons; it is cleared with
 * them in any case.
 */
export function togglePages(draft: RoleDraft, pages: readonly PageId[], all: PageCodes, linked: boolean): RoleDraft {
  const isWhole = (page: PageId) => {
    const granted = draft.grants.get(page)
    return granted !== undefined && (!linked || (all.get(page)! & ~granted.codes) === 0)
  }
  const grants = new Map(draft.grants)
  const clearing = pages.every(isWhole)
  const scope = usualScope(draft)
  for (const page of pages) {
    const granted = draft.grants.get(page)
    if (clearing) grants.delete(page)
    else
      grants.set(page, { codes: (granted?.codes ?? 0) | (linked ? all.get(page)! : 0), scope: granted?.scope ?? scope })
  }
  return withGrants(draft, grants)
}

/** Grants everything there is, … */
export const tickAll = (draft: RoleDraft, all: PageCodes): RoleDraft => {
  const scope = usualScope(draft)
  return withGrants(
    draft,
    new Map([...all].map(([page, codes]) => [page, { codes, scope: draft.grants.get(page)?.scope ?? scope }])),
  )
}
/** … or nothing. */
export const clearAll = (draft: RoleDraft): RoleDraft => withGrants(draft, new Map())

/** Sets whose rows a page shows; without a scope, the next one. */
export function setScope(draft: RoleDraft, page: PageId, scope?: Scope): RoleDraft {
  const granted = draft.grants.get(page)
  if (!granted) return draft
  const next = scope ?? scopes[(scopes.indexOf(granted.scope) + 1) % scopes.length]!
  return withGrants(draft, new Map([...draft.grants, [page, { ...granted, scope: next }]]))
}

/** How much of a group is ticked. */
export function tickedIn({ grants }: RoleDraft, pages: readonly PageId[]): 'all' | 'some' | 'none' {
  const ticked = pages.filter((page) => grants.has(page)).length
  return ticked === 0 ? 'none' : ticked === pages.length ? 'all' : 'some'
}

/** How a cell differs from the role as it was saved. */
export const changeOf = (before: boolean, now: boolean): 'gained' | 'lost' | undefined =>
  before === now ? undefined : now ? 'gained' : 'lost'

/** How many things of a role are other than they were saved. */
export function changesIn(before: RoleDraft, now: RoleDraft): number {
  const fields = (['name', 'mark', 'state', 'revealsMax', 'exportRowsMax', 'twoFactor'] as const).filter(
    (field) => before[field] !== now[field],
  ).length
  const pages = new Set([...before.grants.keys(), ...now.grants.keys()])
  return [...pages].reduce((sum, page) => {
    const [was, is] = [before.grants.get(page), now.grants.get(page)]
    const bits = (was?.codes ?? 0) ^ (is?.codes ?? 0)
    const changed = buttonCodes.filter((code) => (bits & code) !== 0).length
    const seen = (was === undefined) !== (is === undefined) ? 1 : was!.scope !== is!.scope ? 1 : 0
    return sum + changed + seen
  }, fields)
}
