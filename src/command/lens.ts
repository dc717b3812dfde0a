import { csvMark, csvText } from '#contract/kernel/csv.ts'
import { type Rights, rightsOf, type Scope } from '#contract/kernel/grants.ts'
import { isOpen, type May } from '#contract/kernel/rights.ts'
import type { RoleGrants } from '#contract/lens.ts'
import { groups, pageIds, pageMeta, pages } from '#contract/menu.ts'
import type { Language } from '#locales/index.ts'
import { commands } from '#src/catalogue.ts'
import type { Command } from './define.ts'
import { type Destination, indexOf } from './registry.ts'
import { type Context, goTo, search } from './search/search.ts'

/** A role, and what it may. */
export interface Role extends Pick<RoleGrants, 'id' | 'name' | 'mark'> {
  readonly rights: Rights
}
/** A role as the server tells of it. */
export const roleOf = ({ id, name, mark, grants }: RoleGrants): Role => ({ id, name, mark, rights: rightsOf(grants) })

/** Something of the palette, and the right that it takes. */
export interface Thing {
  readonly id: string
  readonly may: May
  readonly of: Command | Destination
}

const groupOf = (path: string): string | null => {
  const above = Object.keys(groups).filter((group) => path.startsWith(`${group}/`))
  const nearest = above.toSorted((a, b) => b.length - a.length)[0]
  return nearest === undefined ? null : `menu.${groups[nearest]!.name}`
}

const pagesFor = ({ granted }: Rights): Destination[] =>
  pageIds
    .filter((page) => granted.has(page) && !pageMeta[page]?.hidden)
    .map((page) => ({ id: `menu.${page}`, page, path: pages[page], group: groupOf(pages[page]) }))

const isPage = (of: Command | Destination): of is Destination => 'path' in of
const thingOf = (of: Command | Destination): Thing => ({ id: of.id, may: isPage(of) ? of.page : of.may, of })

/** Everything that is in the palette of somebody with these rights, and nothing else: commands, then pages. */
export const paletteOf = (rights: Rights): readonly Thing[] =>
  [...commands.filter((command) => rights.may(command.may)), ...pagesFor(rights)].map(thingOf)

const nobody: Context = { fits: () => 0, frecency: () => 0 } // nothing is meant, and nothing was used

interface Speaking {
  readonly language: Language
  readonly pinyin: boolean
}

/** What a line finds among `things`, in the palette's order; all of them without a line. */
export function foundIn(things: readonly Thing[], typed: string, { language, pinyin }: Speaking): readonly Thing[] {
  if (typed.trim() === '') return things
  const own = things.map(({ of }) => of)
  const made = indexOf(
    own.filter((of): of is Command => !isPage(of)),
    own.filter(isPage),
    language,
    pinyin,
  )
  const hits = typed.startsWith(':') ? goTo(made, typed.slice(1), nobody) : search(made, typed, nobody)
  return hits.flatMap(({ id }) => things.find((thing) => thing.id === id) ?? [])
}

/** Whose rows a role reaches with a right: its scopes; `open` where no right is needed, null where it has none. */
export const reachOf = ({ rights }: Role, may: May): readonly Scope[] | 'open' | null => {
  if (isOpen(may)) return 'open'
  return rights.may(may) ? rights.scopesOf(may) : null
}

/** Whether two roles differ in something: one has it and the other not, or with other rows. */
export const differs = (a: Role, b: Role, { may }: Thing): boolean =>
  String(reachOf(a, may)) !== String(reachOf(b, may))

/** What two roles have between them, each thing once. */
export function together(a: Role, b: Role): readonly Thing[] {
  const all = [...paletteOf(a.rights), ...paletteOf(b.rights)]
  return [...new Map(all.map((thing) => [thing.id, thing])).values()]
}

/** Every command that takes a right: the lines of the matrix. */
export const guarded = (): readonly Command[] => commands.filter(({ may }) => !isOpen(may))

/** The words of a matrix: what stands over its columns, and what a command, a right and rows are called. */
export interface MatrixWords {
  readonly head: readonly [command: string, id: string, risk: string, right: string]
  title(command: Command): string
  risk(command: Command): string
  right(may: May): string
  reach(scopes: readonly Scope[]): string
}

/** The matrix of commands and roles as CSV: in each cell whose rows the role reaches, nothing where it has no right. */
export function matrixCsv(roles: readonly Role[], words: MatrixWords): string {
  const cell = (role: Role, { may }: Command): string => {
    const reach = reachOf(role, may)
    return reach === null || reach === 'open' ? '' : words.reach(reach)
  }
  const lines = guarded().map((command) => [
    ...[words.title(command), command.id, words.risk(command), words.right(command.may)],
    ...roles.map((role) => cell(role, command)),
  ])
  const all = [[...words.head, ...roles.map(({ name }) => name)], ...lines]
  return csvMark + all.map((line) => `${line.map(csvText).join(',')}\r\n`).join('')
}
