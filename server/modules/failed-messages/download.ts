import { stringify } from 'csv-stringify'
import { type FailedMessage, failedMessage, failedMessages } from '#contract/failed-messages.ts'
import { fileName } from '#contract/kernel/format.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { hasId } from '#server/kernel/listing/source.ts'
import { failedMessageSource as source } from './source.ts'

const columns = [
  ...(['id', 'state', 'topic', 'key', 'loanId', 'error', 'attempts', 'body'] as const),
  ...(['postedAt', 'failedAt', 'nextAt'] as const),
] as const

/** Failed messages of these ids as a file; ids of others are left out. */
export async function messageFile(ids: readonly FailedMessage['id'][], { tx, actor, app, t, today }: Context) {
  const access = { actor, scopes: actor.scopesOf(failedMessages.download.requires), app, t }
  const where = hasId(source as never, ids) // its table is looked at, no more
  const rows = await findMany(tx, { source, fields: failedMessage.fields }, { where }, access)
  const lines = rows.map((row) => columns.map((name) => row[name] ?? ''))
  const header = columns.map((name) => t(`failedMessages.${name}`))
  const csv = stringify([header, ...lines], { bom: true, escape_formulas: true })
  return new FileResponse(fileName(t('menu.failedMessages'), today, 'csv'), 'text/csv; charset=utf-8', csv)
}
