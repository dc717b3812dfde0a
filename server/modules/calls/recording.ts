import { and, eq, gt, isNull } from 'drizzle-orm'
import { callSubject, calls } from '#contract/calls.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { FileResponse } from '#server/kernel/base/file-response.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, Call, Context } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { callProvider } from '#server/modules/provider-configs/steps.ts'
import { diallerOf, diallerOrder } from './dialler.ts'
import { callSource } from './source.ts'
import { letListen, storedRecording, takeRecording } from './steps/recordings.ts'
import { callListenRows, callRows } from './store.ts'

/** The topic that recordings are fetched under. */
export const recordingTopic = 'calls.recording'

/**
 * Fetches the recording of a call from its dialler into the file store, where nothing of the dialler is needed any more.
 * @throws Error where it cannot be had, is too long, or is none.
 */
export const recordingPort =
  (app: AppContext): Port =>
  async ({ key }) => {
    const order = await diallerOrder(app.database, key as IdOf<'call'>) // posted under its own id
    if (!order?.call.recording || order.call.recordingKey) return
    const { id, recording } = order.call
    const asked = { path: `/recordings/${encodeURIComponent(recording)}`, sender: diallerChannel, asks: recording }
    const { ending, bytes } = await callProvider(await diallerOf(order, app), asked, takeRecording, app)
    const recordingKey = `recordings/${id}.${ending}`
    await app.files.put(recordingKey, bytes)
    await app.database.db.transaction(async (tx) => {
      await setSessionVariables(tx, diallerChannel)
      await tx
        .update(callRows)
        .set({ recordingKey })
        .where(and(eq(callRows.id, id), isNull(callRows.recordingKey)))
    })
  }

type Reveal = typeof calls.reveal

/** Lets whoever says why listen to the recording of a call within reach. */
export const revealRecording = ({ id, reason }: Parsed<Reveal>, call: Context): Promise<Output<Reveal>> => {
  const { tx, actor } = call
  const keep = (listen: { readonly at: Date; readonly until: Date }) =>
    tx
      .insert(callListenRows)
      .values({ callId: id, staffId: actor.id, reason, ...listen })
      .onConflictDoNothing()
  return letListen({ id, rows: rowSource(callSubject, callSource), requires: calls.reveal.requires, keep }, call)
}

/** The recording of a call, if it was revealed to whoever asks a while ago. */
export async function recordingFile(
  id: IdOf<'call'>,
  { tx, actor, now, app, fail }: Call<(typeof calls.recording)['faults'][number]>,
): Promise<FileResponse> {
  const { callId, staffId, until } = callListenRows
  const [row] = await tx
    .select({ key: callRows.recordingKey })
    .from(callListenRows)
    .innerJoin(callRows, eq(callRows.id, callId))
    .where(and(eq(callId, id), eq(staffId, actor.id), gt(until, now)))
    .limit(1)
  return (row?.key && (await storedRecording(id, row.key, app))) || fail('not_found')
}
