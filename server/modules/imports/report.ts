import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { asc, eq } from 'drizzle-orm'
import { type Columns, columnOf, type ImportField, type ImportFile } from '#contract/imports/mapping.ts'
import { fileName } from '#contract/kernel/format.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { importProblemRows } from './store.ts'

type Translate = Context['t']

const chunk = 2_000

/** A line that was not loaded, in the reader's words. */
export interface ReportLine {
  readonly file: string
  readonly line: number
  /** The field, and the heading of its column. */
  readonly field: string
  readonly reason: string
  readonly got: string
}

/** Every line of an import that was not loaded, file by file from the top. */
export async function* reportLines(
  tx: Db,
  id: IdOf<'import'>,
  columns: Columns,
  t: Translate,
): AsyncGenerator<ReportLine> {
  const { importId, file: inFile, line: onLine } = importProblemRows
  for (let offset = 0; ; offset += chunk) {
    const rows = await tx
      .select()
      .from(importProblemRows)
      .where(eq(importId, id))
      .orderBy(asc(inFile), asc(onLine), asc(importProblemRows.field), asc(importProblemRows.fault))
      .limit(chunk)
      .offset(offset)
    for (const { file, line, field, fault, got } of rows) {
      const heading = columnOf(columns, file as ImportFile, field as ImportField) // as they were kept
      const named = field && `${t(`imports.field.${field}`)} (${heading})`
      yield { file: t(`imports.file.${file}`), line, field: named, reason: t(`imports.problem.${fault}`), got }
    }
    if (rows.length < chunk) return
  }
}

const columns = ['file', 'line', 'field', 'reason', 'got'] as const

/** The lines that were not loaded, as a file. */
export function reportFile(id: IdOf<'import'>, mapping: Columns, { tx, t }: Context): FileResponse {
  const header = columns.map((key) => ({ key, header: t(`imports.${key}`) }))
  const csv = stringify({ bom: true, header: true, columns: header, escape_formulas: true })
  pipeline(Readable.from(reportLines(tx, id, mapping, t)), csv, () => {}) // what goes wrong ends the answer
  return new FileResponse(fileName(t('imports.report'), id, 'csv'), 'text/csv; charset=utf-8', csv)
}
