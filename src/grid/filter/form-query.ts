import type { Field } from '#contract/kernel/field.ts'
import { isOrdered, type QueryContext } from '#contract/kernel/query/context.ts'
import { termsOf, withoutTerm, withTerm } from '#contract/kernel/query/edit.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { quoteName, quoteValue } from '#contract/kernel/query/quote.ts'
import type { Condition, Query, Scalar, Term } from '#contract/kernel/query/tree.ts'

/** What a form asks of one field. */
export interface FieldCriteria {
  /** Words or codes of a choice; yes or no of a flag; one text of anything else without an order. */
  readonly values: readonly string[]
  /** The ends of a range, of what has an order. */
  readonly from: string
  readonly to: string
  /** The value in full, and none that contains it. */
  readonly exact?: boolean
}
export const noCriteria: FieldCriteria = { values: [], from: '', to: '' }

/** How a form asks for a field. */
export type Control = 'choices' | 'flag' | 'range' | 'text'
/** The control by which a form asks for a field of this kind. */
export const controlOf = (field: Field): Control => {
  if (field.choices) return 'choices'
  if (field.kind === 'flag') return 'flag'
  return isOrdered(field) ? 'range' : 'text'
}

/** The field that a condition is about, where a form can show it as one: conditions on one field, and no others. */
const conditionField = (condition: Condition): string | null => {
  if (condition.kind === 'not') return condition.of.kind === 'flag' ? condition.of.field : null
  return condition.kind === 'oneOf' || condition.kind === 'range' || condition.kind === 'flag' ? condition.field : null
}

/** A scalar as it is typed. */
const typed = (term: Term, reader: QueryContext): string =>
  print({ where: term, sort: [] }, reader).replace(/^[^:=]*[:=]/, '')
const scalarText = (field: string, value: Scalar | null, reader: QueryContext): string =>
  value ? typed({ kind: 'oneOf', field, values: [value] }, reader) : ''
const plain = (text: string): string => (/^".*"$/.test(text) ? text.slice(1, -1) : text)

function criteriaOf(condition: Condition, reader: QueryContext): FieldCriteria | null {
  if (condition.kind === 'not') return { ...noCriteria, values: ['no'] }
  if (condition.kind === 'flag') return { ...noCriteria, values: ['yes'] }
  if (condition.kind === 'oneOf') {
    return {
      ...noCriteria,
      values: condition.values.map((value) => plain(scalarText(condition.field, value, reader))),
    }
  }
  if (condition.kind !== 'range') return null
  const { field, from, to } = condition
  return { values: [], from: scalarText(field, from, reader), to: scalarText(field, to, reader) }
}

/** Whether an end of a range is one that a form shows. */
const isEnd = (end: Scalar | null): boolean =>
  end === null || ['day', 'month', 'relative', 'money', 'number'].includes(end.is)

/** Whether a condition is what the form of `field` says. */
function isShowable(field: Field, condition: Condition): boolean {
  const control = controlOf(field)
  if (control === 'flag') return true
  if (control === 'range') return condition.kind === 'range' && isEnd(condition.from) && isEnd(condition.to)
  return condition.kind === 'oneOf' && (control === 'choices' || condition.values.length === 1)
}

/** What `query` asks of each field, as far as a form can show it; and the conditions that it cannot, for chips. */
export function formOfQuery(query: Query, reader: QueryContext) {
  const asked = new Map<string, FieldCriteria>()
  const others: Condition[] = []
  for (const condition of termsOf(query)) {
    const name = conditionField(condition)
    const field = reader.fields.find((one) => one.name === name)
    const shown = field && isShowable(field, condition) ? criteriaOf(condition, reader) : null
    if (field && shown && !asked.has(field.name)) asked.set(field.name, shown)
    else others.push(condition)
  }
  return { asked, others }
}

/** `field` as it would be asked for in a line. */
function lineOf(field: Field, { values, from, to, exact }: FieldCriteria): string {
  const name = quoteName(field.name)
  const control = controlOf(field)
  if (control === 'flag') return values.length === 0 ? '' : `${values[0] === 'no' ? '-' : ''}is:${name}`
  if (control === 'range') return from || to ? `${name}:${from.trim()}..${to.trim()}` : ''
  const given = values.filter((value) => value.trim() !== '')
  const sign = exact ? '=' : ':'
  return given.length === 0 ? '' : `${name}${sign}${given.map((value) => typedValue(field, value)).join(',')}`
}
/** What was typed in a form, quoted where it has to be; `ash*` still means what begins so. */
const typedValue = ({ choices }: Field, value: string): string => {
  const begins = !choices && value.endsWith('*') ? '*' : ''
  return value === '@me' ? value : quoteValue(begins ? value.slice(0, -1) : value) + begins
}

/** `query` where `asked` is all that is asked of `field`; null where it cannot be understood. */
export function queryWithCriteria(
  query: Query,
  field: Field,
  asked: FieldCriteria,
  reader: QueryContext,
): Query | null {
  const before = termsOf(query).filter(
    (condition) => conditionField(condition) === field.name && isShowable(field, condition),
  )
  const without = before.reduce(withoutTerm, query)
  const { query: added, problems } = parse(lineOf(field, asked), reader)
  if (problems.length > 0) return null
  return added.where ? withTerm(without, added.where) : without
}
