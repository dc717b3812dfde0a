import { crc32 } from 'node:zlib'

/** What a picture is, as its own bytes say. */
export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
}

const pngMark = '89504e470d0a1a0a'
const headLength = 33

/** The names of a PNG's chunks, as far as their sums are right. */
function chunksOf(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) break
    names.push(bytes.toString('latin1', at + 4, at + 8))
    at = end + 4
  }
  return names
}

/** Reads a PNG: its first chunk tells its size; without pixels and an end it is none. */
function png(bytes: Buffer): ImageHeader | null {
  if (bytes.length < headLength || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const chunks = chunksOf(bytes)
  if (!chunks.includes('IDAT') || chunks.at(-1) !== 'IEND') return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Segments of a JPEG that begin a frame: they tell its size. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
const [startOfScan, markerByte] = [0xda, 0xff]

const endOfImage = Buffer.from([0xff, 0xd9])

/** Reads a JPEG segment by segment up to its pixels; one that breaks off before its end is none. */
function jpeg(bytes: Buffer): ImageHeader | null {
  let size: Pick<ImageHeader, 'width' | 'height'> | null = null
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const code = bytes[at + 1]!
    if (bytes[at] !== markerByte) return null
    if (code === startOfScan) return size && bytes.lastIndexOf(endOfImage) > at ? { type: 'image/jpeg', ...size } : null
    if (isFrame(code)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}

/** Where the first chunk of a WebP begins, and where its own bytes do. */
const [chunkAt, insideAt] = [12, 20]
const sizeBits = 0x3f_ff
const isAnimated = 0x02

/** Reads the first chunk of a WebP: lossy, lossless or extended. Moving pictures are none. */
function webp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || bytes.toString('latin1', 8, chunkAt) !== 'WEBP') return null
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null // it breaks off
  const type = 'image/webp'
  switch (bytes.toString('latin1', chunkAt, chunkAt + 4)) {
    case 'VP8 ': {
      const [width, height] = [bytes.readUInt16LE(26) & sizeBits, bytes.readUInt16LE(28) & sizeBits]
      return { type, width, height }
    }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(insideAt + 1)
      return { type, width: (packed & sizeBits) + 1, height: ((packed >> 14) & sizeBits) + 1 }
    }
    case 'VP8X': {
      if (bytes[insideAt]! & isAnimated) return null
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    }
    default:
      return null
  }
}

/** What picture these bytes are, whatever the file is called; null where they are none, or one of a kind not taken. */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  const begins = bytes.toString('hex', 0, 8)
  const found =
    begins === pngMark
      ? png(bytes)
      : begins.startsWith('ffd8ff')
        ? jpeg(bytes)
        : begins.startsWith('52494646')
          ? webp(bytes)
          : null
  return found && found.width > 0 && found.height > 0 ? found : null
}
