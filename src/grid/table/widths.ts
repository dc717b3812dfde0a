import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { word } from '#src/locale/text.ts'
import type { Column } from '../define.ts'
import { widthOf } from '../layout.ts'

/** Beside the words of a cell: its padding and borders, and the square of their tone. */
const [padding, square] = [24, 15]

const pen = document.createElement('canvas').getContext('2d')

/** How wide `text` is drawn in a font, in pixels. */
function drawn(text: string, font: string): number {
  if (!pen) return 0 // a browser without a canvas: the columns are as wide as their kinds
  pen.font = font
  return pen.measureText(text).width
}

/** A font of the screen as a canvas wants it. */
function fontOf(family: '--font-mono' | '--font-sans'): string {
  const style = getComputedStyle(document.documentElement)
  const size = getComputedStyle(document.body).fontSize
  return `${size} ${style.getPropertyValue(family)}`
}

/** The width that shows every word of a vocabulary in the language of the screen, with its code and its square. */
function wordsWidth({ choices = [], of = '', tones = {} }: Field): number {
  const toned = Object.keys(tones).length > 0
  const font = fontOf(toned ? '--font-mono' : '--font-sans')
  const widest = choices.map((value) => {
    const code = typeof value === 'number' ? `${value}\u00a0` : ''
    return drawn(code + word(of, value), font)
  })
  return Math.ceil(Math.max(0, ...widest)) + padding + (toned ? square : 0)
}

/** How wide the columns of a list are by themselves, on this screen and in its language. */
export function ownWidths(listing: Listing): (column: Column) => number {
  const known = new Map<string, number>()
  const measured = (column: Column): number => {
    const field = listing.fields.find(({ name }) => name === column.field)
    return widthOf(column, field?.choices && field.kind === 'choice' ? wordsWidth(field) : 0)
  }
  return (column) => {
    const width = known.get(column.field) ?? measured(column)
    known.set(column.field, width)
    return width
  }
}
