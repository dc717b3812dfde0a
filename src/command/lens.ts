import { byteOrderMark, csvCell } from '#contract/kernel/csv.ts'
import { type Rights, rightsOf, type Scope } from '#contract/kernel/grants.ts'
import { needsNoRight, type Requirement } from '#contract/kernel/rights.ts'
import type { RoleGrants } from '#contract/lens.ts'
import { groups, type PageId, pageIds, pageMeta, pages } from '#contract/menu.ts'
import type { Language } from '#locales/index.ts'
import { commands } from '#src/catalogue.ts'
import type { Command } from './command.ts'
import { buildSearchIndex, type Destination, isTab } from './registry.ts'
import { type RankingContext, search, searchPages } from './search/search.ts'

/** Role, and what it may. */
export interface LensRole extends Pick<RoleGrants, 'id' | 'name' | 'mark'> {
  readonly rights: Rights
}
/** A role as the server tells of it. */
export const roleOf = ({ id, name, mark, grants }: RoleGrants): LensRole => ({
  id,
  name,
  mark,
  rights: rightsOf(grants),
})

/** Entry of the palette, and the right that it takes. */
export interface LensEntry {
  readonly id: string
  readonly requires: Requirement
  readonly of: Command | Destination
}

const groupOf = (path: string): string | null => {
  const above = Object.keys(groups).filter((group) => path.startsWith(`${group}/`))
  const nearest = above.toSorted((a, b) => b.length - a.length)[0]
  return nearest === undefined ? null : `menu.${groups[nearest]!.name}`
}

const destinationOf = (page: PageId): Destination => ({
  ...{ id: `menu.${page}`, page, path: pages[page], isTab: isTab(page) },
  group: groupOf(pages[page]),
})

const pagesFor = ({ granted }: Rights): Destination[] =>
  pageIds.filter((page) => granted.has(page) && (isTab(page) || !pageMeta[page]?.hidden)).map(destinationOf)

const isPage = (of: Command | Destination): of is Destination => 'path' in of
const lensEntryOf = (of: Command | Destination): LensEntry => ({
  id: of.id,
  requires: isPage(of) ? of.page : of.requires,
  of,
})

/** Everything that is in the palette of somebody with these rights, and nothing else: commands, then pages. */
export const lensEntriesOf = (rights: Rights): readonly LensEntry[] =>
  [...commands.filter((command) => rights.may(command.requires)), ...pagesFor(rights)].map(lensEntryOf)

const neutralContext: RankingContext = { fits: () => 0, frecency: () => 0 } // nothing is meant, and nothing was used

interface SearchLocale {
  readonly language: Language
  readonly pinyin: boolean
}

/** What a line finds among `things`, in the palette's order; all of them without a line. */
export function searchEntries(
  things: readonly LensEntry[],
  typed: string,
  { language, pinyin }: SearchLocale,
): readonly LensEntry[] {
  if (typed.trim() === '') return things
  const own = things.map(({ of }) => of)
  const made = buildSearchIndex(
    own.filter((of): of is Command => !isPage(of)),
    own.filter(isPage),
    language,
    pinyin,
  )
  const hits = typed.startsWith(':')
    ? searchPages(made, typed.slice(1), neutralContext)
    : search(made, typed, neutralContext)
  return hits.flatMap(({ id }) => things.find((thing) => thing.id === id) ?? [])
}

/** Whose rows a role reaches with a right: its scopes; `open` where no right is needed, null where it has none. */
export const scopesOf = ({ rights }: LensRole, requires: Requirement): readonly Scope[] | 'open' | null => {
  if (needsNoRight(requires)) return 'open'
  return rights.may(requires) ? rights.scopesOf(requires) : null
}

/** Whether two roles differ in something: one has it and the other not, or with other rows. */
export const rolesDiffer = (a: LensRole, b: LensRole, { requires }: LensEntry): boolean =>
  String(scopesOf(a, requires)) !== String(scopesOf(b, requires))

/** What two roles have between them, each thing once. */
export function unionOfEntries(a: LensRole, b: LensRole): readonly LensEntry[] {
  const all = [...lensEntriesOf(a.rights), ...lensEntriesOf(b.rights)]
  return [...new Map(all.map((thing) => [thing.id, thing])).values()]
}

/** Every command that takes a right: the lines of the matrix. */
export const permissionedCommands = (): readonly Command[] => commands.filter(({ requires }) => !needsNoRight(requires))

/** Everything that takes a right: commands, then pages. */
export const permissionedEntries = (): readonly LensEntry[] =>
  [...permissionedCommands(), ...pageIds.map(destinationOf)].map(lensEntryOf)

/** The words of a matrix: what stands over its columns, and what a command, a right and rows are called. */
export interface MatrixWords {
  readonly head: readonly [command: string, id: string, risk: string, right: string]
  title(command: Command): string
  risk(command: Command): string
  right(requires: Requirement): string
  reach(scopes: readonly Scope[]): string
}

/** The matrix of commands and roles as CSV: in each cell whose rows the role reaches, nothing where it has no right. */
export function matrixCsv(roles: readonly LensRole[], words: MatrixWords): string {
  const cell = (role: LensRole, { requires }: Command): string => {
    const reach = scopesOf(role, requires)
    return reach === null || reach === 'open' ? '' : words.reach(reach)
  }
  const lines = permissionedCommands().map((command) => [
    ...[words.title(command), command.id, words.risk(command), words.right(command.requires)],
    ...roles.map((role) => cell(role, command)),
  ])
  const all = [[...words.head, ...roles.map(({ name }) => name)], ...lines]
  return byteOrderMark + all.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')
}
