import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect } from 'vitest'
import { decodePng, encodePng } from '#server/modules/account/png.ts'
import { test } from '#tests/support/server.ts'

const side = 64
const pixels = Buffer.from(Array.from({ length: side * side * 4 }, (_, i) => (i * 7) % 256))
const good = encodePng(pixels, side)

const chunk = (name: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
interface Odd {
  readonly width?: number
  readonly kind?: number
  readonly bits?: number
  readonly interlaced?: number
  readonly raw?: Buffer
  readonly more?: readonly Buffer[]
}
/** A PNG of this size whose header or pixels are as they are named. */
function png({ width = side, kind = 6, bits = 8, interlaced = 0, raw, more = [] }: Odd = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(side, 4)
  header.set([bits, kind, 0, 0, interlaced], 8)
  const lines = raw ?? Buffer.alloc((side * 4 + 1) * side)
  const parts = [chunk('IHDR', header), ...more, chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([good.subarray(0, 8), ...parts])
}
const filtered = (filter: number, depth = 4) => {
  const line = Buffer.concat([Buffer.from([filter]), Buffer.alloc(side * depth, 3)])
  return Buffer.concat(Array.from({ length: side }, () => line))
}

test('a picture is kept as its pixels and nothing else, is one’s own, and goes again', async ({ as }) => {
  const hidden = png({ raw: filtered(0), more: [chunk('tEXt', Buffer.from('<script>alert(1)</script>'))] })

  const { picture } = await as('ops').account.savePicture({ picture: hidden.toString('base64') })

  const kept = Buffer.from(picture.replace('data:image/png;base64,', ''), 'base64')
  expect(decodePng(kept, side)).toEqual(Buffer.alloc(side * side * 4, 3))
  expect(kept.includes('script')).toBe(false)
  expect((await as('ops').session.info({})).user.avatar).toBe(picture)
  expect((await as('cs').account.profile({})).picture).toBe('')
  expect(await as('ops').account.removePicture({})).toMatchObject({ picture: '' })
})

test('the record does not keep the picture itself', async ({ as }) => {
  await as('ops').account.savePicture({ picture: good.toString('base64') })

  const { rows } = await as('admin').audit.list({ q: 'command:account.savePicture' })
  expect(rows).toMatchObject([{ outcome: 'done' }])
  expect(JSON.stringify(rows)).not.toContain(good.toString('base64').slice(40, 80))
})

test.for([
  ['is no picture', Buffer.from('<svg onload="alert(1)"/>')],
  ['is larger', png({ width: 65 })],
  ['has a palette', png({ kind: 3 })],
  ['has sixteen bits', png({ bits: 16 })],
  ['is interlaced', png({ interlaced: 1 })],
  ['has too few pixels', png({ raw: Buffer.alloc(100) })],
  ['unpacks to far more than its pixels', png({ raw: Buffer.alloc(50_000_000) })],
  ['has a filter that there is not', png({ raw: filtered(9) })],
  ['is cut off', good.subarray(0, -5)],
  ['has something behind its end', Buffer.concat([good, Buffer.from('PK zip')])],
] as const)('what %s is refused, and nothing is kept', async ([, bytes], { as }) => {
  const refused = as('ops').account.savePicture({ picture: bytes.toString('base64') })

  await expect(refused).rejects.toMatchObject({ code: 400, fields: [{ field: 'picture' }] })
  expect((await as('ops').account.profile({})).picture).toBe('')
})

test('every filter is undone, with and without alpha', () => {
  const first = (raw: Buffer, kind = 6) => [...decodePng(png({ raw, kind }), side)!.subarray(0, 12)]

  expect(first(filtered(0))).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])
  expect(first(filtered(1))).toEqual([3, 3, 3, 3, 6, 6, 6, 6, 9, 9, 9, 9])
  expect(first(filtered(3))).toEqual([3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5])
  expect(first(filtered(0, 3), 2)).toEqual([3, 3, 3, 255, 3, 3, 3, 255, 3, 3, 3, 255])
  const second = decodePng(png({ raw: filtered(2) }), side)!
  expect(second[side * 4]).toBe(6)
  expect(decodePng(png({ raw: filtered(4) }), side)![side * 4]).toBe(6)
})

test('whatever is encoded is decoded as it was; random bytes are never a picture', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (some) => {
      const all = Buffer.concat(Array.from({ length: 4 }, () => Buffer.from(some)))
      expect(decodePng(encodePng(all, 8), 8)).toEqual(all)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodePng(Buffer.from(bytes), 8)).toBeNull()
    }),
  )
})
