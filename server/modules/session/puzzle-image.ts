import { randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Size of the picture, and side of the square that the piece lies in, in pixels. */
export const [width, height, side] = [280, 140, 46]

/** Colours by index: the shades of the picture, the same in the gap, the rim, and nothing. */
const shades = 48
const [inGap, rim, nothing] = [shades, 2 * shades, 2 * shades + 1]
/** How much lighter or darker than its surroundings the gap is. */
const gapDims = 0.42

type Colour = readonly [red: number, green: number, blue: number]
const anyColour = (from: number, to: number): Colour => [randomInt(from, to), randomInt(from, to), randomInt(from, to)]

/** The colours of one picture: from one to another in steps, then the same again, darker. */
function palette(): Uint8Array {
  const [dark, light] = [anyColour(30, 110), anyColour(150, 245)]
  const shade = (i: number): Colour => dark.map((from, c) => from + ((light[c]! - from) * i) / shades) as never // three
  const all = Array.from({ length: shades }, (_, i) => shade(i))
  const dimmed = all.map((colour) => colour.map((part) => part * gapDims))
  return Uint8Array.from([...all, ...dimmed, [250, 250, 250], [0, 0, 0]].flat())
}

/** A landscape of waves, as shades: never the same twice. */
function landscape(): (x: number, y: number) => number {
  const waves = Array.from({ length: 7 }, () => ({
    across: randomInt(-90, 90) / 900,
    down: randomInt(-90, 90) / 900,
    phase: randomInt(0, 628) / 100,
  }))
  return (x, y) => {
    const sum = waves.reduce((total, { across, down, phase }) => total + Math.sin(x * across + y * down + phase), 0)
    return Math.min(shades - 1, Math.max(0, Math.floor(((sum / waves.length) * 1.6 + 1) * 0.5 * shades)))
  }
}

const [middle, half, knob] = [side / 2, 15, 8]
const inCircle = (x: number, y: number): boolean => Math.hypot(x, y) < knob
/** Whether a pixel of the square belongs to the piece: a tile with a knob on top and on the right, and a bay on the left. */
function inPiece(x: number, y: number): boolean {
  const [dx, dy] = [x - middle, y - middle]
  if (inCircle(dx + half, dy)) return false
  return (Math.abs(dx) <= half && Math.abs(dy) <= half) || inCircle(dx - half, dy) || inCircle(dx, dy + half)
}
const onRim = (x: number, y: number): boolean =>
  inPiece(x, y) && !(inPiece(x - 1, y) && inPiece(x + 1, y) && inPiece(x, y - 1) && inPiece(x, y + 1))

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A picture of `w` × `h` pixels as a data URL: PNG, 8 bits of palette. Source: PNG, third edition. */
function png(w: number, h: number, colours: Uint8Array, at: (x: number, y: number) => number): string {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(w, 0)
  head.writeUInt32BE(h, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const lines = Buffer.alloc((w + 1) * h)
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) lines[y * (w + 1) + 1 + x] = at(x, y)
  const opaque = new Uint8Array(nothing + 1).fill(255)
  opaque[nothing] = 0
  const parts = [chunk('IHDR', head), chunk('PLTE', colours), chunk('tRNS', opaque)]
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const file = Buffer.concat([signature, ...parts, chunk('IDAT', deflateSync(lines)), chunk('IEND', new Uint8Array())])
  return `data:image/png;base64,${file.toString('base64')}`
}

/** A picture with a gap whose square begins at `left` and `top`, and the piece that was cut out of it. */
export function createPuzzle(left: number, top: number): { picture: string; piece: string } {
  const [colours, shadeAt] = [palette(), landscape()]
  const gapAt = (x: number, y: number) => (onRim(x, y) ? rim : inPiece(x, y) ? inGap : 0)
  return {
    picture: png(width, height, colours, (x, y) => {
      const gap = gapAt(x - left, y - top)
      return gap === rim ? rim : shadeAt(x, y) + gap
    }),
    piece: png(side, side, colours, (x, y) => {
      if (!inPiece(x, y)) return nothing
      return onRim(x, y) ? rim : shadeAt(left + x, top + y)
    }),
  }
}
