import type { QueryContext } from '#contract/kernel/query/context.ts'
import { print } from '#contract/kernel/query/print.ts'
import { printLocalized } from '#contract/kernel/query/print-localized.ts'
import { detokenize, type PlainScalar, personalTerms, tokenize } from '#contract/kernel/query/tokenize.ts'
import { allRows, type Query, termsIn } from '#contract/kernel/query/tree.ts'
import { queries } from '#contract/queries.ts'
import { call } from '#src/call/call.ts'
import { language } from '#src/locale/language.ts'
import { onSignOut } from '#src/session/base/session.ts'

/** Active filter: the one that is in force, in the forms it is needed in. */
export interface ActiveFilter {
  readonly query: Query
  /** Canonical, with tokens for personal values: what URLs and the server see. */
  readonly text: string
  /** `text` without its order. */
  readonly where: string
}

/** Tokens by the value they stand for, and the other way round. Personal: kept in memory only. */
const tokens = new Map<string, string>()
onSignOut(() => tokens.clear())

const tokenText = ({ is, text }: PlainScalar): string => (is === 'prefix' ? `${text}*` : text)
const parseTokenText = (text: string): PlainScalar =>
  text.endsWith('*') ? { is: 'prefix', text: text.slice(0, -1) } : { is: 'text', text }

/** What one call takes at most. */
const portionMax = 50
const portions = (all: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(all.length / portionMax) }, (_, i) => all.slice(i * portionMax, (i + 1) * portionMax))

/** The values that the server has to keep before `query` may stand in a URL. */
function valuesWithoutToken(query: Query, reader: QueryContext): string[] {
  const values = new Set<string>()
  tokenize(query, reader, (value) => {
    values.add(tokenText(value))
    return ''
  })
  return [...values].filter((value) => !tokens.has(value))
}

/** Whether `query` holds personal values that the server does not keep yet. */
export const needsTokens = (query: Query, reader: QueryContext): boolean =>
  personalTerms(query, reader).length > 0 && valuesWithoutToken(query, reader).length > 0

/**
 * Has the server keep the personal values in `query`, so that it may be used.
 * @throws CallFailed
 */
export async function activeFilterOf(query: Query, reader: QueryContext): Promise<ActiveFilter> {
  for (const values of portions(valuesWithoutToken(query, reader))) {
    const { tokens: given } = await call(queries.seal, { values })
    for (const [i, token] of given.entries()) tokens.set(values[i]!, token)
  }
  const closed = tokenize(query, reader, (value) => tokens.get(tokenText(value))!)
  return {
    query,
    text: print(closed, reader),
    where: print({ where: closed.where, sort: [] }, reader),
  }
}

const tokensOf = ({ where }: Query): string[] =>
  termsIn(where).flatMap((term) => {
    const values = term.kind === 'word' ? [term.text] : term.kind === 'oneOf' ? term.values : []
    return values.flatMap((value) => (value.is === 'sealed' ? [value.token] : []))
  })

/**
 * Puts the personal values back into a query that stood in a URL. Those of somebody else stay closed (`foreign`), and
 * match nothing.
 * @throws CallFailed
 */
export async function resolveTokens(query: Query): Promise<{ query: Query; foreign: boolean }> {
  const found = [...new Set(tokensOf(query))]
  const values = new Map<string, string>()
  for (const some of portions(found)) {
    const { values: given } = await call(queries.open, { tokens: some })
    for (const [i, value] of given.entries()) {
      if (value === null) continue
      values.set(some[i]!, value)
      tokens.set(value, some[i]!)
    }
  }
  return {
    query: detokenize(query, (token) => parseTokenText(values.get(token) ?? `~${token}`)),
    foreign: values.size < found.length,
  }
}

/** `query` with the personal values back that are at hand here; other tokens stay as they are. */
export function withKnownValues(query: Query): Query {
  const values = new Map([...tokens].map(([value, token]) => [token, value]))
  return detokenize(query, (token) => parseTokenText(values.get(token) ?? `~${token}`))
}

/** A filter as it stands in the filter line: columns by their headings, but in English, whose words the names are. */
export const filterLineOf = (query: Query, reader: QueryContext): string =>
  language() === 'en' ? print(query, reader) : printLocalized(query, reader)

/** No filter at all. */
export const unfiltered: ActiveFilter = { query: allRows, text: '', where: '' }
