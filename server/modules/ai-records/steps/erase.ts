import { and, eq, isNotNull, or } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { sampleKey } from '#server/modules/calls/steps/sample-recording.ts'
import { pictureRemovalTopic } from '#server/modules/pictures/steps/erase.ts'
import { aiRecordRows } from '../store.ts'
import { sampleTranscriptKey } from './sample-transcript.ts'

/** Erases what somebody has said to a robot; that they were called, when, and what came of it stays. */
export async function eraseRobotCalls(tx: Db, customerId: IdOf<'customer'>, now: Date): Promise<void> {
  const { recordingKey, transcriptKey } = aiRecordRows
  const theirs = eq(aiRecordRows.customerId, customerId)
  const kept = and(theirs, or(isNotNull(recordingKey), isNotNull(transcriptKey)))
  const found = await tx.select({ recordingKey, transcriptKey }).from(aiRecordRows).where(kept)
  const emptied = { recording: null, recordingKey: null, transcript: null, transcriptKey: null, failure: null }
  await tx.update(aiRecordRows).set(emptied).where(theirs)
  const samples: readonly (string | null)[] = [sampleKey, sampleTranscriptKey, null]
  const keys = found.flatMap((one) => [one.recordingKey, one.transcriptKey]).filter((key) => !samples.includes(key))
  if (keys.length > 0)
    await post(tx, { topic: pictureRemovalTopic, key: `${customerId} robot calls`, body: { keys } }, now)
}
