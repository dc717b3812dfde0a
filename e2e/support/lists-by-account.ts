import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PageId } from '#contract/menu.ts'
import menu from '#locales/en/menu.json' with { type: 'json' }
import { root } from '#server/kernel/base/root.ts'
import { grantsOf, type RoleMark, roles } from '#server/seed/roles.ts'
import type { Grid } from '#src/grid/define.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import type { Account } from './api.ts'

/** Every list of the console, as `src/catalogue.ts` gathers them for a build. */
export const grids: readonly Grid[] = await Promise.all(
  readdirSync(join(root, 'grids'))
    .filter((file) => file.endsWith('.ts'))
    // every file there has a grid or a report as its default export
    .map(async (file) => ((await import(`#grids/${file}`)) as { default: Grid | DeclaredReport }).default),
).then((declared) => declared.filter((one) => 'columns' in one))

/** The roles that test lists: between them they see every one. */
const testedRoles = ['MGR', 'OPS', 'CS', 'EXE', 'REV'] as const satisfies readonly RoleMark[]
const sees = (mark: RoleMark, page: PageId): boolean => grantsOf(mark).some((grant) => grant.page === page)

/** What a list is called in English. */
export const titleOf = ({ page }: Grid): string => (menu as Record<string, string>)[page]! // every page has a title

/** Some lists, and the account that tests them. */
interface AccountLists {
  readonly mark: RoleMark
  readonly account: Account
  readonly lists: readonly Grid[]
}

/** Every list once, those that fewest people see first, by whoever has the fewest to walk. */
function assignLists(): readonly AccountLists[] {
  const tours = testedRoles.map((mark) => ({ mark, account: roles[mark].account, lists: [] as Grid[] }))
  const seeing = ({ page }: Grid) => tours.filter(({ mark }) => sees(mark, page))
  for (const grid of grids.toSorted((a, b) => seeing(a).length - seeing(b).length)) {
    const [first] = seeing(grid).toSorted((a, b) => a.lists.length - b.lists.length)
    if (!first) throw new Error(`nobody walks ${grid.page}`)
    first.lists.push(grid)
  }
  return tours
}
/** Every list of the console, once. */
export const listsByAccount = assignLists()
