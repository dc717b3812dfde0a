import { type Canvas, type Image, loadImage } from '@napi-rs/canvas'
import type { PictureKind } from '#contract/picture-kinds.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { readingsOf } from '#server/modules/readings/steps/readings.ts'
import { drawStandIn } from '../stand-in.ts'
import type { StoredPicture } from '../store.ts'
import { drawnKey, storedPicturesOf } from './in-force.ts'

async function fileOf({ fileKey }: StoredPicture, { files }: Pick<AppContext, 'files'>): Promise<Buffer> {
  const bytes = await files.get(fileKey)
  if (!bytes) throw new Error('the file store has lost a picture')
  return bytes
}

/** A picture to draw from: out of the file store, or drawn. What it needs of the database is asked at once. */
export async function pictureSource(
  picture: StoredPicture,
  { tx, app }: { readonly tx: Db; readonly app: Pick<AppContext, 'files'> },
): Promise<() => Promise<Image | Canvas>> {
  if (picture.fileKey !== drawnKey) return async () => loadImage(await fileOf(picture, app)) // encoded here, and sealed since
  const readings = await readingsOf(tx, picture.customerId)
  return async () => drawStandIn(picture.kind, readings)
}

const quality = 85

/** The files of the pictures of somebody that are in force, as they are handed to whoever reads or compares them. */
export async function pictureFilesOf(
  tx: Db,
  customerId: StoredPicture['customerId'],
  app: Pick<AppContext, 'files'>,
): Promise<Map<PictureKind, Buffer>> {
  const files = new Map<PictureKind, Buffer>()
  for (const picture of await storedPicturesOf(tx, customerId)) {
    const drawn = picture.fileKey === drawnKey && ((await (await pictureSource(picture, { tx, app }))()) as Canvas) // no file of it
    files.set(picture.kind, drawn ? await drawn.encode('jpeg', quality) : await fileOf(picture, app))
  }
  return files
}
