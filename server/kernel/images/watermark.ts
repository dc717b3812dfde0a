import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Canvas, createCanvas, GlobalFonts, type Image, type SKRSContext2D } from '@napi-rs/canvas'

const files = createRequire(import.meta.url)
/** The packaged face, under a name of its own: what is installed on a machine is never drawn with. */
export const monoFace = 'Lendline Mono'
const latin = files.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')
GlobalFonts.register(readFileSync(latin), monoFace)

/** So few pixels are left of the longer side before it is drawn large again: no letter survives, and nothing undoes it. */
const blurredSide = 24
const quality = 80
/** The watermark stands this slanted, this often, and this small beside the picture. */
const [slantRadians, lettersPerSide, linesPerSide] = [-0.35, 56, 8]

/** Draws `text` all over, in light letters with a dark edge: it can be read on any picture, and cropped out of none. */
function drawMark(drawing: SKRSContext2D, text: string, width: number, height: number): void {
  const side = Math.max(width, height)
  const size = Math.max(9, Math.round((side / lettersPerSide) * 1.2))
  drawing.save()
  drawing.translate(width / 2, height / 2)
  drawing.rotate(slantRadians)
  drawing.font = `${size}px "${monoFace}"`
  drawing.fillStyle = 'rgba(255, 255, 255, 0.42)'
  drawing.strokeStyle = 'rgba(0, 0, 0, 0.30)'
  drawing.lineWidth = size / 9
  const line = `${text}    `.repeat(4)
  const shift = drawing.measureText(`${text}    `).width / 2
  for (let i = -linesPerSide; i <= linesPerSide; i++) {
    const [x, y] = [-side * 1.2 + (i % 2 === 0 ? 0 : shift), (i * side) / linesPerSide]
    drawing.strokeText(line, x, y)
    drawing.fillText(line, x, y)
  }
  drawing.restore()
}

/** A picture of `blurredSide` pixels: all that a blurred one is drawn from. */
function pixelated(source: Image | Canvas): Canvas {
  const scale = Math.min(1, blurredSide / Math.max(source.width, source.height))
  const small = createCanvas(Math.max(1, source.width * scale), Math.max(1, source.height * scale))
  const drawing = small.getContext('2d')
  drawing.imageSmoothingQuality = 'high' // each is the middle of many, not one of them
  drawing.drawImage(source, 0, 0, small.width, small.height)
  return small
}

/** Render options: how a picture is shown. */
export interface RenderOptions {
  /** Who looks, and when. */
  readonly mark: string
  /** Whether no more than its colours may be seen. */
  readonly blurred: boolean
}

/** A picture as a JPEG of the same size with the watermark burnt in. */
export async function drawShown(source: Image | Canvas, { mark, blurred }: RenderOptions): Promise<Buffer> {
  const { width, height } = source
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(blurred ? pixelated(source) : source, 0, 0, width, height)
  drawMark(drawing, mark, width, height)
  return canvas.encode('jpeg', quality)
}
