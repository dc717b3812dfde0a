/**
 * Syntax tree (AST) of the filter language: one value, read as the kind of its field demands. What a day is (the
 * operating country's calendar) and who `@me` is are settled where a query runs. A day and a month are whole: `>`
 * begins after their end, `<` ends before their start.
 */
export type Scalar =
  /**
   * An id or a masked value exactly; a name or a text that contains it, whatever the case. Of a `ref`: its id exactly,
   * or a name that contains it.
   */
  | { readonly is: 'text'; readonly text: string }
  /** A text, the id of a `ref` or its name, and no other: written `field=value`. */
  | { readonly is: 'exact'; readonly text: string }
  /** Text with a trailing `*`: everything that begins so. */
  | { readonly is: 'prefix'; readonly text: string }
  | { readonly is: 'choice'; readonly value: string | number }
  /** A count, or a rate in ppm (written as percent). */
  | { readonly is: 'number'; readonly value: number }
  /** Minor units of the operating currency (written in major units). */
  | { readonly is: 'money'; readonly minor: number }
  | { readonly is: 'day'; readonly day: string }
  /** A whole month, `2026-11`. */
  | { readonly is: 'month'; readonly month: string }
  /**
   * The day so many days before (negative) or after today's business date; `today` is 0. Among the values of `oneOf`
   * only yesterday, today and tomorrow: `created:-7d` is read as the range from that day to today.
   */
  | { readonly is: 'relative'; readonly days: number }
  /** The reader, written `@me`. */
  | { readonly is: 'me' }
  /** A personal value that the server keeps under a token, written `~token`. */
  | { readonly is: 'sealed'; readonly token: string }

/** What names, masked fields and bare words are compared with. */
export type TextScalar = Extract<Scalar, { is: 'text' | 'prefix' | 'sealed' }>

export type Comparison = '>' | '>=' | '<' | '<='
/**
 * What may stand between a field and its value. `=` is read as `:`, but of texts and references, which it names in full;
 * `a!=b` is `-a=b`.
 */
export type Operator = ':' | '=' | '!=' | Comparison

/** One condition on a row. It holds or it does not: a row without a value meets none but the `not` of one. */
export type Term =
  /** `state:31,50`: the field is one of these; of tags: has one of these. */
  | { readonly kind: 'oneOf'; readonly field: string; readonly values: readonly Scalar[] }
  /** `overdue>10`. */
  | { readonly kind: 'compare'; readonly field: string; readonly operator: Comparison; readonly value: Scalar }
  /** `amount:5k..20k`, both ends included; one may be open. From more to less holds nothing. */
  | { readonly kind: 'range'; readonly field: string; readonly from: Scalar | null; readonly to: Scalar | null }
  /** `is:blacklisted`. */
  | { readonly kind: 'flag'; readonly field: string }
  /** `has:utr`; `no:utr` is its `not`. */
  | { readonly kind: 'has'; readonly field: string }
  /**
   * A bare word: looked for in the fields that the listing searches. Names and texts contain it or begin so; ids are
   * it or begin so; masked fields are it.
   */
  | { readonly kind: 'word'; readonly text: TextScalar }

/** Canonical as `all`, `any` and `not` make it: no `and` in an `and`, no `not` of a `not`, two parts or more. */
export type Condition =
  | { readonly kind: 'and'; readonly of: readonly Condition[] }
  | { readonly kind: 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | Term

/** A field to sort by. */
export interface Order {
  readonly field: string
  readonly descending: boolean
}

/** A parsed filter line: which rows (null: all), in which order. */
export interface Query {
  readonly where: Condition | null
  readonly sort: readonly Order[]
}

/** All rows, in the listing's own order. */
export const allRows: Query = { where: null, sort: [] }

const joined = (kind: 'and' | 'or', conditions: readonly (Condition | null)[]): Condition | null => {
  const of = conditions.flatMap((each) => (each === null ? [] : each.kind === kind ? each.of : [each]))
  return of.length > 1 ? { kind, of } : (of[0] ?? null)
}
/** Every one of `conditions` holds; null where there is none. */
export const and = (conditions: readonly (Condition | null)[]): Condition | null => joined('and', conditions)
/** At least one of `conditions` holds; null where there is none. */
export const or = (conditions: readonly (Condition | null)[]): Condition | null => joined('or', conditions)
/** `condition` does not hold. */
export const not = (condition: Condition): Condition =>
  condition.kind === 'not' ? condition.of : { kind: 'not', of: condition }

/** `orders` with each field once: the last wins, in its place. */
export function uniqueOrders(orders: readonly Order[]): readonly Order[] {
  const last = new Map<string, Order>()
  for (const order of orders) {
    last.delete(order.field)
    last.set(order.field, order)
  }
  return [...last.values()]
}

/** Every term of `condition`, from left to right. */
export const termsIn = (condition: Condition | null): readonly Term[] => {
  if (condition === null) return []
  if (condition.kind === 'not') return termsIn(condition.of)
  return condition.kind === 'and' || condition.kind === 'or' ? condition.of.flatMap(termsIn) : [condition]
}

/** `condition` with every term replaced by what `change` makes of it. */
export const mapTerms = (condition: Condition, change: (term: Term) => Term): Condition => {
  if (condition.kind === 'not') return { kind: 'not', of: mapTerms(condition.of, change) }
  if (condition.kind !== 'and' && condition.kind !== 'or') return change(condition)
  return { kind: condition.kind, of: condition.of.map((each) => mapTerms(each, change)) }
}
