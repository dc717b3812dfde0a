import type { MenuNode } from '#contract/menu.ts'
import { isExternal, isText } from './base/validators.ts'

/** What could be read of a menu, and the paths (or names) of what could not. */
export interface ParsedMenu {
  readonly menu: MenuNode[]
  readonly left: readonly string[]
}

/** Deeper than that no menu is; what claims to be is broken. */
const deepest = 8

type AnyObject = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is AnyObject => typeof value === 'object' && value !== null
const textOr = <Other>(value: unknown, other: Other): string | Other => (isText(value) && value !== '' ? value : other)
const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** A path of this console, or one that leads out of it; null for anything else, a script first of all. */
function pathOf(value: unknown): string | null {
  if (!isText(value) || value === '') return null
  if (value.startsWith('/') || isExternal(value)) return value
  return /^[\w-][\w/-]*$/.test(value) ? `/${value}` : null // as the specification has some, without the slash
}

function metaOf(given: unknown, name: string): MenuNode['meta'] {
  const { title, icon, btnPermissions, exportsInFull, noCache, affix, breadcrumb } = isObject(given) ? given : {}
  const codes = Array.isArray(btnPermissions) ? btnPermissions.map(Number).filter(Number.isInteger) : undefined
  return {
    title: isText(title) ? title : name,
    icon: textOr(icon, undefined),
    btnPermissions: codes,
    exportsInFull: flagOf(exportsInFull),
    noCache: flagOf(noCache),
    affix: flagOf(affix),
    breadcrumb: flagOf(breadcrumb),
  }
}

/** The nodes of `given`. A node that stands below itself, or below one of its own path, is left out. */
function nodesIn(given: unknown, above: readonly string[], left: string[]): MenuNode[] {
  if (!Array.isArray(given)) return []
  return given.flatMap((one: unknown): MenuNode[] => {
    const path = isObject(one) ? pathOf(one.path) : null
    if (!isObject(one) || path === null || above.includes(path) || above.length >= deepest) {
      left.push(isObject(one) ? String(one.path ?? one.name) : String(one))
      return []
    }
    const name = textOr(one.name, path)
    const children = Array.isArray(one.children) && { children: nodesIn(one.children, [...above, path], left) }
    return [
      {
        path,
        component: textOr(one.component, name),
        visible: String(one.visible) === '1' ? '1' : '0',
        redirect: pathOf(one.redirect) ?? undefined,
        name,
        meta: metaOf(one.meta, name),
        ...children,
      },
    ]
  })
}

/**
 * Parses and validates a menu as the server hands it out. Whatever is wrong with it, what is right of it can be used.
 */
export function parseMenu(given: unknown): ParsedMenu {
  const left: string[] = []
  return { menu: nodesIn(given, [], left), left }
}
