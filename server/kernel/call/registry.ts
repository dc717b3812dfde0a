import { derived, type Endpoint } from '#contract/kernel/endpoint.ts'
import { isListing, type Listing } from '#contract/kernel/list.ts'
import { isReport, type Report } from '#contract/kernel/report.ts'
import { reportFile } from '#server/kernel/export/report-file.ts'
import { type ReportOf, type ReportQuery, reportOf } from '#server/kernel/listing/report.ts'
import type { RowSource, Source } from '#server/kernel/listing/source.ts'
import type { Handler, Registry, RegistryEntry } from './context.ts'
import type { Module } from './implement.ts'
import { listingHandlers } from './listing-handlers.ts'

/** The calls derived from a listing, answered from where its rows come from. */
function entriesOfListing(listing: Listing, source: Source): RegistryEntry[] {
  // each handler takes the input of its own endpoint; together they have no common one
  const { page, ...answers } = listingHandlers(listing, source) as unknown as Record<
    'page' | (typeof derived)[number],
    Handler
  >
  const calls = derived.flatMap((name) => {
    const endpoint = listing[name]
    return endpoint ? [{ endpoint, handler: answers[name], rowSource: null }] : []
  })
  return [{ endpoint: listing, handler: page, rowSource: null }, ...calls]
}

/** A report with where the rows of its listing come from. @throws Error for a listing that nobody has. */
function withListing(report: Report, listings: Registry['listings']): ReportOf {
  const listed = listings.get(report.of)
  if (!listed) throw new Error(`${report.id} reports on ${report.of}, which no module lists`)
  return { report, ...listed }
}

/** The calls of a report. */
function entriesOfReport(of: ReportOf): RegistryEntry[] {
  const { report } = of
  // both inputs are parsed by the endpoint's own
  return [
    {
      endpoint: report,
      handler: (asked, call) => reportOf(of, asked as unknown as ReportQuery, call),
      rowSource: null,
    },
    {
      endpoint: report.export,
      handler: (asked, call) => reportFile(of, asked as never, call) as never, // a file stands for the answer
      rowSource: null,
    },
  ]
}

/**
 * Puts the modules together.
 * @throws Error for what the compiler cannot see: two endpoints with one id, a subject nobody can find.
 */
export function registryOf(modules: readonly Module[]): Registry {
  const subjects = new Map(
    modules.flatMap(({ subjects: known }) => known.map((one) => [one.subject.noun, one] as const)),
  )
  const entries = new Map<string, RegistryEntry>()
  const listings = new Map<string, { listing: Listing; source: Source }>()

  const add = (entry: RegistryEntry) => {
    const { id } = entry.endpoint
    if (entries.has(id)) throw new Error(`two endpoints are called ${id}`)
    entries.set(id, entry)
  }
  const rowSourceOf = ({ id, subject }: Endpoint): RowSource | null => {
    if (!subject) return null
    const known = subjects.get(subject.noun)
    if (!known) throw new Error(`${id} changes a ${subject.noun} row, and no module says where those are found`)
    return known
  }

  const declared: Report[] = []
  for (const { api, answers } of modules) {
    for (const [verb, endpoint] of Object.entries(api)) {
      if (isListing(endpoint)) {
        const source = answers[verb] as Source
        listings.set(endpoint.id, { listing: endpoint, source })
        entriesOfListing(endpoint, source).forEach(add)
      } else if (isReport(endpoint)) declared.push(endpoint)
      else add({ endpoint, handler: answers[verb] as Handler, rowSource: rowSourceOf(endpoint) })
    }
  }
  const reports = new Map(declared.map((report) => [report.id, withListing(report, listings)]))
  for (const of of reports.values()) entriesOfReport(of).forEach(add)
  return { entries, listings, reports, subjects }
}
