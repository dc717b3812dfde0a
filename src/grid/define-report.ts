import type { Listing } from '#contract/kernel/list.ts'
import type { Grain, Report } from '#contract/kernel/report.ts'
import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'

/** What the declaration of a report page says about it. */
interface ReportDefinition<Name extends string> {
  page: PageId
  /** The page of the list that its cells open. */
  opens: PageId
  /** The filter line that it begins with. */
  query: string
  /** What its rows are by at first, and how days are put together. By days, where nothing is said. */
  begins?: { readonly by: string; readonly grain: Grain }
  /** Which measures are shown as columns, in the order of the digits that choose them: `reportView.<name>` of the noun. */
  views: Readonly<Record<string, readonly Name[]>>
}

/** Declared report page, as the machinery of reports needs it. */
export interface DeclaredReport extends Omit<ReportDefinition<string>, 'views'> {
  readonly id: MessageId
  readonly report: Report
  readonly listing: Listing
  readonly views: readonly { readonly name: string; readonly measures: readonly string[] }[]
}

/** A report page over a report and the listing whose rows it counts. */
export function reportPage<R extends Omit<Report, 'measures'> & { readonly measures: object }>(
  report: R,
  listing: Pick<Listing, 'id'>,
  { views, ...declared }: ReportDefinition<keyof R['measures'] & string>,
): DeclaredReport {
  return {
    ...declared,
    id: report.id as MessageId, // a test asks for the names of calls
    report: report as unknown as Report, // its measures are named more closely
    listing: listing as Listing, // what `list` makes has all that a listing has
    views: Object.entries(views).map(([name, measures]) => ({ name, measures })),
  }
}
