import { atOffset } from '#contract/kernel/dayjs.ts'
import { major } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'

type Values = Readonly<Record<string, unknown>>
/** When and to whom it is told. */
type ReaderContext = Pick<ReadContext, 't' | 'offsetMinutes'>

const isMoney = (value: object): value is Money => 'minor' in value && 'currency' in value
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

/** The time on the clock of the operating country: `2026-11-21 23:10`. */
const local = (instant: string, offsetMinutes: number): string =>
  atOffset(instant, offsetMinutes).format('YYYY-MM-DD HH:mm')

/** The text of a key, or what stands in for it where there is none. */
const translatedOr = (t: ReaderContext['t'], key: string, otherwise: string): string => {
  const text = t(key)
  return text === key ? otherwise : text
}

/** A value of a field, whose words stand below `key` where it is a choice. */
function formatValue(value: unknown, key: string, { t, offsetMinutes }: ReaderContext): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return [value, translatedOr(t, `${key}.${value}`, '')].join(' ').trim()
  if (typeof value !== 'object') {
    const text = String(value)
    return isInstant(text) ? local(text, offsetMinutes) : translatedOr(t, `${key}.${text}`, text)
  }
  if (isMoney(value)) return `${major(value)} ${value.currency}`
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}

/** Every row counts its writes; that is no news. */
const ignoredFields = ['version']

/** What differs between a row of `noun` before and after: `State: 31 Disbursement failed → 29 Disbursing`. */
export function changesOf(noun: string, [before, after]: readonly [unknown, unknown], telling: ReaderContext): string {
  if (!before || !after || typeof before !== 'object' || typeof after !== 'object') return ''
  const [was, is] = [before as Values, after as Values] // rows, as they were answered
  const changed = Object.keys(is).filter(
    (name) => !ignoredFields.includes(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const told = changed.map((name) => {
    const key = `${noun}.${name}`
    const [from, to] = [formatValue(was[name], key, telling), formatValue(is[name], key, telling)]
    return `${translatedOr(telling.t, key, name)}: ${from} → ${to}`
  })
  return told.join('; ')
}
