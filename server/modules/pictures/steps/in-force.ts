import { and, eq, isNull, lt } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { pictureKinds } from '#contract/picture-kinds.ts'
import type { Picture } from '#contract/pictures.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { customerPictureRows, pictureRevealRows, type StoredPicture } from '../store.ts'

/** Key of a picture that no camera made: it is drawn from what was read of the customer, whenever somebody looks. */
export const drawnKey = 'drawn'

/** A picture as staff know of it. */
const toPicture = ({ id, kind, width, height, uploadedAt }: StoredPicture): Picture => ({
  ...{ id, kind, width, height, uploadedAt: toInstant(uploadedAt) },
})

/** The pictures of somebody that are in force, in the order of the kinds. */
export async function storedPicturesOf(tx: Db, customerId: IdOf<'customer'>): Promise<StoredPicture[]> {
  const { customerId: of, replacedAt } = customerPictureRows
  const rows = await tx
    .select()
    .from(customerPictureRows)
    .where(and(eq(of, customerId), isNull(replacedAt)))
  return rows.toSorted((a, b) => pictureKinds.indexOf(a.kind) - pictureKinds.indexOf(b.kind))
}

/** The same, as far as may be said without showing them. */
export const picturesOf = async (tx: Db, customerId: IdOf<'customer'>): Promise<Picture[]> =>
  (await storedPicturesOf(tx, customerId)).map(toPicture)

/** Housekeeping: forgets what was revealed to people, once it is not any more. */
export const forgetReveals = (db: Db, now: Date) => db.delete(pictureRevealRows).where(lt(pictureRevealRows.until, now))
