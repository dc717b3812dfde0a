import { useEffect } from 'react'
import { queryMax } from '#contract/kernel/selection.ts'
import type { GridModel } from '../model/grid-model.ts'
import { fetchCount, fetchPage } from '../model/listing-calls.ts'
import { onRowsChanged, type RowsChanged } from '../model/live-stream.ts'
import type { Row } from '../model/pages.ts'
import { rowChanged } from '../model/selection.ts'

/** As many rows as one call reads again. */
const rereadMax = 100
/** How long changes are gathered before rows are read again, and how often new ones are counted at most. */
const [gatherMs, countMs] = [300, 5_000]

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / rereadMax) }, (_, i) => ids.slice(i * rereadMax, (i + 1) * rereadMax))

/** Those of `ids` that match the filter; all of them where that cannot be asked in one line. */
async function idsMatching({ listing, state }: GridModel, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { where } = state.applied
  const q = `${where && `(${where}) `}id:${ids.join(',')}`
  if (q.length > queryMax) return new Set(ids)
  const { rows } = await fetchPage(listing, { q, fields: ['id'], from: 0, size: ids.length })
  return new Set(rows.map(({ id }) => id))
}

/** Reads rows again and shows them where they stand; what matches no longer stays there, dimmed. */
async function refetchRows(model: GridModel, ids: readonly string[]): Promise<void> {
  const { listing, state, gone, fields } = model
  const { applied } = state
  const q = `id:${ids.join(',')}`
  const [{ rows }, match] = await Promise.all([
    fetchPage(listing, { q, fields, from: 0, size: ids.length, left: true }),
    idsMatching(model, ids),
  ])
  if (state.applied !== applied) return
  const left = new Set(rows.map(({ id }) => id))
  let { marks } = state
  for (const id of ids) {
    const stands = match.has(id) && left.has(id)
    if (stands) gone.delete(id)
    else gone.add(id)
    marks = rowChanged(marks, id, stands)
  }
  model.patch(rows)
  model.setMarks(marks)
}

/** The rows in sight. */
const visibleRows = ({ renderer, pages }: GridModel): Row[] => {
  const [first, last] = renderer?.visibleRange ?? [0, -1]
  const places = Array.from({ length: last - first + 1 }, (_, i) => pages.rowAt(first + i))
  return places.filter((row) => row !== undefined)
}

/** How many rows have come since the list was fetched. */
async function countNewRows({ listing, state }: GridModel): Promise<void> {
  const { applied, asOf } = state
  if (!asOf) return
  const q = applied.where
  const [now, then] = await Promise.all([fetchCount(listing, { q }), fetchCount(listing, { q, asOf })])
  if (state.applied === applied && state.asOf === asOf) state.fresh = Math.max(0, now.count - then.count)
}

/**
 * Live updates: follows what changes elsewhere: rows that are loaded are read again in place, new ones are counted.
 * Nothing moves.
 */
class LiveUpdates {
  readonly #model: GridModel
  readonly #ids = new Set<string>()
  #all = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #counter: ReturnType<typeof setTimeout> | undefined

  constructor(model: GridModel) {
    this.#model = model
  }

  /** `sure`: that something did change, and not only may have. */
  receive(rows: RowsChanged['rows'], sure: boolean): void {
    if (!rows) this.#all = true
    if (!rows && sure) this.#model.state.changed = true
    const versions = new Map((rows ?? []).map(({ id, version }) => [id, version]))
    const unknown = new Set(versions.keys())
    for (const { id, version } of this.#model.held) {
      // what is a part of a row has its id before a colon
      const whole = id.split(':', 1)[0]!
      const now = versions.get(whole)
      // one's own change is shown already, but not yet whether the row still matches
      if (now !== undefined && Number(version) <= now) this.#ids.add(id)
      unknown.delete(whole)
    }
    if (!rows || unknown.size > 0) {
      this.#counter ??= setTimeout(() => {
        this.#counter = undefined
        // a count that fails is made again with the next change
        void countNewRows(this.#model).catch(() => {})
      }, countMs)
    }
    this.#timer ??= setTimeout(() => void this.#read(), gatherMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#counter)
  }

  /** Reads again what changed. Where nobody said what did, or it is too much, only what is in sight. */
  async #read(): Promise<void> {
    this.#timer = undefined
    const model = this.#model
    const many = this.#all || this.#ids.size > 5 * rereadMax
    // what a folded branch hides is not read when it is opened: then it has to be as new as the rest
    const inSight = model.tree ? model.held : visibleRows(model)
    const ids = many ? inSight.map(({ id }) => id) : [...this.#ids]
    this.#ids.clear()
    this.#all = false
    try {
      for (const some of chunks(ids)) await refetchRows(model, some)
    } catch {
      model.state.changed = true // they say so, and can be fetched again
    }
  }
}

/** Live updates of a list while it is in front: it shows what others do. */
export function useLiveUpdates(model: GridModel): void {
  const { lists, follows } = model.listing
  useEffect(() => {
    if (!lists) return
    const following = new LiveUpdates(model)
    // whoever comes back to a list does not know what happened meanwhile
    if (model.pages.asOf) following.receive(null, false)
    const stops = [lists.noun, ...follows].map((noun) =>
      onRowsChanged(noun, (rows, sure) => following.receive(rows, sure)),
    )
    return () => {
      for (const stop of stops) stop()
      following.stop()
    }
  }, [model, lists, follows])
}
