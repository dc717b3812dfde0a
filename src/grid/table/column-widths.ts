import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import { currencySign } from '#contract/kernel/format.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { choicesOf, tonesOf } from '#src/locale/choices.ts'
import { country } from '#src/locale/country.ts'
import { word } from '#src/locale/text.ts'
import type { Column } from '../define.ts'
import { labelOf } from '../model/labels.ts'
import { widthOf } from '../model/layout.ts'

/** Beside the words of a cell: its padding and borders, and the square of their tone. */
const [padding, square] = [24, 15]
/** The text that kinds have their widths for, in pixels. */
const usualText = 13

const pen = document.createElement('canvas').getContext('2d')

/** How wide `text` is drawn in a font, in pixels. */
function textWidth(text: string, font: string): number {
  if (!pen) return 0 // a browser without a canvas: the columns are as wide as their kinds
  pen.font = font
  return pen.measureText(text).width
}

/** What stands above a column: amounts say in which currency they are. */
export function headerText(listing: Listing, { name, kind }: Field): string {
  const label = labelOf(listing, name)
  return kind === 'money' ? `${label} ${currencySign(countries[country()].currency)}` : label
}

/** The width that shows what stands above a column, with the arrow of its order. */
function headerWidth(listing: Listing, field: Field): number {
  const arrow = listing.sort.includes(field.name) ? ' ↓' : ''
  const style = getComputedStyle(document.documentElement)
  // the steps of text are in rem
  const size = Number.parseFloat(style.getPropertyValue('--text-2')) * Number.parseFloat(style.fontSize)
  const font = `500 ${size}px ${style.getPropertyValue('--font-sans')}`
  return Math.ceil(textWidth(headerText(listing, field) + arrow, font)) + padding
}

/** A font of the screen as a canvas wants it. */
function fontOf(family: '--font-mono' | '--font-sans'): string {
  const style = getComputedStyle(document.documentElement)
  const size = getComputedStyle(document.body).fontSize
  return `${size} ${style.getPropertyValue(family)}`
}

/** The width that shows every word of a vocabulary in the language of the screen, with its code and its square. */
function wordsWidth(field: Field): number {
  const { of = '' } = field
  const toned = Object.keys(tonesOf(field)).length > 0
  const font = fontOf(toned ? '--font-mono' : '--font-sans')
  const widest = choicesOf(field).map((value) => {
    const code = typeof value === 'number' ? `${value}\u00a0` : ''
    return textWidth(code + word(of, value), font)
  })
  return Math.ceil(Math.max(0, ...widest)) + padding + (toned ? square : 0)
}

/** How many times as large text is as usual. Smaller text leaves more room. */
const larger = (): number => Math.max(1, Number.parseFloat(getComputedStyle(document.body).fontSize) / usualText)

/** How wide the columns of a list are by themselves, on this screen, with its text and in its language. */
export function autoWidths(listing: Listing): (column: Column) => number {
  const known = new Map<string, number>()
  const measured = (column: Column): number => {
    const field = listing.fields.find(({ name }) => name === column.field)
    const words = field?.choices && field.kind === 'choice' ? wordsWidth(field) : 0
    const own = widthOf(column, words, larger())
    return field ? Math.max(own, headerWidth(listing, field)) : own
  }
  return (column) => {
    const width = known.get(column.field) ?? measured(column)
    known.set(column.field, width)
    return width
  }
}
