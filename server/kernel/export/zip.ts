import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflated = promisify(deflateRaw)

/** A part of an archive, as it comes. Parts of less than 4 GB, and archives of less: nothing here is larger. */
interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>
}

interface WrittenEntry {
  readonly name: Buffer
  readonly at: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** Lengths follow the content, and names are UTF-8. */
const flags = 0x0808
const [version, method] = [20, 8]
/** 1 January 1980: when a file was made says nothing here. */
const [time, date] = [0, 0x21]

/** Fields of 2 and 4 bytes, as archives have them. */
function bytes(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((length, [size]) => length + size, 0))
  let at = 0
  for (const [size, value] of fields) at = buffer.writeUIntLE(value, at, size)
  return buffer
}

const localHead = (name: Buffer): Buffer =>
  Buffer.concat([
    bytes([4, 0x04034b50], [2, version], [2, flags], [2, method], [2, time], [2, date]),
    bytes([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ])

const lengths = ({ crc, packed, size }: WrittenEntry): Buffer => bytes([4, crc], [4, packed], [4, size])

const centralHead = (part: WrittenEntry): Buffer =>
  Buffer.concat([
    bytes([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, method], [2, time], [2, date]),
    lengths(part),
    bytes([2, part.name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, part.at]),
    part.name,
  ])

/** Ends a stretch of compressed bytes so that another can follow it; the last one ends the part. */
const deflateOptions = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }
const finalBlock = Buffer.from([3, 0])

/** An archive (ZIP), written as its parts come: each stretch is compressed beside the event loop. */
export async function* zipStream(parts: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let at = 0
  for await (const { name, content } of parts) {
    const begin = at
    const encoded = Buffer.from(name)
    const head = localHead(encoded)
    yield head
    let [crc, size, packed] = [0, 0, 0]
    for await (const chunk of content) {
      crc = crc32(chunk, crc)
      size += chunk.length
      const out = await deflated(chunk, deflateOptions)
      packed += out.length
      yield out
    }
    yield finalBlock
    packed += finalBlock.length
    const part: WrittenEntry = { name: encoded, at: begin, crc, packed, size }
    yield Buffer.concat([bytes([4, 0x08074b50]), lengths(part)])
    at += head.length + packed + 16
    written.push(part)
  }
  const central = Buffer.concat(written.map(centralHead))
  yield central
  const count = written.length
  yield bytes([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, at], [2, 0])
}
