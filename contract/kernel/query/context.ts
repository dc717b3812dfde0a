import type { Field, Kind } from '../field.ts'
import type { Currency } from '../values.ts'
import type { Operator } from './tree.ts'

/** Days that are typed as a word, with how many days each is from today; what is meant most first. */
export const nearDays: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
])

/** What columns, choices and days are called in the language of the screen. */
export interface QueryLabels {
  /** By the field's own name. */
  readonly fields: Readonly<Record<string, string>>
  /** By the word or code of the choice. */
  readonly choices: (field: Field) => Readonly<Record<string, string>>
  /** By the word of `nearDays`. */
  readonly days?: Readonly<Record<string, string>>
  /** By the keyword: one word each. */
  readonly keywords?: Readonly<Record<Keyword, string>>
  /** By the joint: one word each, one of `jointWords`. */
  readonly joints?: Readonly<Record<Joint, string>>
  /** What columns are called in other languages, by the field's own name. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
}

/** What a filter line is read against: one listing, and the screen it is typed on. The server reads without `words`. */
export interface QueryContext {
  /** The fields that may be filtered. */
  readonly fields: readonly Field[]
  /** Masked fields that the reader may not filter by: looked up by their full value elsewhere. */
  readonly lookUpOnly?: readonly Field[]
  /** Columns that are shown, and that no filter is about. */
  readonly unfilterable?: readonly Field[]
  readonly sortable: readonly string[]
  /** The fields that bare words look into. */
  readonly searchable: readonly string[]
  /** Of the operating country; amounts are typed in its major units. */
  readonly currency: Currency
  readonly words?: QueryLabels
}

const ordered: ReadonlySet<Kind> = new Set<Kind>(['count', 'money', 'rate', 'date', 'instant'])
/** Whether values of `field` have an order, so that comparisons and ranges mean something. */
export const isOrdered = ({ kind }: Field): boolean => ordered.has(kind)

/** Whether values of `field` are found by parts of them, so that one in full is something else. */
export const isFoundByParts = ({ kind }: Field): boolean => kind === 'text' || kind === 'ref'

/** The operators that `field` takes; none for a flag, which is asked with `is:`. */
export const operatorsOf = (field: Field): readonly Operator[] => {
  if (field.kind === 'flag') return []
  if (isFoundByParts(field)) return [':', '=', '!=']
  return isOrdered(field) ? [':', '!=', '>', '>=', '<', '<='] : [':', '!=']
}

/** Terms that say something about a field without one of its values. */
export const keywords = ['is', 'has', 'no', 'sort'] as const
export type Keyword = (typeof keywords)[number]

/** What stands between terms, or in front of one. Read in capitals only: names are looked for beside them. */
export const joints = ['OR', 'NOT'] as const
export type Joint = (typeof joints)[number]

/** Folds case and accents of `text`: `Đến hạn` and `den han` are one. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replaceAll('đ', 'd')

/** Names by what `key` folds them to, grouped when the first is looked up: what is typed as it is called needs none of it. */
function grouping(names: readonly string[], key: (name: string) => string) {
  let groups: Map<string, string[]> | undefined
  return (folded: string): readonly string[] | undefined => {
    if (!groups) {
      groups = new Map()
      for (const name of names) groups.set(key(name), (groups.get(key(name)) ?? []).concat(name))
    }
    return groups.get(folded)
  }
}

/**
 * Finds which of `names` somebody means: by its exact name, else by name, by label and by alias, whatever the case and
 * accents. A label may stand for several. A name always wins, so that canonical text reads the same on every screen.
 */
export function finder(
  names: readonly string[],
  labels: Readonly<Record<string, string>> = {},
  aliases: Readonly<Record<string, readonly string[]>> = {},
) {
  const exact = new Set(names)
  const byName = grouping(names, fold)
  const byLabel = grouping(
    Object.keys(labels).filter((name) => exact.has(name)),
    (name) => fold(labels[name] ?? ''),
  )
  const byAlias = (folded: string) =>
    names.filter((name) => (aliases[name] ?? []).some((alias) => fold(alias) === folded))
  return (typed: string): readonly string[] => {
    if (exact.has(typed)) return [typed]
    const folded = fold(typed)
    return byName(folded) ?? byLabel(folded) ?? byAlias(folded)
  }
}

/** Finds which of the reader's fields somebody means, by name or by column. */
export const fieldFinder = ({ fields, words }: QueryContext) =>
  finder(
    fields.map(({ name }) => name),
    words?.fields,
    words?.aliases,
  )

/** Finds which keyword somebody means, by its own name or by the reader's. */
export const keywordFinder = ({ words }: QueryContext) => {
  const named = finder(keywords, words?.keywords)
  return (typed: string): Keyword | undefined => named(typed)[0] as Keyword | undefined // one of those it was made of
}
