import { Readable } from 'node:stream'
import { listenMs } from '#contract/calls.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import type { RowSource } from '#server/kernel/listing/source.ts'
import { mustHaveRevealsLeft } from '#server/modules/customers/steps/customers.ts'
import { bytesOf, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import { sampleKey, sampleRecording } from './sample-recording.ts'

/** Longest recording that is kept, in bytes: an hour of what diallers send. */
const bytesMax = 30 * 1_048_576
/** What diallers send, by the end of the file's name. */
const types: Readonly<Record<string, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg', ogg: 'audio/ogg' }

const endingOf = ({ headers }: Response): string => {
  const type = headers.get('content-type')?.split(';')[0]?.trim()
  const ending = Object.keys(types).find((one) => types[one] === type)
  if (!ending) throw new Error('the provider answered what is no recording')
  return ending
}

/** The recording in an answer, and the end of its file's name. @throws Error where it is too long, or none. */
export async function takeRecording(response: Response): Promise<{ readonly ending: string; readonly bytes: Buffer }> {
  await mustBeOk(response)
  return { ending: endingOf(response), bytes: await bytesOf(response, bytesMax) }
}

/** A recording in the file store, as a file; null where it is gone. */
export async function storedRecording(id: string, key: string, { files }: AppContext): Promise<FileResponse | null> {
  const bytes = key === sampleKey ? sampleRecording() : await files.get(key)
  if (!bytes) return null
  const ending = key === sampleKey ? 'wav' : key.slice(key.lastIndexOf('.') + 1)
  return new FileResponse(`${id}.${ending}`, types[ending]!, Readable.from([bytes], { objectMode: false }))
}

/** Listen request: a call whose recording somebody wants to hear. */
interface ListenRequest {
  readonly id: string
  readonly rows: RowSource
  readonly requires: Requirement
  /** Writes down that they may. */
  keep(listen: { readonly at: Date; readonly until: Date }): Promise<unknown>
}

/**
 * Lets whoever says why listen to the recording of a call within reach, for a while.
 * @throws Refusal `not_found`, `no_recording`, `reveals_spent`.
 */
export async function letListen({ id, rows, requires, keep }: ListenRequest, call: Context) {
  const { tx, actor, app, now, t, note } = call
  const found = await findOne(tx, rows, id, { actor, scopes: actor.scopesOf(requires), app, t })
  if (!found) throw new Refusal('not_found')
  if (found.recorded !== true && found.transcribed !== true) throw new Refusal('no_recording')
  await mustHaveRevealsLeft(call)
  const until = new Date(now.getTime() + listenMs)
  await keep({ at: now, until })
  note({ objectId: id })
  return { until: toInstant(until) }
}
