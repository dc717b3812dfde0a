import type { Report, ReportRow } from '#contract/kernel/report.ts'
import { numberOf } from './report-cells.ts'

/** The rows in the order of a measure; those of which it is not known last. */
export function inOrder(
  rows: readonly ReportRow[],
  { measures }: Pick<Report, 'measures'>,
  sort: string | undefined,
): readonly ReportRow[] {
  if (sort === undefined) return rows
  const name = sort.replace('-', '')
  const number = ({ cells }: ReportRow) => numberOf(cells[name], measures[name]!)
  const known = rows.filter((row) => number(row) !== null)
  const sorted = known.toSorted((a, b) => number(b)! - number(a)!) // as just asked
  return [...(sort === name ? sorted : sorted.toReversed()), ...rows.filter((row) => number(row) === null)]
}

/** The order that follows for a measure: its largest first, its smallest first, as rows are told. */
export const nextSort = (sort: string | undefined, name: string): string | undefined =>
  sort === name ? `-${name}` : sort === `-${name}` ? undefined : name
