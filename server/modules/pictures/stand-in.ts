import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { PictureKind } from '#contract/picture-kinds.ts'
import type { Box, Reading, ReadingField } from '#contract/readings.ts'
import { monoFace } from '#server/kernel/images/watermark.ts'
import { standInBoxes, standInSize } from './steps/stand-in-layout.ts'

const { width, height } = standInSize
const titles: Readonly<Record<PictureKind, string>> = {
  pan: 'PAN CARD',
  aadhaarFront: 'AADHAAR · FRONT',
  aadhaarBack: 'AADHAAR · BACK',
  face: 'LIVE FACE',
}
/** What stands on every stand-in, whoever looks at it in whatever language. */
const disclaimer = 'drawn stand-in · no document of anybody'
const ink = { paper: '#18222e', edge: '#5b6b7d', line: '#39485a', text: '#d5dde6', quiet: '#8595a6' }
const letter = (size: number) => `${size}px "${monoFace}"`

/** A frame of dashes: nobody takes it for the edge of a card. */
function drawCard(drawing: SKRSContext2D, kind: PictureKind): void {
  drawing.fillStyle = ink.paper
  drawing.fillRect(0, 0, width, height)
  drawing.strokeStyle = ink.edge
  drawing.lineWidth = 4
  drawing.setLineDash([18, 10])
  drawing.strokeRect(20, 20, width - 40, height - 40)
  drawing.setLineDash([])
  drawing.font = letter(30)
  drawing.fillStyle = ink.quiet
  drawing.fillText(titles[kind], 60, 84)
  drawing.textAlign = 'center'
  drawing.font = letter(26)
  drawing.fillText(disclaimer, width / 2, height - 44)
  drawing.textAlign = 'left'
}

/** Head and shoulders of nobody. */
function drawFigure(drawing: SKRSContext2D, x: number, y: number, size: number): void {
  drawing.strokeStyle = ink.quiet
  drawing.lineWidth = 4
  drawing.beginPath()
  drawing.arc(x + size / 2, y + size * 0.34, size * 0.2, 0, Math.PI * 2)
  drawing.stroke()
  drawing.beginPath()
  drawing.moveTo(x + size * 0.12, y + size * 0.95)
  drawing.quadraticCurveTo(x + size / 2, y + size * 0.36, x + size * 0.88, y + size * 0.95)
  drawing.closePath()
  drawing.stroke()
}

/** Letters that the packaged face has: of names in others their plain ones. */
const plain = (text: string): string =>
  text
    .replaceAll(/[đĐ]/g, 'd')
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')

/** Words on lines of so many letters. */
function linesOf(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && `${line} ${word}`.length <= most) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

const lettersPerLine = 26
const inPixels = ({ x, y, w, h }: Box) => {
  const [across, down] = [width / 1e6, height / 1e6]
  return [x * across, y * down, w * across, h * down] as const
}

/** A value in its place, with a thin frame around it. */
function drawValue(drawing: SKRSContext2D, field: ReadingField, value: string, box: Box): void {
  const [x, y, w, h] = inPixels(box)
  drawing.strokeStyle = ink.line
  drawing.lineWidth = 2
  drawing.strokeRect(x, y, w, h)
  drawing.fillStyle = ink.text
  drawing.font = letter(30)
  const lines = field === 'address' ? linesOf(plain(value).toUpperCase(), lettersPerLine) : [plain(value).toUpperCase()]
  for (const [i, line] of lines.slice(0, 5).entries()) drawing.fillText(line, x + 12, y + 38 + i * 42)
}

/** Draws the stand-in of a picture from what was read of the customer: the same readings give the same drawing. */
export function drawStandIn(
  kind: PictureKind,
  readings: readonly Pick<Reading, 'field' | 'value' | 'from' | 'box'>[],
): Canvas {
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawCard(drawing, kind)
  if (kind === 'face') drawFigure(drawing, width / 2 - 160, 130, 320)
  else if (kind !== 'aadhaarBack') drawFigure(drawing, 60, 150, 240)
  for (const { field, value, from, box } of readings) {
    if (from === kind && box && standInBoxes[kind][field]) drawValue(drawing, field, value, box)
  }
  return canvas
}
