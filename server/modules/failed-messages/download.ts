import { Readable } from 'node:stream'
import { type FailedMessage, failedMessage, failedMessages } from '#contract/failed-messages.ts'
import { fileName } from '#contract/kernel/format.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { fileColumns } from '#server/kernel/export/column.ts'
import { cellsOf, writers } from '#server/kernel/export/export-file.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { hasId } from '#server/kernel/listing/source.ts'
import { failedMessageSource as source } from './source.ts'

const names = [
  ...(['id', 'state', 'topic', 'key', 'loanId', 'error', 'attempts', 'body'] as const),
  ...(['postedAt', 'failedAt', 'nextAt'] as const),
] as const
const fields = names.map((name) => failedMessage.fields.find((field) => field.name === name)!) // of its row

async function* oneBatch<Row>(rows: readonly Row[]) {
  yield rows
}

/** Failed messages of these ids as a file; ids of others are left out. */
export async function messageFile(ids: readonly FailedMessage['id'][], context: Context) {
  const { tx, actor, app, t, today } = context
  const access = { actor, scopes: actor.scopesOf(failedMessages.download.requires), app, t }
  const where = hasId(source as never, ids) // its table is looked at, no more
  const rows = await findMany(tx, { source, fields: failedMessage.fields }, { where }, access)
  const columns = fileColumns(failedMessages.list.id, fields, context)
  const { write, type } = writers.csv
  const csv = write(columns, oneBatch(rows.map(cellsOf(columns))))
  return new FileResponse(fileName(t('menu.failedMessages'), today, 'csv'), type, Readable.from(csv))
}
