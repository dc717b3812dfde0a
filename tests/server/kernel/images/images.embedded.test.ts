import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { decodeApart } from '#server/kernel/images/decoder.ts'
import { readImageHeader } from '#server/kernel/images/header.ts'
import { normalizeImage } from '#server/kernel/images/normalize.ts'
import { drawShown } from '#server/kernel/images/watermark.ts'
import { png } from '#tests/server/proofs/support.ts'

/** A picture with a red corner at its top left. */
function cornered(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, width, height)
  drawing.fillStyle = '#ff0000'
  drawing.fillRect(0, 0, width / 4, height / 4)
  return canvas
}

/** The same JPEG with what a camera writes into it: how it was held, and where. */
function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from(`49492a00080000000100120103000100000000000000${'00000000'}`, 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 18.52 N 73.85 E')])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

async function pixelOf(bytes: Buffer, x: number, y: number): Promise<readonly number[]> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const drawing = canvas.getContext('2d')
  drawing.drawImage(image, 0, 0)
  return [...drawing.getImageData(x, y, 1, 1).data.subarray(0, 3)]
}

const formats = ['jpeg', 'png', 'webp'] as const
test.for(formats)('a %s is known by its own bytes, and kept as a JPEG', async (format) => {
  const bytes = await cornered(40, 20).encode(format as 'jpeg')

  const kept = await normalizeImage(bytes, 'image')

  expect(readImageHeader(bytes)).toEqual({ type: `image/${format}`, width: 40, height: 20 })
  expect(readImageHeader(kept.bytes)).toEqual({ type: 'image/jpeg', width: 40, height: 20 })
})

test('what is larger than 1,600 pixels is shrunk in its proportions; what is smaller stays', async () => {
  const [tall, small] = await Promise.all([
    normalizeImage(await cornered(1_500, 3_000).encode('jpeg', 80), 'image'),
    normalizeImage(await cornered(300, 200).encode('jpeg', 80), 'image'),
  ])

  expect(tall).toMatchObject({ width: 800, height: 1_600 })
  expect(small).toMatchObject({ width: 300, height: 200 })
})

test('a picture that was taken sideways stands upright, and where it was taken is forgotten', async () => {
  const bytes = withExif(await cornered(80, 40).encode('jpeg', 95), 6)

  const { bytes: kept, width, height } = await normalizeImage(bytes, 'image')

  expect(bytes.includes('GPS 18.52')).toBe(true)
  expect({ width, height }).toEqual({ width: 40, height: 80 })
  expect(kept.includes('Exif')).toBe(false)
  expect(kept.includes('GPS')).toBe(false)
  const [red, green] = await pixelOf(kept, 36, 4)
  expect(red).toBeGreaterThan(200)
  expect(green).toBeLessThan(60)
})

const whole = await cornered(400, 300).encode('jpeg', 90)
const unusable = [
  ['rubbish', Buffer.from('rubbish')],
  ['nothing', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['HTML with the head of a JPEG', Buffer.concat([whole.subarray(0, 20), Buffer.from('<html></html>')])],
  ['a JPEG that breaks off', whole.subarray(0, whole.length / 2)],
] as const
test.for(unusable)('%s is refused as no picture', async ([, bytes]) => {
  await expect(normalizeImage(bytes, 'image')).rejects.toMatchObject({ fault: 'not_an_image', field: 'image' })
})

test('a decompression bomb is refused by what its header says, before it is decoded', async () => {
  const bomb = png(20_000, 20_000, 0, 1_000)

  expect(bomb.length).toBeLessThan(1_000)
  await expect(normalizeImage(bomb, 'image')).rejects.toMatchObject({ fault: 'image_too_large', field: 'image' })
})

/** A header with nothing behind it: native decoders break over it, and take their process along. */
const headLength = 30

test.for(['png', 'webp'] as const)(
  'a %s that breaks its decoder breaks nothing else, and the next one is taken',
  async (format) => {
    const bytes = await cornered(400, 300).encode(format as 'png')
    const hollow = Buffer.concat([bytes.subarray(0, headLength), Buffer.alloc(bytes.length - headLength)])

    expect(await decodeApart({ bytes: hollow, sideMax: 100, quality: 80 })).toBeNull()
    expect(await normalizeImage(whole, 'image')).toMatchObject({ width: 400, height: 300 })
  },
)

test('a blurred picture is drawn from a few pixels of the other, so that nothing undoes it', async () => {
  const letters = createCanvas(960, 600)
  const drawing = letters.getContext('2d')
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, 960, 600)
  drawing.fillStyle = '#000000'
  for (let x = 0; x < 960; x += 4) drawing.fillRect(x, 0, 2, 600)

  const blurred = await drawShown(letters, { mark: '', blurred: true })

  // stripes of two pixels are one grey
  const row = await Promise.all([100, 101, 102, 103].map((x) => pixelOf(blurred, x, 300)))
  const light = row.map(([red]) => red!)
  expect(Math.max(...light) - Math.min(...light)).toBeLessThan(6)
})
