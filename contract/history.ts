import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { Selection } from './kernel/selection.ts'
import { Instant } from './kernel/values.ts'

/** Longest that the arguments of one call are, as JSON. */
const argsMax = 4_000

/** Arguments by name, as they go over the wire. */
const Args = z.record(z.string().max(40), z.json()).refine((args) => JSON.stringify(args).length <= argsMax)

/**
 * A command invocation as plain data (serialised): what a history, a link, a macro and an undo hold. `v` tells how it
 * is written; `selection` is what it was for, where that is more than what is meant at the moment.
 */
export const CommandCall = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(80),
  selection: Selection.nullable(),
  args: Args,
})
export type CommandCall = z.output<typeof CommandCall>

/** Most rows of one use. */
const countMax = 10_000_000

/** One use of a command, or a visit to a page. */
export const HistoryItem = z.object({
  at: Instant,
  call: CommandCall,
  /** On how many rows. */
  count: z.int().min(0).max(countMax),
  /** What the records are called that the arguments name. */
  names: z.record(z.string().max(40), z.string().max(200)),
})
export type HistoryItem = z.output<typeof HistoryItem>

/** How much of the past is kept for each person. */
export const historyMax = 200
/** Most that is told at once. */
export const historyPageMax = 50
/** Most commands that one person pins. */
export const pinnedMax = 20

/** What somebody has done, and what they keep at hand. */
export const history = api('history', {
  /** One's own, the newest first; pinned in the order they were pinned. */
  list: read('GET /history', {
    requires: 'anyone',
    input: z.object({}),
    output: z.object({ past: z.array(HistoryItem), pinned: z.array(z.string()) }),
  }),

  /** Writes down what one has done. */
  add: write('POST /history', {
    requires: 'anyone',
    input: z.object({ past: z.array(HistoryItem).min(1).max(historyPageMax) }),
    output: z.object({}),
    secrets: ['past'],
  }),

  /** Keeps a command or a page at hand, or no longer. */
  pin: write('POST /history/pins', {
    requires: 'anyone',
    input: z.object({ id: z.string().min(1).max(80), pinned: z.boolean() }),
    output: z.object({ pinned: z.array(z.string()) }),
    faults: ['too_many_pinned'],
  }),
})
