import { eq } from 'drizzle-orm'
import { pictureSide } from '#contract/account.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { decodePng, encodePng } from './png.ts'
import { pictureRows } from './store.ts'

/** Keeps one's picture: decoded and encoded anew, so that nothing but pixels is kept. @throws Refusal `not_an_image`. */
export async function keepPicture(typed: string, { tx, actor, now }: Context): Promise<void> {
  const pixels = decodePng(Buffer.from(typed, 'base64'), pictureSide)
  if (!pixels) throw new Refusal('not_an_image', undefined, { field: 'picture' })
  const picture = encodePng(pixels, pictureSide).toString('base64')
  const row = { staffId: actor.id, picture, at: now }
  await tx.insert(pictureRows).values(row).onConflictDoUpdate({ target: pictureRows.staffId, set: row })
}

/** Takes one's picture away. */
export async function removePicture({ tx, actor }: Context): Promise<void> {
  await tx.delete(pictureRows).where(eq(pictureRows.staffId, actor.id))
}
