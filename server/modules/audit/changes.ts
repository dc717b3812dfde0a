import { major } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'
import type { Moment } from '#server/kernel/source.ts'

type Values = Readonly<Record<string, unknown>>
/** When and to whom it is told. */
type Telling = Pick<Moment, 'say' | 'offsetMinutes'>

const isMoney = (value: object): value is Money => 'minor' in value && 'currency' in value
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

/** The time on the clock of the operating country: `2026-11-21 23:10`. */
const local = (instant: string, offsetMinutes: number): string =>
  new Date(Date.parse(instant) + offsetMinutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/** The text of a key, or what stands in for it where there is none. */
const said = (say: Telling['say'], key: string, otherwise: string): string => {
  const text = say(key)
  return text === key ? otherwise : text
}

/** A value of a field, whose words stand below `key` where it is a choice. */
function shown(value: unknown, key: string, { say, offsetMinutes }: Telling): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return [value, said(say, `${key}.${value}`, '')].join(' ').trim()
  if (typeof value !== 'object') {
    const text = String(value)
    return isInstant(text) ? local(text, offsetMinutes) : said(say, `${key}.${text}`, text)
  }
  if (isMoney(value)) return `${major(value)} ${value.currency}`
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}

/** Every row counts its writes; that is no news. */
const silent = ['version']

/** What differs between a row of `noun` before and after: `State: 31 Disbursement failed → 29 Disbursing`. */
export function changesOf(noun: string, [before, after]: readonly [unknown, unknown], telling: Telling): string {
  if (!before || !after || typeof before !== 'object' || typeof after !== 'object') return ''
  const [was, is] = [before as Values, after as Values] // rows, as they were answered
  const changed = Object.keys(is).filter(
    (name) => !silent.includes(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const told = changed.map((name) => {
    const key = `${noun}.${name}`
    const [from, to] = [shown(was[name], key, telling), shown(is[name], key, telling)]
    return `${said(telling.say, key, name)}: ${from} → ${to}`
  })
  return told.join('; ')
}
