import type { Instant } from '#contract/kernel/values.ts'

/** A row of any list. */
export interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

/** Row source: where rows come from, under one filter and order. */
export interface RowSource {
  page(from: number, size: number, asOf: Instant | null, signal: AbortSignal): Promise<{ rows: Row[]; asOf: Instant }>
  count(signal: AbortSignal): Promise<number>
  /** Whether a failed call may succeed if it is made again. */
  isTransient(error: unknown): boolean
}

interface RowBlock {
  readonly rows: readonly Row[]
  /** Of the fetching that goes on now; else shown until it is fetched again. */
  readonly fresh: boolean
}
interface BlockRequest {
  readonly rows: Promise<readonly Row[]>
  readonly abort: AbortController
}

/** How many rows are fetched at once. */
export const blockSize = 200
/** Rows `first` to `last` of a block, counted from 1 as people do. */
export const rowsOfBlock = (block: number, count: number | null): readonly [first: number, last: number] => [
  block * blockSize + 1,
  Math.min((block + 1) * blockSize, count ?? Number.POSITIVE_INFINITY),
]
/** How many blocks are kept. */
const blocksMax = 40
/** How long to wait before each further attempt, in milliseconds. */
const retriesMs = [300, 1_000, 3_000] as const

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/**
 * Block cache of a list: its rows, block by block, as far as they were looked at. All of them are seen as of one
 * moment.
 */
export class Pages {
  /** The moment that rows are seen as of; none before the first have come. */
  asOf: Instant | null = null
  /** How many rows there are; none while nobody knows. */
  count: number | null = null
  /** Blocks that could not be fetched, each with what was said about it. */
  readonly failed = new Map<number, unknown>()
  readonly #blocks = new Map<number, RowBlock>()
  readonly #flights = new Map<number, BlockRequest>()
  readonly #told: () => void
  #fetching: RowSource | null = null
  #all = new AbortController()
  /** The first page under way: it settles the moment for the others. */
  #opening: Promise<unknown> | null = null

  /** `told` is called whenever something has come, or has failed. */
  constructor(told: () => void) {
    this.#told = told
  }

  /** Fetches anew. With `keep`, rows that are there are shown until theirs come. */
  restart(fetching: RowSource, { keep = false } = {}): void {
    this.stop()
    this.#fetching = fetching
    this.#all = new AbortController()
    this.asOf = null
    this.count = null
    this.failed.clear()
    for (const [block, { rows }] of this.#blocks) {
      if (keep) this.#blocks.set(block, { rows, fresh: false })
      else this.#blocks.delete(block)
    }
    void this.#countRows(fetching, this.#all.signal)
  }

  /** Gives up whatever is under way. */
  stop(): void {
    this.#all.abort()
    for (const { abort } of this.#flights.values()) abort.abort()
    this.#flights.clear()
    this.#opening = null
  }

  /** Lets blocks that failed be fetched again. */
  clearFailures(): void {
    this.failed.clear()
    this.#told()
  }

  /** The rows of a block as they are held, even if they are to be fetched again. */
  cachedBlock = (block: number): RowBlock | undefined => this.#blocks.get(block)

  /** Whether a block has to be fetched, and may be. */
  isMissing = (block: number): boolean => !this.#blocks.get(block)?.fresh && !this.failed.has(block)

  /** The rows of a block: those held, those under way, else fetched now. Rejects where they cannot be had. */
  fetchBlock(block: number): Promise<readonly Row[]> {
    if (!this.#fetching) return Promise.reject(new Error('nothing is fetched yet'))
    const held = this.#blocks.get(block)
    if (held?.fresh) return Promise.resolve(held.rows)
    return this.#flights.get(block)?.rows ?? this.#fly(block)
  }

  /** Only rows from `first` to `last` are in sight: what is fetched far from them is given up. */
  setVisibleRange(first: number, last: number): void {
    const [from, to] = [Math.floor(first / blockSize), Math.floor(last / blockSize)]
    for (const [block, { abort }] of this.#flights) {
      if (block < from - 1 || block > to + 1) abort.abort()
    }
    for (let block = from; block <= to; block += 1) this.#hold(block, this.#blocks.get(block))
  }

  /** How many rows there are, or, while nobody knows, how many at least. */
  get length(): number {
    return this.count ?? Math.max(0, ...[...this.#blocks].map(([block, { rows }]) => block * blockSize + rows.length))
  }

  rowAt(place: number): Row | undefined {
    return this.#blocks.get(Math.floor(place / blockSize))?.rows[place % blockSize]
  }

  /** Every row that is held, with its place, in the order of the list. */
  *rows(): Generator<readonly [place: number, row: Row]> {
    for (const block of [...this.#blocks.keys()].toSorted((a, b) => a - b)) {
      const start = block * blockSize
      for (const [i, row] of this.#blocks.get(block)!.rows.entries()) yield [start + i, row]
    }
  }

  /** The ids of the rows that are held and were fetched since the last beginning. */
  *ids(): Generator<string> {
    for (const { rows, fresh } of this.#blocks.values()) if (fresh) for (const { id } of rows) yield id
  }

  /** Puts changed rows where the ones with their ids stand. */
  patch(changed: ReadonlyMap<string, Row>): void {
    for (const [block, { rows, fresh }] of this.#blocks) {
      if (!rows.some(({ id }) => changed.has(id))) continue
      this.#blocks.set(block, { rows: rows.map((row) => changed.get(row.id) ?? row), fresh })
    }
  }

  /** Shows other rows of those that have come: of a tree whose branches were opened or folded. */
  replace(rows: readonly Row[]): void {
    this.#blocks.clear()
    for (let at = 0; at < rows.length; at += blockSize)
      this.#blocks.set(at / blockSize, { rows: rows.slice(at, at + blockSize), fresh: true })
    this.count = rows.length
  }

  #fly(block: number): Promise<readonly Row[]> {
    const abort = new AbortController()
    const rows = this.#load(block, abort.signal).finally(() => {
      if (this.#flights.get(block)?.abort === abort) this.#flights.delete(block)
    })
    this.#flights.set(block, { rows, abort })
    return rows
  }

  async #load(block: number, signal: AbortSignal): Promise<readonly Row[]> {
    while (!this.asOf && this.#opening) await this.#opening.catch(() => {})
    const page = this.#page(block, signal)
    if (!this.asOf) this.#opening = page
    try {
      const { rows, asOf } = await page
      signal.throwIfAborted()
      this.asOf ??= asOf
      this.failed.delete(block)
      this.#hold(block, { rows, fresh: true })
      // fewer than asked for: here the list ends, whatever was counted meanwhile
      if (rows.length < blockSize) this.count = block * blockSize + rows.length
      return rows
    } catch (error) {
      if (!signal.aborted) this.failed.set(block, error)
      throw error
    } finally {
      if (this.#opening === page) this.#opening = null
      if (!signal.aborted) this.#told()
    }
  }

  async #page(block: number, signal: AbortSignal) {
    return this.#patiently((fetching) => fetching.page(block * blockSize, blockSize, this.asOf, signal), signal)
  }

  async #countRows(fetching: RowSource, signal: AbortSignal): Promise<void> {
    try {
      const count = await this.#patiently(() => fetching.count(signal), signal)
      signal.throwIfAborted()
      this.count ??= count
      this.#told()
    } catch {
      // the list goes on without a number: it ends where a page comes up short
    }
  }

  /** Tries, and tries again where that may help. */
  async #patiently<Answer>(attempt: (fetching: RowSource) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    const fetching = this.#fetching!
    for (const ms of retriesMs) {
      try {
        return await attempt(fetching)
      } catch (error) {
        if (signal.aborted || !fetching.isTransient(error)) throw error
        await delay(ms, signal)
      }
    }
    return attempt(fetching)
  }

  /** Keeps a block, as the one that was looked at last; the one that was not looked at for longest goes. */
  #hold(block: number, held: RowBlock | undefined): void {
    if (!held) return
    this.#blocks.delete(block)
    this.#blocks.set(block, held)
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > blocksMax && oldest !== undefined) this.#blocks.delete(oldest)
  }
}
