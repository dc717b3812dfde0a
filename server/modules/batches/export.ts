import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { and, asc, eq, gt } from 'drizzle-orm'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { fileName } from '#contract/kernel/format.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { localTime } from '#server/kernel/export/column.ts'
import { mustBeWithinQuota } from '#server/kernel/export/quota.ts'
import { batchItemRows } from './store.ts'

const chunk = 2_000

async function* csvRows(id: IdOf<'batch'>, { tx, t, app }: Context) {
  const ahead = offsetMinutesOf(app.clock.country)
  let last = 0
  for (;;) {
    const items = await tx
      .select()
      .from(batchItemRows)
      .where(and(eq(batchItemRows.batchId, id), gt(batchItemRows.seq, last)))
      .orderBy(asc(batchItemRows.seq))
      .limit(chunk)
    for (const { rowId, outcome, fault, values, at } of items) {
      const reason = fault ? t(`faults.${fault}`, (values ?? {}) as FaultValues) : '' // as the refusal had them
      yield [rowId, t(`batches.outcome.${outcome}`), reason, at ? localTime(at.toISOString(), ahead) : '']
    }
    if (items.length < chunk) return
    last = items.at(-1)!.seq
  }
}

/** Every row of a run, with its result and the reason of a refusal. @throws Refusal `export_rows_spent`. */
export async function batchFile(id: IdOf<'batch'>, context: Context): Promise<FileResponse> {
  mustBeWithinQuota(await context.tx.$count(batchItemRows, eq(batchItemRows.batchId, id)), context.actor)
  const columns = ['row', 'outcomeColumn', 'reason', 'at'].map((name) => context.t(`batches.${name}`))
  const csv = stringify({ bom: true, header: true, columns, escape_formulas: true })
  Readable.from(csvRows(id, context)).pipe(csv)
  return new FileResponse(fileName(context.t('menu.batches'), id, 'csv'), 'text/csv; charset=utf-8', csv)
}
