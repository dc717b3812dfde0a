import { z } from 'zod'
import { Limits, type ParameterId, parameterIds } from './declared.ts'
import { formatNumber, limitKindOf, type ParameterKind, schemaOfParameter } from './values.ts'

/** Longest text, in characters; most values of a list, and the longest of them. */
const [textMax, listMax, itemMax] = [500, 100, 60]
const [minutesMax, hoursMax, daysMax, percentMaxPpm] = [525_600, 8_760, 3_650, 10_000_000]

const from0 = (most: number) => z.int().min(0).max(most)
/** One line of text: no signs that steer a screen or end a line. */
const Line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]+$/u)

/** What a parameter may hold that was added beside the declared ones, by its kind. */
const ofKind: Readonly<Record<ParameterKind, z.ZodType>> = {
  number: z.int(),
  percent: from0(percentMaxPpm),
  amount: z.int().min(0),
  minutes: from0(minutesMax),
  hours: from0(hoursMax),
  days: from0(daysMax),
  switch: z.boolean(),
  limits: Limits,
  text: Line(textMax),
  list: z.array(Line(itemMax)).min(1).max(listMax),
  secret: Line(textMax),
}

/** A parameter as far as its range depends on it. */
interface RangedParameter {
  readonly id: string
  readonly kind: ParameterKind
}

const isDeclaredId = (id: string): id is ParameterId => (parameterIds as readonly string[]).includes(id)
const schemaOf = ({ id, kind }: RangedParameter): z.ZodType => (isDeclaredId(id) ? schemaOfParameter(id) : ofKind[kind])

/** Whether a parameter may be set to a value; a list names each value once. */
export const isInRange = (of: RangedParameter, value: unknown): boolean =>
  schemaOf(of).safeParse(value).success && (!Array.isArray(value) || new Set(value).size === value.length)

/** The range of a parameter: the text `parameters.range.<is>`, and what stands in it. */
export interface ParameterRange {
  readonly is: 'between' | 'number' | 'oneOf' | 'someOf' | 'anyOf' | 'limits' | 'text' | 'list'
  readonly values: Readonly<Record<string, string | number>>
}

/** Least and most of a number as they are typed: `1 – 20`, `≥ 0`; nothing where every number will do. */
function boundsOf({ minValue, maxValue }: z.ZodNumber, kind: ParameterKind, places: number): string | null {
  if (minValue === null || minValue <= Number.MIN_SAFE_INTEGER) return null
  const least = formatNumber(kind, minValue, places)
  return maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER
    ? `≥ ${least}`
    : `${least} – ${formatNumber(kind, maxValue, places)}`
}

/** The values of a closed set; nothing of what is none. */
const choicesOf = (schema: unknown): readonly string[] | null =>
  schema instanceof z.ZodEnum
    ? schema.options.map(String)
    : schema instanceof z.ZodLiteral
      ? [...schema.values].map(String)
      : schema instanceof z.ZodBoolean
        ? ['yes', 'no']
        : null

const numberIn = (schema: unknown): z.ZodNumber | null =>
  schema instanceof z.ZodNullable ? numberIn(schema.unwrap()) : schema instanceof z.ZodNumber ? schema : null

/** The range that a parameter may take. `places`: decimals of the currency. */
export function rangeOfParameter(of: RangedParameter, places: number): ParameterRange {
  const schema = schemaOf(of)
  const number = numberIn(schema)
  if (number) {
    const range = boundsOf(number, of.kind, places)
    return range === null ? { is: 'number', values: {} } : { is: 'between', values: { range } }
  }
  if (schema instanceof z.ZodRecord) {
    const limit = numberIn(schema.valueType)
    return { is: 'limits', values: { range: limit ? (boundsOf(limit, limitKindOf(of.id), places) ?? '') : '' } }
  }
  const among = choicesOf(schema)
  if (among) return { is: 'oneOf', values: { values: among.join(', ') } }
  if (!(schema instanceof z.ZodArray)) return { is: 'text', values: { most: textMax } }
  const each = choicesOf(schema.element)
  if (!each) return { is: 'list', values: { most: listMax, length: itemMax } }
  return { is: schema.safeParse([]).success ? 'anyOf' : 'someOf', values: { values: each.join(', ') } }
}
