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

/** The numbers of lines of one list, by one statement; none where the reader may not see it. */
async function numbersOfList(id: string, lines: readonly BoardLine[], context: Context) {
  const { currency } = countries[context.app.clock.country]
  const readable = readableListing(id, context)
  const results = readable ? await aggregatesOf(readable, lines, context) : []
  return results.map(({ rows, minor }, i): [BoardLine, BoardNumber] => {
    const { measure, page, query } = lines[i]!
    return [lines[i]!, { measure, page, query, rows, amount: minor === null ? null : ofMinor(minor, currency) }]
  })
}

/** Works out lines, the lists beside one another: who waits for the board waits for the slowest of them. */
export async function numbersOf(lines: readonly BoardLine[], context: Context): Promise<Numbers> {
  const ids = [...new Set(lines.map(({ listing }) => listing))]
  const ofLists = ids.map((id) =>
    numbersOfList(
      id,
      lines.filter(({ listing }) => listing === id),
      context,
    ),
  )
  return new Map((await Promise.all(ofLists)).flat())
}

/** The numbers of some lines, without those that the reader has none of. */
export const pick = (lines: readonly BoardLine[], numbers: Numbers): BoardNumber[] =>
  lines.flatMap((line) => numbers.get(line) ?? [])
