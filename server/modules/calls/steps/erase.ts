import { and, eq, isNotNull } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { pictureRemovalTopic } from '#server/modules/pictures/steps/erase.ts'
import { callRows } from '../store.ts'
import { sampleKey } from './sample-recording.ts'

/** Erases what somebody has said on the phone; that they were called, when and by whom stays. */
export async function eraseRecordings(tx: Db, customerId: IdOf<'customer'>, now: Date): Promise<void> {
  const recorded = and(eq(callRows.customerId, customerId), isNotNull(callRows.recordingKey))
  const found = await tx.select({ key: callRows.recordingKey }).from(callRows).where(recorded)
  await tx
    .update(callRows)
    .set({ recording: null, recordingKey: null, failure: null })
    .where(eq(callRows.customerId, customerId))
  const keys = found.map(({ key }) => key).filter((key) => key !== sampleKey)
  if (keys.length > 0) await post(tx, { topic: pictureRemovalTopic, key: `${customerId} calls`, body: { keys } }, now)
}
