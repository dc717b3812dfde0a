import { board, boardFilterOf } from '#contract/board.ts'
import { print } from '#contract/kernel/query/print.ts'
import { recoveries } from '#contract/recoveries.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { viewOf } from '#server/kernel/listing/view.ts'
import type { BoardLine } from './lines.ts'

/**
 * Reads which orders the board is to tell of, as a piece of the lines that it counts by.
 * @throws Refusal `bad_query`, also for what is no field of `orderFields`.
 */
export async function orderFilter(q: string, context: Context): Promise<string> {
  const { listing, source } = context.app.registry.listings.get(recoveries.list.id)!
  const narrowed = { ...boardFilterOf(listing), requires: board.read.requires }
  const { query, context: read } = await viewOf(narrowed, source, { q }, context)
  const piece = print({ where: query.where, sort: [] }, read.reader)
  return query.where?.kind === 'or' ? `(${piece})` : piece
}

/** Lines of those orders only. */
export const ofOrders = (filter: string, lines: readonly BoardLine[]): readonly BoardLine[] =>
  filter ? lines.map((line) => ({ ...line, query: `${line.query} ${filter}`.trim() })) : lines
