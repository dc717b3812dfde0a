import { crc32, deflateSync, inflateSync } from 'node:zlib'

const mark = Buffer.from('89504e470d0a1a0a', 'hex')
/** Bytes of a chunk around its data: length and name before it, checksum behind. */
const [headLength, sumLength] = [8, 4]
/** The kinds of pixels that are read, by their code: red, green and blue, with or without alpha. */
const bytesPerPixel: Readonly<Record<number, number>> = { 2: 3, 6: 4 }
const rgba = 6

/** The chunks of a PNG: name and data; null where something is wrong with one, or stands behind the last. */
function chunksOf(bytes: Buffer): readonly (readonly [name: string, data: Buffer])[] | null {
  if (!bytes.subarray(0, mark.length).equals(mark)) return null
  const chunks: (readonly [string, Buffer])[] = []
  let at = mark.length
  while (at + headLength + sumLength <= bytes.length) {
    const end = at + headLength + bytes.readUInt32BE(at)
    if (end + sumLength > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null
    chunks.push([bytes.toString('latin1', at + 4, at + headLength), bytes.subarray(at + headLength, end)])
    at = end + sumLength
  }
  return at === bytes.length && chunks.at(-1)?.[0] === 'IEND' ? chunks : null
}

/** Paeth predictor: whichever of left, above and above left is nearest to what they promise. Source: PNG, 9.4. */
function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

/** What each filter adds to a byte. Source: PNG, 9.2. */
const predictors: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
]

/** Undoes the filters of scanlines; null where one is not known. */
function unfiltered(raw: Buffer, side: number, depth: number): Buffer | null {
  const width = side * depth
  const pixels = Buffer.alloc(width * side)
  for (let y = 0; y < side; y++) {
    const predict = predictors[raw[y * (width + 1)]!]
    if (!predict) return null
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const left = x >= depth ? pixels[at - depth]! : 0
      const above = y > 0 ? pixels[at - width]! : 0
      const corner = x >= depth && y > 0 ? pixels[at - width - depth]! : 0
      pixels[at] = raw[y * (width + 1) + 1 + x]! + predict(left, above, corner)
    }
  }
  return pixels
}

/** Inflates what is as long as it has to be; null for anything else: nothing is unpacked beyond that. */
function inflated(packed: Buffer, length: number): Buffer | null {
  try {
    const raw = inflateSync(packed, { maxOutputLength: length })
    return raw.length === length ? raw : null
  } catch {
    return null
  }
}

/** Decodes a square PNG of so many pixels a side, eight bits each and not interlaced, into RGBA; null for anything else. */
export function decodePng(bytes: Buffer, side: number): Buffer | null {
  const chunks = chunksOf(bytes)
  const [first, header] = chunks?.[0] ?? []
  if (!chunks || first !== 'IHDR' || header?.length !== 13) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [bits, kind, ...rest] = header.subarray(8)
  const depth = bytesPerPixel[kind ?? -1]
  if (width !== side || height !== side || bits !== 8 || !depth || rest.some((one) => one !== 0)) return null
  const packed = Buffer.concat(chunks.filter(([name]) => name === 'IDAT').map(([, data]) => data))
  const raw = inflated(packed, (side * depth + 1) * side)
  const pixels = raw && unfiltered(raw, side, depth)
  if (!pixels || depth === 4) return pixels
  return Buffer.concat(
    Array.from({ length: side * side }, (_, i) => Buffer.from([...pixels.subarray(i * 3, i * 3 + 3), 255])),
  )
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Encodes RGBA as a square PNG: pixels, and nothing beside them. */
export function encodePng(pixels: Buffer, side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, rgba, 0, 0, 0], 8)
  const lines = Array.from({ length: side }, (_, y) => [
    Buffer.alloc(1),
    pixels.subarray(y * side * 4, (y + 1) * side * 4),
  ])
  return Buffer.concat([
    mark,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
