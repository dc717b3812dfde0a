import type { Problem } from '#contract/kernel/query/problem.ts'
import type { Piece } from '#contract/kernel/query/scanner.ts'

/** Syntax highlighting: a run of characters of a filter line that looks alike. */
export interface HighlightRun {
  readonly from: number
  readonly text: string
  readonly role: Piece['role'] | 'none'
  /** Something is wrong with it. */
  readonly wrong: boolean
}

/** A filter line as it is painted: every character in one run, in the order of the line. */
export function highlightRuns(
  line: string,
  pieces: readonly Piece[],
  problems: readonly Problem[],
): readonly HighlightRun[] {
  const spans = [...pieces, ...problems]
  const edges = new Set([0, line.length, ...spans.flatMap(({ from, to }) => [from, to])])
  const places = [...edges].filter((edge) => edge <= line.length).toSorted((a, b) => a - b)
  return places.slice(0, -1).map((from, i) => {
    const to = places[i + 1]!
    const covers = (span: { from: number; to: number }) => span.from <= from && to <= span.to
    return {
      from,
      text: line.slice(from, to),
      role: pieces.find(covers)?.role ?? 'none',
      wrong: problems.some(covers),
    }
  })
}
