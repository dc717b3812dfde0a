import { type SQL, sql } from 'drizzle-orm'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { plainSecret } from '#contract/kernel/mask.ts'
import type { Comparison, Condition, Scalar, Term, TextScalar } from '#contract/kernel/query/tree.ts'
import type { LocalDate, Secret } from '#contract/kernel/values.ts'
import { today } from './clock.ts'
import { Refusal } from './implement.ts'
import {
  decidedSql,
  type Expression,
  isAmount,
  isDecided,
  isHidden,
  isPlain,
  isRef,
  isSince,
  type Place,
  type Reach,
  type Since,
  type Source,
} from './source.ts'

/** What a filter is compiled against: the listing's fields and where they stand, and who reads it when. */
export interface Compiling {
  readonly listing: Listing
  readonly source: Source
  readonly places: Readonly<Record<string, Place>>
  readonly reach: Reach
}

const never = sql`false`
const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const begins = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

const placeOf = (name: string, { places }: Compiling): Place => {
  const place = places[name]
  if (!place) throw new Refusal('unknown_field', { field: name })
  return place
}
const fieldOf = (name: string, { listing }: Compiling): Field => {
  const field = listing.fields.find((one) => one.name === name)
  if (!field || !listing.filter.includes(name)) throw new Refusal('unknown_field', { field: name })
  return field
}

const expressionOf = (place: Place): Expression => {
  if (isAmount(place)) return place.minor
  if (isHidden(place)) return place.blindIndex
  if (isSince(place)) return place.since
  if (isDecided(place)) return decidedSql(place)
  if (isRef(place)) return place.id
  if (isPlain(place)) return place
  throw new Refusal('unknown_field', { field: '' })
}
/** The one expression that a field is compared and sorted by. A ref is sorted by its name. */
export const compareBy = (place: Place): SQL => sql`${isRef(place) ? place.name : expressionOf(place)}`

/** The days a scalar stands for: the first, and the first that is no longer meant. */
function daysOf(value: Scalar, day: LocalDate): readonly [LocalDate, LocalDate] {
  if (value.is === 'month') {
    const first = `${value.month}-01` as LocalDate // the parser took only real months
    const [year, month] = value.month.split('-').map(Number) as [number, number]
    const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
    return [first, next as LocalDate] // as above
  }
  const first = value.is === 'relative' ? addDays(day, value.days) : value.is === 'day' ? (value.day as LocalDate) : day
  return [first, addDays(first, 1)]
}

/** The bounds of a scalar on a field of days or moments: where it begins, and where it is over. */
function boundsOf(value: Scalar, { kind }: Field, { clock }: Reach['ground']): readonly [string, string] {
  const [first, next] = daysOf(value, today(clock, clock.now()))
  return kind === 'date' ? [first, next] : [startOfDay(first, clock.country), startOfDay(next, clock.country)]
}

const isTime = ({ kind }: Field) => kind === 'date' || kind === 'instant'
const numberOf = (value: Scalar): number =>
  value.is === 'money' ? value.minor : value.is === 'number' ? value.value : Number.NaN
/** As large as it may be: a column of small numbers would not take it for one of its own. */
const numeric = (value: Scalar): SQL => sql`${numberOf(value)}::bigint`

const flipped: Record<Comparison, Comparison> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' }

/** A century: nothing here is older. Of what is further away no date can be made. */
const agesOf = { day: 36_525, hour: 876_600 } as const

/** `since:10` and the like, by the date or moment they count from; more time passed means an earlier one. */
function compareSince({ since, unit }: Since, operator: Comparison, asked: number, { reach }: Compiling): SQL {
  const passed = Math.max(-agesOf[unit], Math.min(asked, agesOf[unit]))
  const { clock } = reach.ground
  const now = clock.now()
  if (unit === 'day') return sql`${since} ${sql.raw(flipped[operator])} ${addDays(today(clock, now), -passed)}`
  // whole hours: more than 4 begins with the fifth
  const hours = operator === '>' || operator === '<=' ? passed + 1 : passed
  const bound = new Date(now.getTime() - hours * 3_600_000).toISOString()
  return sql`${since} ${sql.raw(operator === '>' || operator === '>=' ? '<=' : '>')} ${bound}`
}

/** `field operator value` for everything that has an order. */
function compare(field: Field, operator: Comparison, value: Scalar, context: Compiling): SQL {
  const place = placeOf(field.name, context)
  const expression = expressionOf(place)
  if (isTime(field)) {
    const [first, next] = boundsOf(value, field, context.reach.ground)
    const bound = operator === '>' || operator === '<=' ? next : first
    // after the end means from the next on; up to the end means before the next
    const sign = operator === '>' ? '>=' : operator === '<=' ? '<' : operator
    return sql`${expression} ${sql.raw(sign)} ${bound}`
  }
  if (isSince(place)) return compareSince(place, operator, numberOf(value), context)
  return sql`${expression} ${sql.raw(operator)} ${numeric(value)}`
}

const both = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` and `)})`
const either = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? never : sql`(${sql.join([...conditions], sql` or `)})`

/** Text in a field: what is asked for is found as its kind is compared. */
function matchesText(
  field: Field,
  place: Place,
  { text, is }: Exclude<TextScalar, { is: 'sealed' }>,
  reach: Reach,
): SQL {
  if (field.kind === 'masked') {
    if (is === 'prefix') throw new Refusal('masked_needs_full', { field: field.name })
    const plain = plainSecret(field.of as Secret, text) // a masked field says of what
    return sql`${expressionOf(place)} = ${isHidden(place) ? reach.ground.secrets.blindIndex(plain) : plain}`
  }
  if (isRef(place)) {
    return either([
      sql`${place.id} = ${text}`,
      sql`${place.name} ilike ${is === 'prefix' ? begins(text) : contains(text)}`,
    ])
  }
  const expression = expressionOf(place)
  if (field.kind === 'id') {
    // most are written in capitals, and typed as it comes
    const ids = [...new Set([text.toUpperCase(), text])]
    // an upper bound instead of LIKE: the index of an id serves it whatever the collation
    const begun = (id: string) => sql`(${expression} >= ${id} and ${expression} < ${`${id}~`})`
    return either(ids.map((id) => (is === 'prefix' ? begun(id) : sql`${expression} = ${id}`)))
  }
  return sql`${expression} ilike ${is === 'prefix' ? begins(text) : contains(text)}`
}

/** One value of `oneOf`. Choices are compared together, see `oneOf`. */
function matches(field: Field, value: Scalar, context: Compiling): SQL {
  const place = placeOf(field.name, context)
  switch (value.is) {
    case 'text':
    case 'prefix':
      return matchesText(field, place, value, context.reach)
    case 'me':
      return sql`${expressionOf(place)} = ${context.reach.actor.id}`
    case 'day':
    case 'month':
    case 'relative': {
      const [first, next] = boundsOf(value, field, context.reach.ground)
      // an index goes on in its own order behind one day, not behind the bounds of one
      if (field.kind === 'date' && value.is !== 'month') return sql`${expressionOf(place)} = ${first}`
      return sql`(${expressionOf(place)} >= ${first} and ${expressionOf(place)} < ${next})`
    }
    case 'number':
    case 'money':
      return isSince(place)
        ? both([compare(field, '<=', value, context), compare(field, '>=', value, context)])
        : sql`${expressionOf(place)} = ${numeric(value)}`
    default:
      return never // sealed values were opened before
  }
}

function oneOf(field: Field, values: readonly Scalar[], context: Compiling): SQL {
  const choices = values.flatMap((value) => (value.is === 'choice' ? [value.value] : []))
  if (choices.length === 0) return either(values.map((value) => matches(field, value, context)))
  const list = sql.join(
    choices.map((choice) => sql`${choice}`),
    sql`, `,
  )
  const place = placeOf(field.name, context)
  if (isDecided(place)) {
    const meant = place.decided.filter(([value]) => choices.includes(value))
    return either(meant.map(([, condition]) => sql`(${condition})`))
  }
  const expression = expressionOf(place)
  return field.kind === 'tags' ? sql`${expression} && array[${list}]::text[]` : sql`${expression} in (${list})`
}

function term(one: Term, context: Compiling): SQL {
  if (one.kind === 'word') return word(one.text, context)
  const field = fieldOf(one.field, context)
  switch (one.kind) {
    case 'oneOf':
      return oneOf(field, one.values, context)
    case 'compare':
      return compare(field, one.operator, one.value, context)
    case 'range':
      return both([
        ...(one.from ? [compare(field, '>=', one.from, context)] : []),
        ...(one.to ? [compare(field, '<=', one.to, context)] : []),
      ])
    case 'flag':
      return sql`${expressionOf(placeOf(field.name, context))}`
    case 'has':
      return sql`${expressionOf(placeOf(field.name, context))} is not null`
  }
}

/** A bare word, in every field that the listing searches. */
function word(text: TextScalar, context: Compiling): SQL {
  if (text.is === 'sealed') return never
  const { listing, reach } = context
  const fields = listing.search.map((name) => listing.fields.find((field) => field.name === name)!)
  const usable = fields.filter(({ kind }) => kind !== 'masked' || text.is === 'text')
  return either(usable.map((field) => matchesText(field, placeOf(field.name, context), text, reach)))
}

/** A condition as parameterised SQL. A row that lacks the value meets only the `not` of a condition. */
export function compile(condition: Condition | null, context: Compiling): SQL {
  if (condition === null) return sql`true`
  switch (condition.kind) {
    case 'not':
      return sql`(${compile(condition.of, context)}) is not true`
    case 'and':
      return both(condition.of.map((part) => compile(part, context)))
    case 'or':
      return either(condition.of.map((part) => compile(part, context)))
    default:
      return term(condition, context)
  }
}
