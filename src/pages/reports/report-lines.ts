import { addDays } from '#contract/kernel/calendar.ts'
import { isShare, type Measure, type Report } from '#contract/kernel/report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import { text } from '#src/locale/text.ts'
import { headingOf, numberOf } from './report-cells.ts'
import { rowLabel } from './report-rows.ts'
import type { ShownReport } from './use-report.ts'
import type { ReportBefore } from './use-report-before.ts'

/** A line of a chart: a number for each row, in the order of time; null where there is none. */
export interface ChartLine {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** Which line it is: of the measure under the cursor, of another, or of the period before. */
  readonly kind: 'current' | 'other' | 'before'
}

/** Most lines of a chart beside that of the cursor: more are not told apart. */
const othersMax = 3

/** What measures have in common that one axis serves. */
const unitKind = (measure: Measure): string => (isShare(measure) ? `share ${measure.tone}` : (measure.unit ?? 'count'))

/** Some of many, the first and the last among them. */
export const spread = <One>(all: readonly One[], most: number): readonly One[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]!)

/** The measures that are drawn: that of the cursor, and some that are told in the same unit. */
export function drawnMeasures(
  { measures: known }: Report,
  shown: readonly string[],
  current: string,
): readonly string[] {
  const kind = unitKind(known[current]!)
  const others = shown.filter((name) => name !== current && unitKind(known[name]!) === kind)
  return [current, ...spread(others, othersMax)]
}

/** How far apart names at the ends of lines are, at least, so that they can be read. */
const nameHeight = 13

/**
 * How far the name of each line is moved from its end, in pixels from the top as the ends are told. Names that would lie on
 * each other stand below one another in the order of their ends, none of them below `height`.
 */
export function namesApart(ends: readonly number[], height: number): readonly number[] {
  const order = ends.map((_, i) => i).toSorted((a, b) => ends[a]! - ends[b]!)
  const places = [...ends]
  let above = Number.NEGATIVE_INFINITY
  for (const i of order) {
    places[i] = Math.max(places[i]!, above + nameHeight)
    above = places[i]
  }
  let below = height + nameHeight
  for (const i of order.toReversed()) {
    places[i] = Math.min(places[i]!, below - nameHeight)
    below = places[i]
  }
  return places.map((place, i) => place - ends[i]!)
}

/** What an axis is told in. */
export type AxisUnit = 'percent' | 'seconds' | 'number'

const [minute, hour] = [60, 3_600]
/** What durations are counted in up to one: they are told by a clock. */
const clockUnit = (seconds: number): number => (seconds > 2 * hour ? hour : seconds > 2 * minute ? minute : 1)

/** The end of an axis that begins at nought or below: three or four round steps, not beyond a whole for shares. */
export function axisEnd(lines: readonly ChartLine[], unit: AxisUnit): { readonly max: number; readonly step: number } {
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  if (most === 0) return { max: 1, step: 1 }
  if (unit === 'percent' && most > 75 && most <= 100) return { max: 100, step: 25 }
  const one = unit === 'seconds' ? clockUnit(most) : 1
  const power = one * 10 ** Math.floor(Math.log10(most / one / 3))
  const round = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * 4 >= most)!
  const step = unit === 'seconds' ? Math.max(1, round) : round
  return { max: Math.ceil(most / step) * step, step }
}

/** Where an axis with these steps begins: at nought, or below the least of all where that is less. */
export function axisStart(lines: readonly ChartLine[], step: number): number {
  const least = Math.min(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return least < 0 ? Math.floor(least / step) * step : 0
}

/** Lines of a report by days, weeks or months, and what stands at its axis. */
export function chartLines(
  declared: DeclaredReport,
  shown: ShownReport,
  { current, before }: { readonly current: string; readonly before: ReportBefore | null },
): { readonly labels: readonly string[]; readonly lines: readonly ChartLine[] } {
  const { report } = declared
  const { answer, address, measures } = shown
  const rows = answer.rows.filter(({ value }) => value !== null).toReversed()
  const lines = drawnMeasures(report, measures, current).map((name, i): ChartLine => {
    const values = rows.map(({ cells }) => numberOf(cells[name], report.measures[name]!))
    return { name: headingOf(report, name), values, kind: i === 0 ? 'current' : 'other' }
  })
  const labels = rows.map((row) => rowLabel(declared, shown, row))
  if (!before || address.grain !== 'day') return { labels, lines }
  const earlier = new Map(before.answer.rows.map(({ value, cells }) => [value, cells[current]]))
  const values = rows.map(({ value }) => {
    const day = addDays(value as LocalDate, -before.days) // a report by days tells days
    return numberOf(earlier.get(day), report.measures[current]!)
  })
  return { labels, lines: [...lines, { name: text('reports.before'), values, kind: 'before' }] }
}
