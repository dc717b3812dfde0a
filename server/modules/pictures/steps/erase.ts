import { eq, inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { type Port, post } from '#server/kernel/jobs/outbox.ts'
import { customerPictureRows, pictureRevealRows } from '../store.ts'
import { drawnKey } from './in-force.ts'

/** The topic that files are removed under. */
export const pictureRemovalTopic = 'pictures.remove'

/** Erases the pictures of somebody, the replaced ones as well; their files go once this is committed. */
export async function erasePictures(tx: Db, customerId: IdOf<'customer'>, now: Date): Promise<void> {
  const gone = await tx.delete(customerPictureRows).where(eq(customerPictureRows.customerId, customerId)).returning()
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  await tx.delete(pictureRevealRows).where(inArray(pictureRevealRows.pictureId, ids))
  const keys = gone.map(({ fileKey }) => fileKey).filter((key) => key !== drawnKey)
  if (keys.length > 0) await post(tx, { topic: pictureRemovalTopic, key: customerId, body: { keys } }, now)
}

/** Removes files of pictures. One that is gone already stays so. */
export const pictureRemovalPort =
  ({ files }: Pick<AppContext, 'files'>): Port =>
  async ({ body }) => {
    for (const key of body.keys as readonly string[]) await files.remove(key) // as they were posted above
  }
