import { atOffset } from '#contract/kernel/dayjs.ts'
import { major } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'
import type { ReadContext } from './column-mapping.ts'

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
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return [value, translatedOr(t, `${key}.${value}`, '')].join(' ').trim()
  if (typeof value !== 'object') {
    const text = String(value)
    return isInstant(text) ? local(text, offsetMinutes) : translatedOr(t, `${key}.${text}`, text)
  }
  if (Array.isArray(value)) {
    return (
      value.map((one) => translatedOr(t, `${key}.${one}`, translatedOr(t, String(one), String(one)))).join(', ') || '–'
    )
  }
  if (isMoney(value)) return `${major(value)} ${value.currency}`
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}

/** Every row counts its writes and says who wrote last; that is no news. */
const ignoredFields = ['version', 'changedBy']

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isMoney(value) && !('name' in value)

/** What differs between two values of a field; in a record by page or code, each entry that does. */
function changesOfField(
  label: string,
  key: string,
  [was, is]: readonly [unknown, unknown],
  told: ReaderContext,
): string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  if (!isRecord(is) || (was !== undefined && was !== null && !isRecord(was)))
    return [`${label}: ${formatValue(was, key, told)} → ${formatValue(is, key, told)}`]
  const before = (was ?? {}) as Values // a record, or nothing
  return [...new Set([...Object.keys(before), ...Object.keys(is)])].flatMap((name) => {
    const entry = translatedOr(told.t, `${key}.${name}`, translatedOr(told.t, `menu.${name}`, name))
    return changesOfField(`${label} · ${entry}`, key, [before[name], is[name]], told)
  })
}

/** What differs between a row of `noun` before and after: `State: 31 Disbursement failed → 29 Disbursing`. */
export function changesOf(noun: string, [before, after]: readonly [unknown, unknown], told: ReaderContext): string {
  if (before && after === null) return told.t('audit.gone')
  if (!before || !after || typeof before !== 'object' || typeof after !== 'object') return ''
  const [was, is] = [before as Values, after as Values] // rows, as they were answered
  return Object.keys(is)
    .filter((name) => !ignoredFields.includes(name))
    .flatMap((name) =>
      changesOfField(translatedOr(told.t, `${noun}.${name}`, name), `${noun}.${name}`, [was[name], is[name]], told),
    )
    .join('; ')
}
