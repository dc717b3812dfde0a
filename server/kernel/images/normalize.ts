import { Refusal } from '#server/kernel/base/refusal.ts'
import { type DecodedImage, decodeApart } from './decoder.ts'
import { readImageHeader } from './header.ts'

/** Longer side of what is kept: papers can be read on it, and it decodes in 20 ms. */
const sideMax = 1_600
/** Decompression bomb: more pixels than a telephone's camera makes, whatever the file weighs. */
const pixelsMax = 50_000_000
const quality = 85

/**
 * Sanitizes an uploaded picture: known by its own bytes, refused before it is decoded where it would unpack to too much,
 * turned upright, shrunk and encoded anew, so that nothing but pixels is kept (no EXIF, no place, no script).
 * @throws Refusal `not_an_image`, `image_too_large`, which name `field`.
 */
export async function normalizeImage(bytes: Buffer, field: string): Promise<DecodedImage> {
  const header = readImageHeader(bytes)
  if (header && header.width * header.height > pixelsMax) throw new Refusal('image_too_large', undefined, { field })
  const decoded = header && (await decodeApart({ bytes, sideMax, quality }))
  if (!decoded) throw new Refusal('not_an_image', undefined, { field })
  return decoded
}
