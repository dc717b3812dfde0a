import { and, eq, gt } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { storedRecording } from '#server/modules/calls/steps/recordings.ts'
import { aiListenRows, aiRecordRows } from '../store.ts'

/** Somebody who may listen to a call of a robot, since when and until when, and why. */
interface RobotListen {
  readonly recordId: IdOf<'aiRecord'>
  readonly reason: string
  readonly at: Date
  readonly until: Date
}

/** Writes down that whoever asks may listen to a call of a robot. */
export const keepRobotListen = (listen: RobotListen, { tx, actor }: Pick<Context, 'tx' | 'actor'>): Promise<unknown> =>
  tx
    .insert(aiListenRows)
    .values({ staffId: actor.id, ...listen })
    .onConflictDoNothing()

/** Where what was said is kept, for whoever it was revealed to a while ago. */
export async function revealedFiles(id: IdOf<'aiRecord'>, { tx, actor, now }: Pick<Context, 'tx' | 'actor' | 'now'>) {
  const { recordId, staffId, until } = aiListenRows
  const [row] = await tx
    .select({ recordingKey: aiRecordRows.recordingKey, transcriptKey: aiRecordRows.transcriptKey })
    .from(aiListenRows)
    .innerJoin(aiRecordRows, eq(aiRecordRows.id, recordId))
    .where(and(eq(recordId, id), eq(staffId, actor.id), gt(until, now)))
    .limit(1)
  return row
}

/** The recording of a call of a robot, if whoever asks may listen to it now; null where not. */
export async function heardRobotRecording(id: IdOf<'aiRecord'>, call: Context): Promise<FileResponse | null> {
  const key = (await revealedFiles(id, call))?.recordingKey
  return key ? storedRecording(id, key, call.app) : null
}
