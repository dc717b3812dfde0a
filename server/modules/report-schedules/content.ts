import { personalTerms } from '#contract/kernel/query/tokenize.ts'
import type { Report } from '#contract/kernel/report.ts'
import { measuresFor, type Requirement } from '#contract/kernel/rights.ts'
import type { ReportShape } from '#contract/report-schedules.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import type { Context, Registry } from '#server/kernel/call/context.ts'
import type { ReportOf } from '#server/kernel/listing/report.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { viewOf } from '#server/kernel/listing/view.ts'

/** Most measures that a refusal names. */
export const namedMax = 12

/** What is sent: a report, or a list that may be exported; of either the rows that somebody may take along. */
export interface Content {
  readonly of: Pick<ReportOf, 'listing' | 'source'>
  readonly report: Report | null
  /** The right to take it along. */
  readonly requires: Requirement
}

/** What is known by that id and may be taken along without anybody being there. @throws Refusal `unknown_listing`, `schedule_step_up`. */
export function contentOf(id: string, { reports, listings }: Registry): Content {
  const report = reports.get(id)
  const listed = report ?? listings.get(id)
  const file = report ? report.report.export : listed?.listing.export
  if (!listed || !file) throw new Refusal('unknown_listing', undefined, { field: 'content' })
  if (file.stepUp) throw new Refusal('schedule_step_up', undefined, { field: 'content' })
  const { requires } = file
  return {
    of: { ...listed, listing: { ...listed.listing, requires } },
    report: report ? { ...report.report, requires } : null,
    requires,
  }
}

/** @throws InvalidInput for what the report itself would not be asked. */
function mustFitReport(report: Report, q: string, { columns, comparison: _, ...shape }: ReportShape): void {
  const parsed = report.input.safeParse({ ...shape, q })
  if (!parsed.success) {
    throw new InvalidInput(parsed.error.issues.map((issue) => ({ ...issue, path: ['shape', ...issue.path] })))
  }
  if (columns) throw new Refusal('unknown_field', { field: columns[0]! }, { field: 'shape' })
}

/**
 * Whether what is to be sent is there, may be taken along by the caller, and is asked for as it can be; nothing of it is
 * personal. Answers it.
 * @throws Refusal `forbidden`, `bad_query`, `view_personal`, `unknown_field`, and as `contentOf`; InvalidInput.
 */
export async function mustBeSendable(
  { content: id, query, shape }: { readonly content: string; readonly query: string; readonly shape: ReportShape },
  context: Context,
): Promise<Content> {
  const content = contentOf(id, context.app.registry)
  if (!context.actor.may(content.requires)) throw new Refusal('forbidden', undefined, { field: 'content' })
  const { listing, source } = content.of
  const { query: read } = await viewOf(listing, source as Source, { q: query }, context)
  if (personalTerms(read, { fields: listing.fields, searchable: listing.search }).length > 0) {
    throw new Refusal('view_personal', undefined, { field: 'query' })
  }
  if (content.report) mustFitReport(content.report, query, shape)
  const unknown = shape.columns?.find((name) => !listing.fields.some((field) => field.name === name))
  if (unknown) throw new Refusal('unknown_field', { field: unknown }, { field: 'shape' })
  return content
}

/**
 * Whether somebody may see every measure that is to be sent.
 * @throws Refusal `unknown_measure`, as of one that is not there: whoever may not see it finds it nowhere.
 */
export function mustSeeMeasures({ report }: Content, { measures = [] }: ReportShape, { actor }: Context): void {
  if (!report) return
  const seen = measuresFor(report, (right) => actor.may(right))
  const got = measures.find((name) => !seen.includes(name))
  if (got === undefined) return
  const known = seen.slice(0, namedMax).join(', ')
  throw new Refusal('unknown_measure', { got, known }, { field: 'shape.measures' })
}

/** The name of the field that rows of a report are put together by, as a text key; none of a list. */
export function rowsByOf({ report, of: { listing } }: Content, { by }: ReportShape): string | null {
  const noun = listing.id.slice(0, listing.id.indexOf('.'))
  return report ? `${noun}.${by ?? report.by[0]}` : null
}
