import type { Database } from '#server/kernel/base/database.ts'
import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'

/** Pace of a load: how many lines its next chunk has, and how it gives way after one. */
export interface ChunkPace {
  size(): number
  /** To be called after each chunk, with how long that took. */
  rest(tookMs: number): Promise<void>
}

/** Lines of a chunk where nobody waits for it. */
export const chunkSize = 1_000

/** On the embedded database everybody waits for the chunk that is being written: it takes about so long. */
const chunkMs = 50
const sizeMin = 20

/** The pace of a load that nobody waits for. */
export const fullPace: ChunkPace = { size: () => chunkSize, rest: yieldToEventLoop }

/** The pace of a load into a database: an embedded one has a single connection, in the process that answers. */
export function chunkPace({ kind, idle }: Pick<Database, 'kind' | 'idle'>): ChunkPace {
  if (kind === 'server') return fullPace
  let size = sizeMin
  return {
    size: () => size,
    rest(tookMs) {
      const fitting = Math.round((size * chunkMs) / Math.max(tookMs, 1))
      // one slow chunk, or one that was known already, does not change everything
      size = Math.min(Math.max(Math.min(fitting, size * 2), Math.ceil(size / 2), sizeMin), chunkSize)
      return idle()
    },
  }
}
