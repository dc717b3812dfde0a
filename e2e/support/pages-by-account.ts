import type { Input } from '#contract/kernel/endpoint.ts'
import { rightsOf } from '#contract/kernel/grants.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { Subject } from '#contract/kernel/subject.ts'
import { pageIds, pages } from '#contract/menu.ts'
import { grantsOf, type RoleMark, roleMarks, roles } from '#server/seed/roles.ts'
import { fixedPages } from '#src/pages/fixed-pages.ts'
import { type Account, signedIn } from './api.ts'
import { grids } from './lists-by-account.ts'

/** A page that is no list: where it stands, and what it shows a record of, if it does. */
interface OtherPage {
  readonly path: string
  readonly requires: Requirement
}

const listPages: ReadonlySet<string> = new Set(grids.map(({ page }) => page))
/** Pages of the menu that are no lists, and all at addresses of their own: what the catalogue does not know yet comes by itself. */
const otherPages: readonly OtherPage[] = [
  ...pageIds.filter((id) => !listPages.has(id)).map((id) => ({ path: pages[id], requires: id })),
  ...Object.entries(fixedPages).map(([path, { requires }]) => ({ path, requires })),
]

/** By whoever sees most of them, so that few have to sit down. */
const walkers = ['MGR', 'ADM', 'CTL', 'OPS', ...roleMarks] as const satisfies readonly RoleMark[]

/** Who walks a page; null where nobody sees it: it is to come. */
function walkerOf({ requires }: OtherPage): Account | null {
  const mark = walkers.find((one) => rightsOf(grantsOf(one)).may(requires))
  return mark ? roles[mark].account : null
}

/** Every page that is no list, by the account that walks it. */
export const pagesByAccount: ReadonlyMap<Account, readonly OtherPage[]> = new Map(
  [...new Set(otherPages.flatMap((page) => walkerOf(page) ?? []))].map((account) => [
    account,
    otherPages.filter((page) => walkerOf(page) === account),
  ]),
)

/** The kind of record that a page shows. */
const subjectAt = (path: string): Subject | undefined =>
  grids.flatMap(({ listing }) => listing.lists ?? []).find(({ opens }) => opens === path)

/** Address of a page: with the first record that the account sees, where it shows one. */
export async function addressOf(path: string, who: Account): Promise<string> {
  const noun = subjectAt(path)?.noun
  const client = await signedIn(who)
  for (const { listing } of grids.filter((one) => noun !== undefined && one.listing.lists?.noun === noun)) {
    const { code, data } = await client.ask(listing, { q: '', size: 1 } as Input<typeof listing>) // as every listing takes it
    const [row] = code === 200 ? (data as { readonly rows: readonly { readonly id: string }[] }).rows : [] // as it answers
    if (row) return `${path}?id=${encodeURIComponent(row.id)}`
  }
  return path
}
