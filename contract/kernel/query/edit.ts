import type { Field } from '../field.ts'
import type { Money } from '../values.ts'
import { isFoundByParts } from './context.ts'
import { and, type Condition, not, type Order, type Query, type Scalar, uniqueOrders } from './tree.ts'

const parts = (condition: Condition | null): readonly Condition[] =>
  condition?.kind === 'and' ? condition.of : condition === null ? [] : [condition]

/** The conditions of `query` that all must hold: its chips. */
export const termsOf = ({ where }: Query): readonly Condition[] => parts(where)

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const entries = Object.entries(a)
  return entries.length === Object.keys(b).length && entries.every(([key, value]) => same(value, Reflect.get(b, key)))
}
const without = (conditions: readonly Condition[], gone: readonly Condition[]): readonly Condition[] =>
  conditions.filter((each) => !gone.some((other) => same(each, other)))

/** `query` where `term` must hold too; what it asks for already is not asked for twice. */
export const withTerm = (query: Query, term: Condition): Query => ({
  ...query,
  where: and([...termsOf(query), ...without(parts(term), termsOf(query))]),
})

/** `query` that no longer asks for `term`, one of its `terms`. */
export const withoutTerm = (query: Query, term: Condition): Query => ({
  ...query,
  where: and(without(termsOf(query), parts(term))),
})

/** `query` in this order and no other. To sort further by one: `withSort(query, ...query.sort, order)`. */
export const withSort = (query: Query, ...orders: readonly Order[]): Query => ({ ...query, sort: uniqueOrders(orders) })

/** What matches both, in the order of `b` if it has one: a view, and what is typed over it. */
export const combine = (a: Query, b: Query): Query => ({
  where: (b.where ? withTerm(a, b.where) : a).where,
  sort: b.sort.length > 0 ? b.sort : a.sort,
})

/** What a cell of a row can hold; an id and a name are a reference. */
export type CellValue =
  | string
  | number
  | boolean
  | Money
  | { readonly id: string; readonly name: string }
  | readonly (string | number)[]
  | null
  | undefined

/** A cell's text, unless it only shows a mask. */
function textScalar(field: Field, value: string, dayOf: (instant: string) => string): Scalar | null {
  const { kind, choices } = field
  if (kind === 'masked') return null
  if (choices) return { is: 'choice', value }
  if (kind === 'date') return { is: 'day', day: value }
  if (kind === 'instant') return { is: 'day', day: dayOf(value) }
  return { is: isFoundByParts(field) ? 'exact' : 'text', text: value }
}

/**
 * That `field` equals `value`, as a cell of its column holds it: of a reference its id, of a moment its day in the
 * operating country (`dayOf`), of tags all of them. Null where no line can say so: masked values, no tags.
 */
export function equalsCell(field: Field, value: CellValue, dayOf: (instant: string) => string): Condition | null {
  const is = (scalar: Scalar | null): Condition | null =>
    scalar && { kind: 'oneOf', field: field.name, values: [scalar] }
  if (value === null || value === undefined) return field.nullable ? not({ kind: 'has', field: field.name }) : null
  if (typeof value === 'string') return is(textScalar(field, value, dayOf))
  if (typeof value === 'number') return is(field.choices ? { is: 'choice', value } : { is: 'number', value })
  if (typeof value === 'boolean') {
    const flag: Condition = { kind: 'flag', field: field.name }
    return value ? flag : not(flag)
  }
  if ('minor' in value) return is({ is: 'money', minor: value.minor })
  if ('id' in value) return is({ is: 'exact', text: value.id })
  return and(value.map((each) => equalsCell(field, each, dayOf)))
}
