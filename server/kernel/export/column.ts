import type { Country } from '#contract/kernel/calendar.ts'
import { countries, decimals, offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import { formatDay } from '#contract/kernel/format.ts'
import { formatFixedPoint } from '#contract/kernel/query/fixed-point.ts'
import type { Money, Ref } from '#contract/kernel/values.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'

/** Cell type: what the cells of a column are to a spreadsheet. Everything but numbers and times is text, ids and phones too. */
export type CellType = 'text' | 'count' | 'money' | 'percent' | 'date' | 'instant'

/**
 * A cell. Numbers as plain digits with a point: amounts with all their decimals; rates in percent. Days as `2026-01-31`,
 * moments as `2026-01-31 15:00:00` on the clock of the operating country. Null where there is no value.
 */
export type Cell = string | null

/** What headings and cells are said by. */
export type FileContext = Pick<RequestContext, 't' | 'app'>

/** A column of a file: its heading, what its cells are, and how a value of its field becomes one. */
export interface FileColumn {
  readonly name: string
  readonly heading: string
  readonly type: CellType
  readonly cell: (value: unknown) => string
}

const dayMinutes = 1_440
const twoDigits = (count: number): string => String(count).padStart(2, '0')
/** Every minute of a day, as a clock shows it. */
const clock = Array.from({ length: dayMinutes }, (_, i) => `${twoDigits(Math.floor(i / 60))}:${twoDigits(i % 60)}`)

/**
 * A moment on a clock so many minutes ahead of UTC: `2026-01-31T09:30:00Z` becomes `2026-01-31 15:00:00`. Only what falls
 * on another day there is worth a calendar. Without dayjs, which takes 4 µs: a whole row of a file has 16.
 */
export function localTime(instant: string, offsetMinutes: number): string {
  const minute = Number(instant.slice(11, 13)) * 60 + Number(instant.slice(14, 16)) + offsetMinutes
  const time = clock[minute]
  if (time) return `${instant.slice(0, 10)} ${time}${instant.slice(16, 19)}`
  return new Date(Date.parse(instant) + offsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** An amount for a machine to read: no grouping, a point, every decimal. */
export function plainAmount({ minor, currency }: Money): string {
  const mappings = decimals[currency]
  const digits = String(Math.abs(minor)).padStart(mappings + 1, '0')
  const at = digits.length - mappings
  return `${minor < 0 ? '-' : ''}${digits.slice(0, at)}${mappings > 0 ? `.${digits.slice(at)}` : ''}`
}

/** Heading of a column of amounts: whose numbers say nothing of it says in which currency they are. */
export const amountHeading = (heading: string, country: Country): string =>
  `${heading} (${countries[country].currency})`

/** Heading of a column of durations: they are seconds, which a spreadsheet adds up as they are. */
export const durationHeading = (heading: string, { t }: Pick<FileContext, 't'>): string =>
  t('reports.inSeconds', { heading })

/** What a word of a vocabulary is called, asked once for each. */
function labels({ of }: Field, { t }: FileContext, withCode: boolean): (value: unknown) => string {
  const known = new Map<unknown, string>()
  return (value) => {
    const label =
      known.get(value) ?? `${withCode && typeof value === 'number' ? `${value} ` : ''}${t(`${of}.${value}`)}`
    known.set(value, label)
    return label
  }
}

/** The text of a key below `of`, as screens show it; the key itself where there is none. */
function translated(of: string, { t, app }: FileContext): (value: unknown) => string {
  return (value) => {
    const key = of === '' ? String(value) : `${of}.${value}`
    return app.translations.has(key) ? t(key) : String(value)
  }
}

type CellFormat = Pick<FileColumn, 'type' | 'cell'>

/** How the values of a field are written: numbers as numbers, words in the reader's language, everything else as text. */
function cellFormatOf(field: Field, context: FileContext): CellFormat {
  switch (field.kind) {
    case 'money':
      return { type: 'money', cell: (value) => plainAmount(value as Money) }
    case 'rate':
      return { type: 'percent', cell: (value) => formatFixedPoint(value as number, 4) }
    case 'count':
      return { type: 'count', cell: String }
    case 'ref':
      return { type: 'text', cell: (value) => (value as Ref).name }
    case 'date':
      return { type: field.unit === 'month' ? 'text' : 'date', cell: formatDay(field) }
    case 'instant': {
      const ahead = offsetMinutesOf(context.app.clock.country)
      return { type: 'instant', cell: (value) => localTime(value as string, ahead) }
    }
    case 'flag': {
      const [yes, no] = [context.t('call.yes'), context.t('call.no')]
      return { type: 'text', cell: (value) => (value ? yes : no) }
    }
    case 'choice':
      return { type: 'text', cell: labels(field, context, true) }
    case 'tags': {
      const label = labels(field, context, false)
      return { type: 'text', cell: (value) => (value as unknown[]).map(label).join(' / ') }
    }
    case 'text':
      return { type: 'text', cell: field.of === undefined ? String : translated(field.of, context) }
    default:
      return { type: 'text', cell: String }
  }
}

/** The columns of a file over a listing, in the reader's language. Rows have one currency, that of the operating country. */
export const fileColumns = (listingId: string, fields: readonly Field[], context: FileContext): readonly FileColumn[] =>
  fields.map((field) => {
    const heading = context.t(`${listingId.slice(0, listingId.indexOf('.'))}.${field.name}`)
    const cells = cellFormatOf(field, context)
    const { country } = context.app.clock
    return { name: field.name, heading: cells.type === 'money' ? amountHeading(heading, country) : heading, ...cells }
  })
