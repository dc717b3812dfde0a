import { major } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'

type Values = Readonly<Record<string, unknown>>

const isMoney = (value: object): value is Money => 'minor' in value && 'currency' in value

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'object') return String(value)
  if (isMoney(value)) return `${major(value)} ${value.currency}`
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}

/** Every row counts its writes; that is no news. */
const silent = ['version']

/** What differs between a row before and after: `state: 31 → 29; attempts: 1 → 2`. */
export function changesOf(before: unknown, after: unknown): string {
  if (!before || !after || typeof before !== 'object' || typeof after !== 'object') return ''
  const [was, is] = [before as Values, after as Values] // rows, as they were answered
  const changed = Object.keys(is).filter((name) => !silent.includes(name) && shown(was[name]) !== shown(is[name]))
  return changed.map((name) => `${name}: ${shown(was[name])} → ${shown(is[name])}`).join('; ')
}
