import { and, eq, gt } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { callListenRows, callRows } from '../store.ts'
import { storedRecording } from './recordings.ts'

/** Somebody who may listen to the recording of a call, since when and until when, and why. */
interface Listen {
  readonly callId: IdOf<'call'>
  readonly reason: string
  readonly at: Date
  readonly until: Date
}

/** Writes down that whoever asks may listen to a recording. */
export const keepListen = (listen: Listen, { tx, actor }: Pick<Context, 'tx' | 'actor'>): Promise<unknown> =>
  tx
    .insert(callListenRows)
    .values({ staffId: actor.id, ...listen })
    .onConflictDoNothing()

/** The recording of a call, if whoever asks may listen to it now; null where not. */
export async function heardRecording(
  id: IdOf<'call'>,
  { tx, actor, now, app }: Pick<Context, 'tx' | 'actor' | 'now' | 'app'>,
): Promise<FileResponse | null> {
  const { callId, staffId, until } = callListenRows
  const [row] = await tx
    .select({ key: callRows.recordingKey })
    .from(callListenRows)
    .innerJoin(callRows, eq(callRows.id, callId))
    .where(and(eq(callId, id), eq(staffId, actor.id), gt(until, now)))
    .limit(1)
  return row?.key ? storedRecording(id, row.key, app) : null
}
