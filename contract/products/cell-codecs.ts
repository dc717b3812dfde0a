import { decimals } from '../kernel/countries.ts'
import { major, money, ofMinor } from '../kernel/money.ts'
import type { Currency } from '../kernel/values.ts'

/** What a text says, or the key below `issues` of what is wrong with it. */
export type CellResult = { readonly value: unknown } | { readonly problem: string }

/** A value as people write it, in a form or in a cell of a sheet. `write(read(text))` is the text, but for blanks. */
export interface CellCodec {
  read(text: string, currency: Currency): CellResult
  /** The text of a value that has this shape. */
  write(value: never, currency: Currency): string
  /** The words it can be, and the text key that their labels stand under. */
  readonly words?: { readonly of: string; readonly all: readonly string[] }
}

const valueOr = (value: unknown, problem: string): CellResult => (value === undefined ? { problem } : { value })
const digits = /^\d{1,9}$/

/** Whatever it says. */
export const textCell: CellCodec = { read: (cell) => ({ value: cell }), write: (value: string | null) => value ?? '' }

/** A whole number. */
export const integerCell: CellCodec = {
  read: (cell) => valueOr(digits.test(cell) ? Number(cell) : undefined, 'not_a_number'),
  write: (value: number) => String(value),
}

/** Several whole numbers, `7|14`. */
export const integersCell: CellCodec = {
  read(cell) {
    const parts = cell.split('|').map((part) => part.trim())
    return valueOr(parts.every((part) => digits.test(part)) ? parts.map(Number) : undefined, 'not_a_number')
  },
  write: (value: readonly number[]) => value.join('|'),
}

function ppmOf(cell: string): number | undefined {
  const [, percent, fraction = ''] = /^(\d{1,4})(?:\.(\d{1,4}))?\s*%?$/.exec(cell) ?? []
  return percent === undefined ? undefined : Number(percent + fraction.padEnd(4, '0'))
}
const percentOf = (ppm: number): string => String(ppm / 10_000)

/** Percent with at most four decimals, as ppm. */
export const percentCell: CellCodec = { read: (cell) => valueOr(ppmOf(cell), 'not_a_rate'), write: percentOf }

/** An amount in major units, no more precise than the currency. */
export const amountCell: CellCodec = {
  read(cell, currency) {
    const parts = /^\d{1,12}(?:\.(\d+))?$/.exec(cell)
    if (!parts) return { problem: 'not_an_amount' }
    const precise = (parts[1] ?? '').length > decimals[currency]
    return precise ? { problem: 'too_precise' } : { value: money(cell, currency).minor }
  },
  write: (minor: number, currency) => major(ofMinor(minor, currency)),
}

/** One of these words. */
export const choiceCell = (of: string, ...all: readonly string[]): CellCodec => ({
  read: (cell) => valueOr(all.includes(cell) ? cell : undefined, 'not_a_choice'),
  write: (value: string) => value,
  words: { of, all },
})

const [yes, no] = ['yes', 'no']
/** Yes or no. */
export const booleanCell: CellCodec = {
  read: (cell) => valueOr(cell === yes ? true : cell === no ? false : undefined, 'not_yes_or_no'),
  write: (value: boolean) => (value ? yes : no),
  words: { of: 'call', all: [yes, no] },
}

/** A part of the principal, `12%`, or a fixed amount. */
export const feeCell: CellCodec = {
  read(cell, currency) {
    if (!cell.endsWith('%')) {
      const read = amountCell.read(cell, currency)
      return 'problem' in read ? read : { value: { fixedMinor: read.value } }
    }
    const ppm = ppmOf(cell)
    return valueOr(ppm === undefined ? undefined : { ppm }, 'not_a_rate')
  },
  write: (value: { ppm: number } | { fixedMinor: number }, currency) =>
    'ppm' in value ? `${percentOf(value.ppm)}%` : major(ofMinor(value.fixedMinor, currency)),
}

interface Tier {
  readonly fromDay: number
  readonly toDay: number | null
  readonly ratePpm: number
}
function tierOf(part: string): Tier | undefined {
  const [, from, to, rate = ''] = /^(\d{1,4})-(\d{1,4})?:\s*(.+)$/.exec(part.trim()) ?? []
  const ratePpm = ppmOf(rate)
  if (from === undefined || ratePpm === undefined) return undefined
  return { fromDay: Number(from), toDay: to === undefined ? null : Number(to), ratePpm }
}
/** Penalty rates by days overdue, `1-3:0.5; 4-:1`. */
export const tiersCell: CellCodec = {
  read(cell) {
    const read = cell
      .split(';')
      .filter((part) => part.trim() !== '')
      .map(tierOf)
    return valueOr(read.includes(undefined) ? undefined : read, 'not_tiers')
  },
  write: (value: readonly Tier[]) =>
    value.map(({ fromDay, toDay, ratePpm }) => `${fromDay}-${toDay ?? ''}:${percentOf(ratePpm)}`).join('; '),
}
