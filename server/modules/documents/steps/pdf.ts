import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import type { CustomerDocument, Fact, Section } from './document.ts'
import { fontsFor, runsOf, type Weight } from './fonts.ts'

/** Of an A4 page, in points. */
const [width, height, margin] = [595.28, 841.89, 48]
const inner = width - 2 * margin
const bottom = height - margin - 24
const ink = { plain: '#1b1f24', quiet: '#5b6570', line: '#c9d0d8', band: '#f2f4f7' }

type Doc = InstanceType<typeof PDFDocument>
interface TextStyle {
  readonly size?: number
  readonly weight?: Weight
  readonly color?: string
}
const plain = { size: 9, weight: 400, color: ink.plain } as const

/** Where on which page the next part begins. */
interface LayoutCursor {
  readonly doc: Doc
  y: number
}

const widthOf = (doc: Doc, text: string, { size, weight }: { size: number; weight: Weight }): number =>
  runsOf(text, weight).reduce((sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text), 0)

/** Words put into lines that fit; a word longer than a line stands alone and runs over. */
function wrapText(doc: Doc, text: string, room: number, look: { size: number; weight: Weight }): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(doc, longer, look) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** How far below the top of a line its letters stand, of their size: letters of every face on one line. */
const ascent = 1.025

/** One line of text; `end`: its last letter stands at `x`. */
function drawLine(
  doc: Doc,
  text: string,
  [x, y]: readonly [number, number],
  look: TextStyle & { end?: boolean } = {},
): void {
  const { size, weight, color } = { ...plain, ...look }
  let at = look.end ? x - widthOf(doc, text, { size, weight }) : x
  for (const run of runsOf(text, weight)) {
    doc
      .font(run.font)
      .fontSize(size)
      .fillColor(color)
      .text(run.text, at, y + size * ascent, { lineBreak: false, baseline: 'alphabetic' })
    at += doc.widthOfString(run.text)
  }
}

/** Makes room for so much; answers whether that took a new page. */
function ensureRoom(pen: LayoutCursor, needed: number): boolean {
  if (pen.y + needed <= bottom) return false
  pen.doc.addPage()
  pen.y = margin
  return true
}

/** A few sentences over the whole width. */
function drawParagraph(pen: LayoutCursor, text: string): void {
  const lines = wrapText(pen.doc, text, inner, plain)
  for (const one of lines) {
    ensureRoom(pen, 13)
    drawLine(pen.doc, one, [margin, pen.y])
    pen.y += 13
  }
  pen.y += 3
}

const [factLine, factGap] = [12, 24]
/** Facts in two columns, each a name and below it what it is. */
function drawFacts(pen: LayoutCursor, all: readonly Fact[]): void {
  const half = (inner - factGap) / 2
  for (let i = 0; i < all.length; i += 2) {
    const pair = all.slice(i, i + 2).map(([name, value]) => {
      return { name, lines: wrapText(pen.doc, value, half, { size: 10, weight: 400 }) }
    })
    const tall = 14 + Math.max(...pair.map(({ lines }) => lines.length)) * factLine + 6
    ensureRoom(pen, tall)
    pair.forEach(({ name, lines }, at) => {
      const x = margin + at * (half + factGap)
      drawLine(pen.doc, name, [x, pen.y], { size: 8, color: ink.quiet })
      for (const [n, one] of lines.entries()) drawLine(pen.doc, one, [x, pen.y + 11 + n * factLine], { size: 10 })
    })
    pen.y += tall
  }
}

const rowHeight = 16
type Table = NonNullable<Section['table']>

/** Text as far as it fits, with a sign that there is more. */
function fitText(doc: Doc, text: string, room: number, look: { size: number; weight: Weight }): string {
  if (widthOf(doc, text, look) <= room) return text
  let shown = text
  while (shown.length > 1 && widthOf(doc, `${shown}…`, look) > room) shown = shown.slice(0, -1)
  return `${shown.trimEnd()}…`
}

function drawTableRow(
  pen: LayoutCursor,
  { columns, cut = false }: Table,
  cells: readonly string[],
  look: TextStyle,
): void {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = margin
  columns.forEach(({ share, end = false }, i) => {
    const wide = (inner * share) / shares
    const shown = { ...plain, size: 8, ...look }
    const cell = cells[i] ?? ''
    const text = cut ? fitText(pen.doc, cell, wide - 8, shown) : cell
    drawLine(pen.doc, text, [end ? x + wide - 4 : x + 4, pen.y + 4], { ...shown, end })
    x += wide
  })
  pen.y += rowHeight
}

const drawRule = ({ doc, y }: LayoutCursor) =>
  doc
    .moveTo(margin, y)
    .lineTo(width - margin, y)
    .lineWidth(0.6)
    .strokeColor(ink.line)
    .stroke()

function drawTableHead(pen: LayoutCursor, table: Table): void {
  pen.doc.rect(margin, pen.y, inner, rowHeight).fill(ink.band)
  drawTableRow(
    pen,
    table,
    table.columns.map(({ title }) => title),
    { weight: 600, color: ink.quiet },
  )
}

/** A table; where it goes on on another page, its head stands there again. */
function drawTable(pen: LayoutCursor, table: Table): void {
  if (table.rows.length === 0) {
    drawParagraph(pen, table.none)
    return
  }
  ensureRoom(pen, 3 * rowHeight)
  drawTableHead(pen, table)
  for (const cells of table.rows) {
    if (ensureRoom(pen, rowHeight)) drawTableHead(pen, table)
    drawTableRow(pen, table, cells, {})
    drawRule(pen)
  }
  if (table.sums) {
    ensureRoom(pen, rowHeight)
    drawTableRow(pen, table, table.sums, { weight: 600 })
  }
  pen.y += 6
}

function drawSection(pen: LayoutCursor, { heading, facts: known, table, notes = [] }: Section): void {
  ensureRoom(pen, 60)
  pen.y += 10
  drawLine(pen.doc, heading, [margin, pen.y], { size: 12, weight: 600 })
  pen.y += 20
  if (known) drawFacts(pen, known)
  if (table) drawTable(pen, table)
  for (const note of notes) drawParagraph(pen, note)
}

function drawFooters(doc: Doc, { foot }: CustomerDocument): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    drawLine(doc, foot(page + 1, count), [margin, height - margin], { size: 8, color: ink.quiet })
  }
}

/** Everything that a paper says, for its letters. */
const textOf = ({ sender, title, subtitle, parts, foot }: CustomerDocument): string =>
  `…${JSON.stringify([sender, title, subtitle, parts, foot(1, 1)])}`

/** Lays a paper out, page after page. */
export async function toPdf(paper: CustomerDocument): Promise<Readable> {
  const { title, sender, subtitle, language, at } = paper
  const fonts = await fontsFor(textOf(paper))
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, lang: language, displayTitle: true, pdfVersion: '1.7' },
    info: { Title: `${title} ${subtitle}`, Author: sender, CreationDate: at, ModDate: at },
    font: fonts[0]!.source as string, // that of Latin letters, a file
  })
  for (const { font, source } of fonts) doc.registerFont(font, source)
  const pen: LayoutCursor = { doc, y: margin }
  drawLine(doc, sender, [margin, pen.y], { size: 10, color: ink.quiet })
  drawLine(doc, title, [margin, pen.y + 16], { size: 18, weight: 600 })
  drawLine(doc, subtitle, [margin, pen.y + 40], { size: 10, color: ink.quiet })
  pen.y += 58
  drawRule(pen)
  for (const one of paper.parts) drawSection(pen, one)
  drawFooters(doc, paper)
  doc.end()
  return doc as unknown as Readable // a stream to read, though its types name only the old interface of one
}
