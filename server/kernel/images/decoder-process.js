// Plain JavaScript, as it is started by itself: without a build in tests, and beside the bundle in service.
// Decodes what strangers have sent, in a process that may break: the server has another one then.
import { createCanvas, loadImage } from '@napi-rs/canvas'

/**
 * Shrinks a picture to so many pixels on its longer side and encodes it anew.
 * @param {import('./decoder.ts').DecodeTask} task
 */
async function shrink({ bytes, sideMax, quality }) {
  const image = await loadImage(Buffer.from(bytes))
  const scale = Math.min(1, sideMax / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing.imageSmoothingQuality = 'high'
  drawing.fillStyle = '#ffffff' // a JPEG has no transparency
  drawing.fillRect(0, 0, width, height)
  drawing.drawImage(image, 0, 0, width, height)
  return { bytes: await canvas.encode('jpeg', quality), width, height }
}

process.on('message', async (asked) => {
  const task = /** @type {import('./decoder.ts').DecodeTask} */ (asked)
  process.send?.(await shrink(task).catch(() => null))
})
// whoever asked is gone
process.on('disconnect', () => process.exit())
