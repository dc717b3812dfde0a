import { crc32 } from 'node:zlib'

/** Letters of three by five dots: each row of one as an octal digit. */
const shapes = `A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 M57755 N65555 O25552
  P65644 Q25563 R65655 S34216 T72222 U55557 V55522 W55775 X55255 Y55222 Z71247 075557 126227 271747 371717 455711 574717
  674757 771111 875757 975717 .00002 -00700`
const dots = new Map(shapes.split(/\s+/).map((shape) => [shape[0], [...shape.slice(1)].map(Number)] as const))
const [across, down, scale, margin] = [3, 5, 2, 6]
const [pitch, leading] = [(across + 1) * scale, (down + 3) * scale]

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

const adlerModulus = 65_521

/** Bytes as zlib has them that were not compressed: for so few, setting up the compression takes longer than all else. */
function stored(bytes: Buffer): Buffer {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % adlerModulus
    b = (b + a) % adlerModulus
  }
  const whole = Buffer.alloc(bytes.length + 11)
  whole.writeUInt16BE(0x7801, 0)
  whole[2] = 1 // the last block, and the only one
  whole.writeUInt16LE(bytes.length, 3)
  whole.writeUInt16LE(bytes.length ^ 0xffff, 5)
  bytes.copy(whole, 7)
  whole.writeUInt32BE(b * 65_536 + a, bytes.length + 7)
  return whole
}

/** Draws one letter in black on white, one bit a dot. */
function draw(rows: readonly Buffer[], letter: string, { x, y }: { x: number; y: number }): void {
  for (const [line, bits] of (dots.get(letter) ?? []).entries()) {
    for (let dot = 0; dot < across * scale; dot++) {
      if ((bits & (4 >> Math.floor(dot / scale))) === 0) continue
      const at = x + dot
      for (let i = 0; i < scale; i++) rows[y + line * scale + i]![1 + (at >> 3)]! &= ~(0x80 >> (at & 7))
    }
  }
}

/** A picture. */
interface Picture {
  readonly type: 'image/png'
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** A slip as a banking app shows it: lines of capitals and digits, black on white, as a PNG. */
export function slipPicture(lines: readonly string[]): Picture {
  const longest = Math.max(...lines.map((line) => line.length))
  const width = Math.ceil((longest * pitch + 2 * margin) / 8) * 8
  const height = lines.length * leading + 2 * margin
  const rows = Array.from({ length: height }, () => Buffer.alloc(1 + width / 8, 0xff).fill(0, 0, 1)) // 0: no filter
  for (const [line, text] of lines.entries()) {
    for (const [i, letter] of [...text].entries()) {
      draw(rows, letter, { x: margin + i * pitch, y: margin + line * leading })
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1 // bits of a dot; the rest of the head, colour type among it, is 0
  const pixels = stored(Buffer.concat(rows))
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))],
  ])
  return { type: 'image/png', width, height, bytes }
}
