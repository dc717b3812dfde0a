import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { dataRequest, dataRequests } from '#contract/data-requests.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/base/audit.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { fileKeyOf } from './export-file.ts'
import { dataRequestSource } from './source.ts'
import { dataRequestRows, type StoredDataRequest } from './store.ts'

type DownloadCall = Call<(typeof dataRequests.download)['faults'][number]>

/** Leaves in the record that everything about a customer has left the building, and in whose hands. */
const recordDownload = ({ id, customerId }: StoredDataRequest, { actor, app, ip, now, requestId }: DownloadCall) =>
  record(app.database.db, {
    ...{ at: now, actorId: actor.id, actorName: actor.name, unitPath: actor.unitPath, roles: [...actor.roles], ip },
    ...{ page: 'dataRequests', command: dataRequests.download.id, risk: 'read', noun: 'customers' },
    ...{ objectId: customerId, input: { id }, outcome: 'done' as const, requestId },
    durationMs: app.clock.now().getTime() - now.getTime(),
  })

const place = rowSource(dataRequest, dataRequestSource)

/** Whether the customer of a request is still within reach of whoever may ask for such files. */
async function isReached(id: IdOf<'dataRequest'>, { tx, actor, app, t }: DownloadCall): Promise<boolean> {
  const scopes = actor.scopesOf(dataRequests.download.requires)
  return (await findOne(tx, place, id, { actor, scopes, app, t })) !== undefined
}

/** The file of an export, for whoever asked for it. Somebody else's looks like none, as does one beyond reach. */
export async function downloadFile(id: IdOf<'dataRequest'>, call: DownloadCall): Promise<FileResponse> {
  const { tx, actor, now, app, fail } = call
  const mine = and(
    eq(dataRequestRows.id, id),
    eq(dataRequestRows.makerId, actor.id),
    eq(dataRequestRows.kind, 'export'),
  )
  const [request] = await tx.select().from(dataRequestRows).where(mine)
  if (!request || !(await isReached(id, call))) return fail('not_found')
  if (request.state !== 'ready' || request.expiresAt! <= now) return fail('export_gone') // a file that is ready has a day
  const bytes = await app.files.get(fileKeyOf(request))
  if (!bytes) return fail('export_gone')
  await recordDownload(request, call)
  return new FileResponse(`${request.customerId}.json`, 'application/json', Readable.from([bytes]))
}
