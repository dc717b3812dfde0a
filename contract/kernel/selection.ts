import { z } from 'zod'
import { Instant } from './values.ts'

/** Most rows that may be named one by one; beyond, a filter says it better. */
export const idsMax = 10_000
/** Longest filter line, in characters. */
export const queryMax = 2_000

/** A filter line in canonical form; see `query`. */
export const QueryText = z.string().max(queryMax)

/**
 * A selection, the rows a command is for: those named, or all that match a filter but those excluded, seen as of a
 * moment. The server resolves it, within the caller's scope.
 */
export const Selection = z.union([
  z.object({ listing: z.string(), ids: z.array(z.string().max(40)).max(idsMax) }).strict(),
  z
    .object({
      listing: z.string(),
      query: QueryText,
      asOf: Instant,
      excluded: z.array(z.string().max(40)).max(idsMax),
    })
    .strict(),
])
export type Selection = z.output<typeof Selection>
