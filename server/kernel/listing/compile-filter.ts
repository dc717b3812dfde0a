import { type SQL, sql } from 'drizzle-orm'
import { addDays, nextMonth, startOfDay } from '#contract/kernel/calendar.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { normalizeSecret } from '#contract/kernel/mask.ts'
import type { QueryContext } from '#contract/kernel/query/context.ts'
import type { Comparison, Condition, Scalar, Term, TextScalar } from '#contract/kernel/query/tree.ts'
import type { LocalDate, Secret } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import {
  type ColumnMapping,
  caseWhenSql,
  type Elapsed,
  type Expression,
  isAmount,
  isCaseWhen,
  isElapsed,
  isEncrypted,
  isListedText,
  isPlain,
  isRef,
  type LookupTable,
  type RefColumns,
} from './column-mapping.ts'
import { escapeLike } from './escape-like.ts'
import type { AccessScope, Source } from './source.ts'

/** Filter context: what a filter is compiled against, the listing's fields and where they stand, and who reads it when. */
export interface FilterContext {
  readonly listing: Listing
  /** What of it whoever reads may ask for: the fields of the filter line, and those that words are looked for in. */
  readonly reader: QueryContext
  readonly source: Source
  readonly mappings: Readonly<Record<string, ColumnMapping>>
  readonly access: AccessScope
}

const never = sql`false`
const contains = (text: string) => `%${escapeLike(text)}%`
const begins = (text: string) => `${escapeLike(text)}%`

const mappingOf = (name: string, { mappings }: FilterContext): ColumnMapping => {
  const mapping = mappings[name]
  if (!mapping) throw new Refusal('unknown_field', { field: name })
  return mapping
}
const fieldOf = (name: string, { reader }: FilterContext): Field => {
  const field = reader.fields.find((one) => one.name === name)
  if (!field) throw new Refusal('unknown_field', { field: name })
  return field
}

const expressionOf = (mapping: ColumnMapping): Expression => {
  if (isAmount(mapping)) return mapping.sign ?? mapping.minor
  if (isEncrypted(mapping)) return mapping.blindIndex
  if (isElapsed(mapping)) return mapping.since
  if (isCaseWhen(mapping)) return caseWhenSql(mapping)
  if (isRef(mapping)) return mapping.id
  if (isListedText(mapping)) return mapping.listed
  if (isPlain(mapping)) return mapping
  throw new Refusal('unknown_field', { field: '' })
}
/** The one expression that a field is compared and sorted by. A ref is sorted by its name. */
export const compareBy = (mapping: ColumnMapping): SQL => sql`${isRef(mapping) ? mapping.name : expressionOf(mapping)}`

/** The days a scalar stands for: the first, and the first that is no longer meant. */
function daysOf(value: Scalar, day: LocalDate): readonly [LocalDate, LocalDate] {
  if (value.is === 'month') {
    const first = `${value.month}-01` as LocalDate // the parser took only real months
    return [first, nextMonth(first)]
  }
  const first = value.is === 'relative' ? addDays(day, value.days) : value.is === 'day' ? (value.day as LocalDate) : day
  return [first, addDays(first, 1)]
}

/** The bounds of a scalar on a field of days or moments: where it begins, and where it is over. */
function boundsOf(value: Scalar, { kind }: Field, { clock }: AccessScope['app']): readonly [string, string] {
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
const elapsedMax = { day: 36_525, hour: 876_600 } as const

/** `since:10` and the like, by the date or moment they count from; more time passed means an earlier one. */
function compareElapsed({ since, unit }: Elapsed, operator: Comparison, asked: number, { access }: FilterContext): SQL {
  const passed = Math.max(-elapsedMax[unit], Math.min(asked, elapsedMax[unit]))
  const { clock } = access.app
  const now = clock.now()
  if (unit === 'day') return sql`${since} ${sql.raw(flipped[operator])} ${addDays(today(clock, now), -passed)}`
  // whole hours: more than 4 begins with the fifth
  const hours = operator === '>' || operator === '<=' ? passed + 1 : passed
  const bound = new Date(now.getTime() - hours * 3_600_000).toISOString()
  return sql`${since} ${sql.raw(operator === '>' || operator === '>=' ? '<=' : '>')} ${bound}`
}

/** `field operator value` for everything that has an order. */
function compare(field: Field, operator: Comparison, value: Scalar, context: FilterContext): SQL {
  const mapping = mappingOf(field.name, context)
  const expression = expressionOf(mapping)
  if (isTime(field)) {
    const [first, next] = boundsOf(value, field, context.access.app)
    const bound = operator === '>' || operator === '<=' ? next : first
    // after the end means from the next on; up to the end means before the next
    const sign = operator === '>' ? '>=' : operator === '<=' ? '<' : operator
    return sql`${expression} ${sql.raw(sign)} ${bound}`
  }
  if (isElapsed(mapping)) return compareElapsed(mapping, operator, numberOf(value), context)
  return sql`${expression} ${sql.raw(operator)} ${numeric(value)}`
}

const both = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` and `)})`
const either = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? never : sql`(${sql.join([...conditions], sql` or `)})`

/** Rows of a lookup table one of whose names meets a condition. */
const anyName = ({ name, names }: LookupTable, meets: (name: Expression) => SQL): SQL =>
  names
    ? sql`(${meets(name)} or exists (select from jsonb_each_text(${names}) as translation (locale, word) where ${meets(sql`word`)}))`
    : meets(name)

/** A reference whose name meets a condition; of names that are looked up, those that do are found once for all rows. */
const named = ({ id, name, among }: RefColumns, meets: (name: Expression) => SQL): SQL =>
  among ? sql`${id} in (select ${among.id} from ${among.id.table} where ${anyName(among, meets)})` : meets(name)

/** Text in a field: what is asked for is found as its kind is compared. */
function matchesText(
  field: Field,
  mapping: ColumnMapping,
  { text, is }: Exclude<TextScalar, { is: 'sealed' }>,
  access: AccessScope,
): SQL {
  if (field.kind === 'masked') {
    if (is === 'prefix') throw new Refusal('masked_needs_full', { field: field.name })
    const plain = normalizeSecret(field.of as Secret, text) // a masked field says of what
    return sql`${expressionOf(mapping)} = ${isEncrypted(mapping) ? access.app.secrets.blindIndex(plain) : plain}`
  }
  if (isListedText(mapping)) return mapping.matching({ text, is })
  if (isRef(mapping)) {
    if (mapping.matching) return mapping.matching({ text, is })
    return either([
      sql`${mapping.id} = ${text}`,
      named(mapping, (name) => sql`${name} ilike ${is === 'prefix' ? begins(text) : contains(text)}`),
    ])
  }
  const expression = expressionOf(mapping)
  if (field.kind === 'id') {
    // most are written in capitals, and typed as it comes
    const ids = [...new Set([text.toUpperCase(), text])]
    // an upper bound instead of LIKE: the index of an id serves it whatever the collation
    const begun = (id: string) => sql`(${expression} >= ${id} and ${expression} < ${`${id}~`})`
    return either(ids.map((id) => (is === 'prefix' ? begun(id) : sql`${expression} = ${id}`)))
  }
  return sql`${expression} ilike ${is === 'prefix' ? begins(text) : contains(text)}`
}

/** Text in full: of a reference its id, or its name. */
const matchesExactly = (mapping: ColumnMapping, text: string): SQL =>
  isRef(mapping)
    ? either([sql`${mapping.id} = ${text}`, named(mapping, (name) => sql`${name} = ${text}`)])
    : sql`${expressionOf(mapping)} = ${text}`

/** One value of `oneOf`. Choices are compared together, see `oneOf`. */
function matches(field: Field, value: Scalar, context: FilterContext): SQL {
  const mapping = mappingOf(field.name, context)
  switch (value.is) {
    case 'text':
    case 'prefix':
      return matchesText(field, mapping, value, context.access)
    case 'exact':
      return matchesExactly(mapping, value.text)
    case 'me':
      return sql`${expressionOf(mapping)} = ${context.access.actor.id}`
    case 'day':
    case 'month':
    case 'relative': {
      const [first, next] = boundsOf(value, field, context.access.app)
      // an index goes on in its own order behind one day, not behind the bounds of one
      if (field.kind === 'date' && value.is !== 'month') return sql`${expressionOf(mapping)} = ${first}`
      return sql`(${expressionOf(mapping)} >= ${first} and ${expressionOf(mapping)} < ${next})`
    }
    case 'number':
    case 'money':
      return isElapsed(mapping)
        ? both([compare(field, '<=', value, context), compare(field, '>=', value, context)])
        : sql`${expressionOf(mapping)} = ${numeric(value)}`
    default:
      return never // sealed values were opened before
  }
}

function oneOf(field: Field, values: readonly Scalar[], context: FilterContext): SQL {
  const choices = values.flatMap((value) => (value.is === 'choice' ? [value.value] : []))
  if (choices.length === 0) return either(values.map((value) => matches(field, value, context)))
  const list = sql.join(
    choices.map((choice) => sql`${choice}`),
    sql`, `,
  )
  const mapping = mappingOf(field.name, context)
  if (isCaseWhen(mapping)) {
    const meant = mapping.caseWhen.filter(([value]) => choices.includes(value))
    return either(meant.map(([, condition]) => sql`(${condition})`))
  }
  const expression = expressionOf(mapping)
  return field.kind === 'tags' ? sql`${expression} && array[${list}]::text[]` : sql`${expression} in (${list})`
}

function term(one: Term, context: FilterContext): SQL {
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
      return sql`${expressionOf(mappingOf(field.name, context))}`
    case 'has':
      return sql`${expressionOf(mappingOf(field.name, context))} is not null`
  }
}

/** A bare word, in every field that is searched for this reader. */
function word(text: TextScalar, context: FilterContext): SQL {
  if (text.is === 'sealed') return never
  const { listing, reader, access } = context
  const fields = reader.searchable.map((name) => listing.fields.find((field) => field.name === name)!)
  const usable = fields.filter(({ kind }) => kind !== 'masked' || text.is === 'text')
  return either(usable.map((field) => matchesText(field, mappingOf(field.name, context), text, access)))
}

/** A condition as parameterised SQL. A row that lacks the value meets only the `not` of a condition. */
export function compileFilter(condition: Condition | null, context: FilterContext): SQL {
  if (condition === null) return sql`true`
  switch (condition.kind) {
    case 'not':
      return sql`(${compileFilter(condition.of, context)}) is not true`
    case 'and':
      return both(condition.of.map((part) => compileFilter(part, context)))
    case 'or':
      return either(condition.of.map((part) => compileFilter(part, context)))
    default:
      return term(condition, context)
  }
}
