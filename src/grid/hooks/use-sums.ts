import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { add, subtract } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'
import { loadedMarkedRows } from '../actions/action-target.ts'
import type { GridModel } from '../model/grid-model.ts'
import { fetchTotals } from '../model/listing-calls.ts'
import type { Row } from '../model/pages.ts'
import { markCount } from '../model/selection.ts'

/** How long a filter stands before its sums are asked for: they cost more than a page. */
const restMs = 400

/** Keeps the sums of everything that matches up to date, while the list is in front. */
export function useSums(model: GridModel): void {
  const { listing, state } = model
  const { applied, asOf, waiting } = useSnapshot(state)
  const { text } = applied
  useEffect(() => {
    state.sums = null
    if (waiting || !asOf || listing.sums.length === 0) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // without its sums the list is as good as ever
      const totals = await fetchTotals(listing, { q: text, asOf }, abort.signal).catch(() => null)
      if (totals) Object.assign(state, { sums: totals.sums, numbers: totals.numbers ?? {} })
    }, restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [listing, state, text, asOf, waiting])
}

/** What `rows` come to in `field`, per currency. */
function sumByCurrency(rows: readonly Row[], field: string): Money[] {
  const sums = new Map<string, Money>()
  for (const row of rows) {
    const amount = row[field] as Money | null // a field that the listing adds up holds amounts
    if (!amount) continue
    const sum = sums.get(amount.currency)
    sums.set(amount.currency, sum ? add(sum, amount) : amount)
  }
  return [...sums.values()]
}

/** What the marked rows come to in the first amount that the list adds up and shows; null while not all of them are known. */
export function markedSums(model: GridModel): readonly Money[] | null {
  const { listing, state, seen } = model
  const { marks, sums } = state
  const field = listing.sums.find((name) => model.columns.includes(name)) ?? listing.sums[0]
  if (!field) return null
  if (marks.mode === 'ids') {
    const known = loadedMarkedRows(model)
    return known.length === markCount(marks) ? sumByCurrency(known, field) : null
  }
  const excluded = [...marks.excluded].map((id) => seen.get(id)).filter((row): row is Row => row !== undefined)
  if (marks.gone.size > 0 || excluded.length < marks.excluded.size) return null
  const out = sumByCurrency(excluded, field)
  return (
    sums?.[field]?.map((sum) => {
      const less = out.find(({ currency }) => currency === sum.currency)
      return less ? subtract(sum, less) : sum
    }) ?? null
  )
}
