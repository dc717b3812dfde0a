import { z } from 'zod'
import { formatFixedPoint, parseFixedPoint } from '../kernel/query/fixed-point.ts'
import { declaredParameters, type ParameterId } from './declared.ts'

/** What a parameter holds, and how it is typed. */
export const parameterKinds = [
  ...(['number', 'percent', 'amount', 'minutes', 'hours', 'days'] as const),
  ...(['switch', 'limits', 'text', 'list', 'secret'] as const),
] as const
export type ParameterKind = (typeof parameterKinds)[number]

/** The unit that a parameter's name ends with. */
const units: readonly (readonly [suffix: string, kind: ParameterKind])[] = [
  ['Ppm', 'percent'],
  ['Minor', 'amount'],
  ['Minutes', 'minutes'],
  ['Hours', 'hours'],
  ['Days', 'days'],
]
/** What stands behind the roles of a parameter that is limits by role. */
const limitKinds = {
  'reduction.limits': 'percent',
  'writeOff.limits': 'amount',
  'writeOff.sheetLimits': 'number',
} as const satisfies Partial<Record<ParameterId, ParameterKind>>

/** What a declared parameter may hold. */
export const schemaOfParameter = (id: ParameterId): z.ZodType => declaredParameters[id].unwrap()

/** What a parameter holds, by its schema and the unit that its name ends with. */
export function kindOfParameter(id: ParameterId): ParameterKind {
  const schema = schemaOfParameter(id)
  if (schema instanceof z.ZodBoolean) return 'switch'
  if (schema instanceof z.ZodRecord) return 'limits'
  if (schema instanceof z.ZodArray) return 'list'
  if (schema instanceof z.ZodLiteral) return 'text'
  return units.find(([suffix]) => id.endsWith(suffix))?.[1] ?? 'number'
}

/** Decimals that are typed of a number of a kind; `places`: those of the currency. */
const placesOf = (kind: ParameterKind, places: number): number =>
  kind === 'percent' ? 4 : kind === 'amount' ? places : 0
/** What the limits by role of a parameter count. */
export const limitKindOf = (id: string): ParameterKind => limitKinds[id as keyof typeof limitKinds] ?? 'number' // none: a count

/** A number of a kind as it is typed. */
export const formatNumber = (kind: ParameterKind, value: number, places: number): string =>
  `${formatFixedPoint(value, placesOf(kind, places))}${kind === 'percent' ? '%' : ''}`

function parseNumber(kind: ParameterKind, text: string, places: number): number | undefined {
  const value = parseFixedPoint(text.replace(kind === 'percent' ? /\s*%$/ : /$^/, ''), placesOf(kind, places))
  return typeof value === 'number' ? value : undefined
}

const boundless = '*'

function parseLimits(kind: ParameterKind, text: string, places: number): Record<string, number | null> | undefined {
  if (text.trim() === '') return {}
  const parts = text.split(',').map((part) => part.split('=').map((side) => side.trim()))
  const limits = parts.map(([mark = '', limit = '', ...rest]): [string, number | null | undefined] => [
    mark,
    !/^[A-Z][A-Z0-9_]*$/.test(mark) || rest.length > 0
      ? undefined
      : limit === boundless
        ? null
        : parseNumber(kind, limit, places),
  ])
  const isRead = (limit: (typeof limits)[number]): limit is [string, number | null] => limit[1] !== undefined
  return limits.every(isRead) && new Set(limits.map(([mark]) => mark)).size === limits.length
    ? Object.fromEntries(limits)
    : undefined
}

/** A value as it is typed: `80%`, `2500`, `yes`, `CTL=30%, EXE=*`. Amounts are in whole units of the currency. */
export function formatParameter(kind: ParameterKind, value: unknown, places: number, id = ''): string {
  if (kind === 'secret') return '•••'
  if (kind === 'switch') return value === true ? 'yes' : 'no'
  if (kind === 'list') return (value as readonly string[]).join(', ') // as it was parsed
  if (kind === 'text') return String(value)
  if (kind !== 'limits') return formatNumber(kind, value as number, places) // as above
  return Object.entries(value as Record<string, number | null>) // as above
    .map(([mark, limit]) => `${mark}=${limit === null ? boundless : formatNumber(limitKindOf(id), limit, places)}`)
    .join(', ')
}

/** What was typed as a value of a kind; undefined where it is none. */
export function parseParameter(kind: ParameterKind, typed: string, places: number, id = ''): unknown {
  const text = typed.trim()
  if (kind === 'switch')
    return /^(yes|true|on|1)$/i.test(text) ? true : /^(no|false|off|0)$/i.test(text) ? false : undefined
  if (kind === 'limits') return parseLimits(limitKindOf(id), text, places)
  if (kind === 'list') return text === '' ? [] : text.split(',').map((part) => part.trim())
  if (kind === 'text') return text
  if (kind === 'secret') return text === '' ? undefined : text
  return parseNumber(kind, text, places)
}

/** The value of a parameter that nobody has set. */
export const defaultOfParameter = (id: ParameterId): unknown => declaredParameters[id].parse(undefined)
