import { Readable } from 'node:stream'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { fileName } from '#contract/kernel/format.ts'
import type { FileFormat } from '#contract/kernel/list.ts'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { tokenize } from '#contract/kernel/query/tokenize.ts'
import {
  isDuration,
  isMoney,
  isShare,
  measureText,
  type Report,
  type Cell as ReportCell,
} from '#contract/kernel/report.ts'
import { periodBefore } from '#contract/kernel/report-period.ts'
import { measuresFor } from '#contract/kernel/rights.ts'
import type { Currency, Money } from '#contract/kernel/values.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import {
  type ReportAnswer,
  type ReportOf,
  type ReportQuery,
  reportOf,
  reportTotalOf,
} from '#server/kernel/listing/report.ts'
import {
  amountHeading,
  type Cell,
  durationHeading,
  type FileColumn,
  type FileContext,
  fileColumns,
  plainAmount,
} from './column.ts'
import { type FileWriter, recordExport, writers } from './export-file.ts'
import { mustBeWithinQuota } from './quota.ts'

/** Decimals of a share in percent. */
const shareDigits = 4

/** Column of a measure: counts, amounts and averages as they are, in which currency, shares in percent, durations in seconds. */
function measureColumn(report: Report, name: string, context: FileContext): FileColumn {
  const { key, values } = measureText(report, 'measure', name)
  const measure = report.measures[name]!
  const type = isShare(measure) ? 'percent' : isMoney(measure) ? 'money' : 'count'
  const told = context.t(key, values)
  const heading = type === 'money' ? amountHeading(told, context.app.clock.country) : told
  return { name, heading: isDuration(measure) ? durationHeading(told, context) : heading, type, cell: String }
}

/** The columns of a file, with headings that tell them apart: a measure whose heading another column has says of which kind it is. */
export function reportColumns(
  of: ReportOf,
  { by, names }: { by: string; names: readonly string[] },
  call: FileContext,
) {
  const measures = names.map((name) => measureColumn(of.report, name, call))
  const columns = [rowColumn(of, by, call), ...measures]
  const times = new Map<string, number>()
  for (const { heading } of columns) times.set(heading, (times.get(heading) ?? 0) + 1)
  return columns.map((column, i): FileColumn => {
    if (i === 0 || times.get(column.heading) === 1) return column
    const { key, values } = measureText(of.report, 'measureKind', column.name)
    return { ...column, heading: `${column.heading} (${call.t(key, values)})` }
  })
}

/** A number of a report as a file has it. */
function cellOf(told: ReportCell | null | undefined, type: FileColumn['type'], currency: Currency): Cell {
  if (!told) return null
  const { value, per } = told
  if (type === 'percent') return ((value / (per ?? 1)) * 100).toFixed(shareDigits)
  const whole = per === null ? value : Math.round(value / per)
  return type === 'count' ? String(whole) : plainAmount({ minor: whole, currency } as Money) // minor units
}

/** The cells of a report: a row for each of its own, then the totals, and those of before. */
function rowsOf(
  { rows, total, currency }: ReportAnswer,
  [first, ...measures]: readonly FileColumn[],
  before: readonly { readonly label: string; readonly total: ReportAnswer['total'] }[],
  { t }: RequestContext,
): Cell[][] {
  const cells = (of: ReportAnswer['total']) => measures.map(({ name, type }) => cellOf(of[name], type, currency))
  const labelled = rows.map(({ value, label, cells: of }) => {
    return [value === null ? t('reports.none') : first!.cell({ value, label }), ...cells(of)]
  })
  const totals = [{ label: t('reports.total'), total }, ...before]
  return [...labelled, ...totals.map(({ label, total: of }) => [label, ...cells(of)])]
}

/** Column of what rows stand for: days by the first of theirs, names as people read them, words in the reader's language. */
function rowColumn({ report, listing }: ReportOf, by: string, call: FileContext): FileColumn {
  const field = listing.fields.find(({ name }) => name === by)!
  const [column] = fileColumns(report.of, [field], call)
  const { cell } = column!
  return {
    ...column!,
    type: 'text', // the last of them is the total
    cell: (told) => {
      const { value, label } = told as ReportAnswer['rows'][number] & { value: string } // a row without has another word
      if (field.kind === 'flag') return cell(value === 'true')
      return field.kind === 'choice' ? cell(value) : label
    },
  }
}

/** A filter line as the log may hold it: the personal values that it asks for are none of its business. */
function lineOnRecord(q: string, { listing }: ReportOf, currency: Currency): string {
  const reader = { ...queryFieldsOf(listing, true), currency }
  return print(
    tokenize(parse(q, reader).query, reader, () => 'personal'),
    reader,
  )
}

/** The totals of a report over as many days before those it looks at; nothing where its line names no days. */
async function totalBefore(of: ReportOf, asked: ReportQuery, call: RequestContext) {
  const { country } = call.app.clock
  const reader = { ...queryFieldsOf(of.listing, true), currency: countries[country].currency }
  const today = businessDate(toInstant(call.now), country)
  const before = periodBefore(of.report, asked.q, { reader, today })
  if (!before) return []
  const { total } = await reportTotalOf(of, { ...asked, q: before.q }, call)
  return [{ label: call.t('reports.totalBefore', { count: before.days }), total }]
}

/** A report as it is asked for a file: with the totals of the period before, or without. */
export type ReportFileQuery = ReportQuery & { readonly comparison?: boolean | undefined }

/**
 * A report as the bytes of a file, as it was asked. It is on the record.
 * @throws Refusal `export_rows_spent`, and as `reportOf` does.
 */
export async function reportBytes(
  of: ReportOf,
  { comparison = false, ...asked }: ReportFileQuery,
  call: RequestContext,
  writer: FileWriter,
) {
  const { report } = of
  const measures = measuresFor(report, (right) => call.actor.may(right), asked.measures)
  const { by } = asked
  // as far as they may take it along: another role may show more
  const reached = { ...of, report: { ...report, requires: report.export.requires } }
  const answer = await reportOf(reached, asked, call)
  const rows = answer.rows.length
  mustBeWithinQuota(rows, call.actor)
  const before = comparison ? await totalBefore(reached, asked, call) : []
  const columns = reportColumns(of, { by, names: measures }, call)
  const cells = rowsOf(answer, columns, before, call)
  const q = lineOnRecord(asked.q, of, answer.currency)
  await recordExport(report, { ...asked, q, format: writer.extension, rows, complete: true }, call)
  const title = call.t(`menu.${report.requires as string}`) // its one page
  const about = asked.asOf === undefined ? answer.asOf : call.t('reports.asKnownOn', { day: answer.asOf })
  const name = fileName(title, about, writer.extension)
  return { name, type: writer.type, rows, bytes: writer.write(columns, inOne(cells)) }
}

/** A report as a file that is sent at once. @throws Refusal as `reportOf` does. */
export async function reportFile(
  of: ReportOf,
  { format, ...asked }: ReportFileQuery & { readonly format: FileFormat },
  call: RequestContext,
): Promise<FileResponse> {
  const { name, type, bytes } = await reportBytes(of, asked, call, writers[format])
  return new FileResponse(name, type, Readable.from(bytes, { objectMode: false }))
}

async function* inOne(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}
