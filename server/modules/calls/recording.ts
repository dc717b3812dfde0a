import { Readable } from 'node:stream'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { callSubject, calls, listenMs } from '#contract/calls.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, Call } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustHaveRevealsLeft } from '#server/modules/customers/steps/customers.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { bytesOf, callProvider, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import { diallerOf, diallerOrder } from './dialler.ts'
import { callSource } from './source.ts'
import { sampleKey, sampleRecording } from './steps/sample-recording.ts'
import { callListenRows, callRows } from './store.ts'

/** The topic that recordings are fetched under. */
export const recordingTopic = 'calls.recording'

/** Longest recording that is kept, in bytes: an hour of what diallers send. */
const bytesMax = 30 * 1_048_576
/** What diallers send, by the end of the file's name. */
const types: Readonly<Record<string, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg', ogg: 'audio/ogg' }

const endingOf = ({ headers }: Response): string => {
  const type = headers.get('content-type')?.split(';')[0]?.trim()
  const ending = Object.keys(types).find((one) => types[one] === type)
  if (!ending) throw new Error('the dialler answered what is no recording')
  return ending
}

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
    const take = async (response: Response) => {
      await mustBeOk(response)
      return { ending: endingOf(response), bytes: await bytesOf(response, bytesMax) }
    }
    const { ending, bytes } = await callProvider(await diallerOf(order, app), asked, take, app)
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
export async function revealRecording(
  { id, reason }: Parsed<Reveal>,
  call: Call<Reveal['faults'][number]>,
): Promise<Output<Reveal>> {
  const { tx, actor, app, now, t, fail, note } = call
  const access = { actor, scopes: actor.scopesOf(calls.reveal.requires), app, t }
  const found = await findOne(tx, rowSource(callSubject, callSource), id, access)
  if (!found) return fail('not_found')
  if (!callSubject.row.parse(found).recorded) return fail('no_recording')
  await mustHaveRevealsLeft(call)
  const until = new Date(now.getTime() + listenMs)
  await tx
    .insert(callListenRows)
    .values({ callId: id, staffId: actor.id, at: now, until, reason })
    .onConflictDoNothing()
  note({ objectId: id })
  return { until: toInstant(until) }
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
  const key = row?.key
  if (!key) return fail('not_found')
  const bytes = key === sampleKey ? sampleRecording() : await app.files.get(key)
  if (!bytes) return fail('not_found')
  const ending = key === sampleKey ? 'wav' : key.slice(key.lastIndexOf('.') + 1)
  return new FileResponse(`${id}.${ending}`, types[ending]!, Readable.from([bytes], { objectMode: false }))
}
