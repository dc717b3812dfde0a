import { useEffect } from 'react'
import { queryMax } from '#contract/kernel/selection.ts'
import { fetchCount, fetchPage } from './calls.ts'
import { type Changed, onChange } from './live.ts'
import type { Row } from './pages.ts'
import { moved } from './selection.ts'
import type { Sheet } from './sheet.ts'

/** As many rows as one call reads again. */
const rereadMax = 100
/** How long changes are gathered before rows are read again, and how often new ones are counted at most. */
const [gatherMs, countMs] = [300, 5_000]

const portions = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / rereadMax) }, (_, i) => ids.slice(i * rereadMax, (i + 1) * rereadMax))

/** Those of `ids` that match the filter; all of them where that cannot be asked in one line. */
async function matching({ listing, state }: Sheet, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { where } = state.applied
  const q = `${where && `(${where}) `}id:${ids.join(',')}`
  if (q.length > queryMax) return new Set(ids)
  const { rows } = await fetchPage(listing, { q, from: 0, size: ids.length })
  return new Set(rows.map(({ id }) => id))
}

/** Reads rows again and shows them where they stand; what matches no longer stays there, dimmed. */
async function reread(sheet: Sheet, ids: readonly string[]): Promise<void> {
  const { listing, state, pages, gone, seen } = sheet
  const { applied } = state
  const q = `id:${ids.join(',')}`
  const [{ rows }, match] = await Promise.all([
    fetchPage(listing, { q, from: 0, size: ids.length, left: true }),
    matching(sheet, ids),
  ])
  if (state.applied !== applied) return
  const byId = new Map(rows.map((row) => [row.id, row]))
  const versions = new Map([...pages.rows()].map(([, { id, version }]) => [id, version]))
  const changed = rows.filter(({ id, version }) => versions.get(id) !== version)
  let { marks } = state
  for (const id of ids) {
    const stands = match.has(id) && byId.has(id)
    if (stands) gone.delete(id)
    else gone.add(id)
    marks = moved(marks, id, stands)
  }
  for (const row of rows) if (seen.has(row.id)) seen.set(row.id, row)
  pages.patch(byId)
  sheet.setMarks(marks)
  state.turn += 1
  sheet.surface?.patch(changed)
}

/** The rows in sight. */
const inSight = ({ surface, pages }: Sheet): Row[] => {
  const [first, last] = surface?.sight ?? [0, -1]
  const places = Array.from({ length: last - first + 1 }, (_, i) => pages.rowAt(first + i))
  return places.filter((row) => row !== undefined)
}

/** How many rows have come since the list was fetched. */
async function countFresh({ listing, state }: Sheet): Promise<void> {
  const { applied, asOf } = state
  if (!asOf) return
  const q = applied.where
  const [now, then] = await Promise.all([fetchCount(listing, { q }), fetchCount(listing, { q, asOf })])
  if (state.applied === applied && state.asOf === asOf) state.fresh = Math.max(0, now.count - then.count)
}

/** Follows what changes elsewhere: rows that are loaded are read again in place, new ones are counted. Nothing moves. */
class Following {
  readonly #sheet: Sheet
  readonly #ids = new Set<string>()
  #all = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #counter: ReturnType<typeof setTimeout> | undefined

  constructor(sheet: Sheet) {
    this.#sheet = sheet
  }

  /** `sure`: that something did change, and not only may have. */
  hear(rows: Changed['rows'], sure: boolean): void {
    if (!rows) this.#all = true
    if (!rows && sure) this.#sheet.state.changed = true
    const loaded = new Map([...this.#sheet.pages.rows()].map(([, row]) => [row.id, row]))
    for (const { id, version } of rows ?? []) {
      const row = loaded.get(id)
      if (row && Number(row.version) < version) this.#ids.add(id)
    }
    if (!rows || rows.some(({ id }) => !loaded.has(id))) {
      this.#counter ??= setTimeout(() => {
        this.#counter = undefined
        // a count that fails is made again with the next change
        void countFresh(this.#sheet).catch(() => {})
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
    const sheet = this.#sheet
    const many = this.#all || this.#ids.size > 5 * rereadMax
    const ids = many ? inSight(sheet).map(({ id }) => id) : [...this.#ids]
    this.#ids.clear()
    this.#all = false
    try {
      for (const some of portions(ids)) await reread(sheet, some)
    } catch {
      sheet.state.changed = true // they say so, and can be fetched again
    }
  }
}

/** Keeps a sheet up to date with what others do, while it is in front. */
export function useFollowing(sheet: Sheet): void {
  const noun = sheet.listing.lists?.noun
  useEffect(() => {
    if (!noun) return
    const following = new Following(sheet)
    // whoever comes back to a list does not know what happened meanwhile
    if (sheet.pages.asOf) following.hear(null, false)
    const stop = onChange(noun, (rows, sure) => following.hear(rows, sure))
    return () => {
      stop()
      following.stop()
    }
  }, [sheet, noun])
}
