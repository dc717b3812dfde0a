import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { subtract } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'
import { fetchTotals } from './calls.ts'
import { knownMarked } from './meant.ts'
import type { Row } from './pages.ts'
import { countOf } from './selection.ts'
import type { Sheet } from './sheet.ts'
import { sumsOf } from './sums.ts'

/** How long a filter stands before its sums are asked for: they cost more than a page. */
const restMs = 400

/** Keeps the sums of everything that matches up to date, while the sheet is in front. */
export function useSums(sheet: Sheet): void {
  const { listing, state } = sheet
  const { applied, asOf, waiting } = useSnapshot(state)
  const { text } = applied
  useEffect(() => {
    state.sums = null
    if (waiting || !asOf || listing.sums.length === 0) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // without its sums the list is as good as ever
      const totals = await fetchTotals(listing, { q: text, asOf }, abort.signal).catch(() => null)
      if (totals) state.sums = totals.sums
    }, restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [listing, state, text, asOf, waiting])
}

/** What the marked rows come to in the first amount that the list adds up; null while not all of them are known. */
export function markedSums(sheet: Sheet): readonly Money[] | null {
  const { listing, state, seen } = sheet
  const { marks, sums } = state
  const [field] = listing.sums
  if (!field) return null
  if (marks.mode === 'ids') {
    const known = knownMarked(sheet)
    return known.length === countOf(marks) ? sumsOf(known, field) : null
  }
  const excluded = [...marks.excluded].map((id) => seen.get(id)).filter((row): row is Row => row !== undefined)
  if (marks.gone.size > 0 || excluded.length < marks.excluded.size) return null
  const out = sumsOf(excluded, field)
  return (
    sums?.[field]?.map((sum) => {
      const less = out.find(({ currency }) => currency === sum.currency)
      return less ? subtract(sum, less) : sum
    }) ?? null
  )
}
