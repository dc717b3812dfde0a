import { pictureSide } from '#contract/account.ts'

/**
 * Any picture that the browser can draw as a small square PNG, in base 64: its middle, as large as it fits.
 * @throws Error for what it cannot draw.
 */
export async function toSmallPng(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')!.drawImage(bitmap, left, top, side, side, 0, 0, pictureSide, pictureSide)
  bitmap.close()
  return canvas.toDataURL('image/png').split(',')[1]!
}
