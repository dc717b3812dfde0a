import { type Open, opened, personalIn, sealed } from '#contract/kernel/query/personal.ts'
import { print } from '#contract/kernel/query/print.ts'
import type { Reader } from '#contract/kernel/query/reader.ts'
import { everything, type Query, termsIn } from '#contract/kernel/query/tree.ts'
import { queries } from '#contract/queries.ts'
import { call } from '#src/call/call.ts'
import { onSignOut } from '#src/session/session.ts'

/** A filter that is in force, in the forms it is needed in. */
export interface Applied {
  readonly query: Query
  /** Canonical, as it stands in the filter line. */
  readonly line: string
  /** The same with tokens for personal values: what URLs and the server see. */
  readonly text: string
  /** `text` without its order. */
  readonly where: string
}

/** Tokens by the value they stand for, and the other way round. Personal: kept in memory only. */
const tokens = new Map<string, string>()
onSignOut(() => tokens.clear())

const written = ({ is, text }: Open): string => (is === 'prefix' ? `${text}*` : text)
const read = (text: string): Open =>
  text.endsWith('*') ? { is: 'prefix', text: text.slice(0, -1) } : { is: 'text', text }

/** What one call takes at most. */
const portion = 50
const portions = (all: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(all.length / portion) }, (_, i) => all.slice(i * portion, (i + 1) * portion))

/** The values that the server has to keep before `query` may stand in a URL. */
function toSeal(query: Query, reader: Reader): string[] {
  const values = new Set<string>()
  sealed(query, reader, (value) => {
    values.add(written(value))
    return ''
  })
  return [...values].filter((value) => !tokens.has(value))
}

/** Whether `query` holds personal values that the server does not keep yet. */
export const isPrivate = (query: Query, reader: Reader): boolean =>
  personalIn(query, reader).length > 0 && toSeal(query, reader).length > 0

/**
 * Has the server keep the personal values in `query`, so that it may be used.
 * @throws CallFailed
 */
export async function applied(query: Query, reader: Reader): Promise<Applied> {
  for (const values of portions(toSeal(query, reader))) {
    const { tokens: given } = await call(queries.seal, { values })
    for (const [i, token] of given.entries()) tokens.set(values[i]!, token)
  }
  const closed = sealed(query, reader, (value) => tokens.get(written(value))!)
  return {
    query,
    line: print(query, reader),
    text: print(closed, reader),
    where: print({ where: closed.where, sort: [] }, reader),
  }
}

const tokensIn = ({ where }: Query): string[] =>
  termsIn(where).flatMap((term) => {
    const values = term.kind === 'word' ? [term.text] : term.kind === 'oneOf' ? term.values : []
    return values.flatMap((value) => (value.is === 'sealed' ? [value.token] : []))
  })

/**
 * Puts the personal values back into a query that stood in a URL. Those of somebody else stay closed (`foreign`), and
 * match nothing.
 * @throws CallFailed
 */
export async function unsealed(query: Query): Promise<{ query: Query; foreign: boolean }> {
  const found = [...new Set(tokensIn(query))]
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
    query: opened(query, (token) => read(values.get(token) ?? `~${token}`)),
    foreign: values.size < found.length,
  }
}

/** No filter at all. */
export const unfiltered: Applied = { query: everything, line: '', text: '', where: '' }
