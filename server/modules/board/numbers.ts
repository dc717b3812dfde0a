import { type BoardNumber, board } from '#contract/board.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { aggregatesOf } from '#server/kernel/listing/aggregates.ts'
import type { BoardLine } from './lines.ts'

/** Numbers of lines that were worked out, by the line. */
export type Numbers = ReadonlyMap<BoardLine, BoardNumber>

/** The list of a line as whoever reads the board sees it; null for whoever may not look at it. */
export function readableListing(id: string, { app, actor }: Pick<Context, 'app' | 'actor'>) {
  const { listing, source } = app.registry.listings.get(id)!
  return actor.may(listing.requires) ? { listing: { ...listing, requires: board.read.requires }, source } : null
}

/** Works out lines, list by list: those of one list in one statement. Lists that the reader may not see have none. */
export async function numbersOf(lines: readonly BoardLine[], context: Context): Promise<Numbers> {
  const { currency } = countries[context.app.clock.country]
  const numbers = new Map<BoardLine, BoardNumber>()
  for (const id of new Set(lines.map(({ listing }) => listing))) {
    const own = lines.filter(({ listing }) => listing === id)
    const readable = readableListing(id, context)
    if (!readable) continue
    const results = await aggregatesOf(readable, own, context)
    for (const [i, line] of own.entries()) {
      const { rows, minor } = results[i]!
      const { measure, page, query } = line
      numbers.set(line, { measure, page, query, rows, amount: minor === null ? null : ofMinor(minor, currency) })
    }
  }
  return numbers
}

/** The numbers of some lines, without those that the reader has none of. */
export const pick = (lines: readonly BoardLine[], numbers: Numbers): BoardNumber[] =>
  lines.flatMap((line) => numbers.get(line) ?? [])
