import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { boardFilterOf } from '#contract/board.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { recoveries } from '#contract/recoveries.ts'
import { filterLineOf } from '#src/grid/model/active-filter.ts'
import { queryReaderOf } from '#src/grid/model/labels.ts'

// what `list` makes has all that a listing has
const listing = boardFilterOf(recoveries.list as Listing)

/** Which orders the board tells of, as its address says: the line in force, and how another is put in its place. */
export function useBoardFilter() {
  const q = new URLSearchParams(useSearch()).get('q') ?? ''
  const reader = queryReaderOf(listing)
  const { query, problems } = parse(q, reader)
  return {
    // what is wrong in a shared address is there to be mended
    q: problems.length > 0 ? '' : q,
    reader,
    line: problems.length > 0 ? q : filterLineOf(query, reader),
    async apply(text: string) {
      const { query: typed, problems: found } = parse(text, reader)
      if (found.length > 0) return found
      const line = print({ where: typed.where, sort: [] }, reader)
      navigate(line ? `?q=${encodeURIComponent(line)}` : window.location.pathname, { replace: true })
      return []
    },
  }
}
export type BoardFilter = ReturnType<typeof useBoardFilter>
