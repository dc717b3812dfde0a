import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Grain } from '#contract/kernel/report.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'

/** What the address says of a report: everything but the cursor. */
export interface ReportAddress {
  readonly q: string
  readonly by: string
  readonly grain: Grain
  readonly asOf: LocalDate | undefined
  readonly view: string
  /** The measure that rows are in the order of, the largest first; with a minus the smallest. None: as they are told. */
  readonly sort: string | undefined
  /** What the address asks for and the report has not got, as it stands there: `by=colour`. */
  readonly unknown: readonly string[]
}

/** Whether rows stand for days, weeks or months, whichever is chosen: only by time they do. */
export const hasGrains = ({ by, grains }: Pick<DeclaredReport['report'], 'by' | 'grains'>, shownBy: string): boolean =>
  shownBy === by[0] && grains.length > 1

/** Reads an address. What it asks for and the report has not got is told, and left out. */
function parseAddress({ query, report, views, begins }: DeclaredReport, search: string): ReportAddress {
  const params = new URLSearchParams(search)
  const unknown: string[] = []
  const oneOf = <Name extends string>(name: string, known: readonly Name[]): Name | undefined => {
    const asked = params.get(name)
    const found = known.find((one) => one === asked)
    if (asked !== null && found === undefined) unknown.push(`${name}=${asked}`)
    return found
  }
  const viewName = oneOf(
    'view',
    views.map(({ name }) => name),
  )
  const view = views.find(({ name }) => name === viewName) ?? views[0]! // a report has some of each
  const sort = oneOf(
    'sort',
    Object.keys(report.measures).flatMap((name) => [name, `-${name}`]),
  )
  const asOf = LocalDate.safeParse(params.get('asOf'))
  if (params.has('asOf') && !(report.known && asOf.success)) unknown.push(`asOf=${params.get('asOf')}`)
  return {
    q: params.get('q') ?? query,
    by: oneOf('by', report.by) ?? begins?.by ?? report.by[0]!,
    grain: oneOf('grain', report.grains) ?? begins?.grain ?? report.grains[0]!,
    asOf: report.known && asOf.success ? asOf.data : undefined,
    view: view.name,
    sort: sort && view.measures.includes(sort.replace('-', '')) ? sort : undefined,
    unknown,
  }
}

function formatAddress(declared: DeclaredReport, address: ReportAddress): string {
  const first = parseAddress(declared, '')
  const params = new URLSearchParams()
  for (const name of ['q', 'by', 'grain', 'asOf', 'view', 'sort'] as const) {
    const value = address[name]
    if (value !== undefined && value !== first[name]) params.set(name, value)
  }
  const search = params.toString()
  return search ? `${window.location.pathname}?${search}` : window.location.pathname
}

/** What the address says, and how a part of it is changed. */
export function useReportAddress(declared: DeclaredReport) {
  const search = useSearch()
  const address = useMemo(() => parseAddress(declared, search), [declared, search])
  const show = (part: Partial<ReportAddress>) =>
    navigate(formatAddress(declared, { ...address, ...part }), { replace: true })
  return [address, show] as const
}
