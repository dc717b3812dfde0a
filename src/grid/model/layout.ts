import type { Kind } from '#contract/kernel/field.ts'
import type { Column, Grid } from '../define.ts'

/** Column layout: whether somebody shows and pins a column, and its width. */
export interface ColumnLayout {
  readonly field: string
  readonly shown: boolean
  readonly pinned: boolean
  /** In pixels; none: as wide as its kind needs, or what is left over. */
  readonly width: number | null
}

/** Widths in pixels that show the values of a kind in full, at the size the console comes with. */
const widths: Readonly<Record<Kind, number>> = {
  id: 136,
  ref: 140,
  name: 138,
  masked: 112,
  text: 160,
  choice: 214,
  tags: 160,
  flag: 84,
  count: 92,
  money: 112,
  rate: 96,
  date: 100,
  instant: 172,
}
export const widthMin = 48
/** The column of marks. No field may be called so: AG Grid renames the second of two columns of one name. */
export const markColumn = '#mark'
/** How wide it is, in pixels. */
export const markWidth = 40
/**
 * How wide a column is by itself. `words`: as wide as the longest word of its vocabulary is on this screen; `larger`:
 * how
 * many times as large text is as at the size the console comes with.
 */
export const widthOf = ({ kind, width }: Column, words = 0, larger = 1): number =>
  Math.max(Math.ceil((width ?? (words ? 0 : widths[kind])) * larger), words)

/** The columns as the list declares them. */
export const declaredLayout = ({ columns }: Pick<Grid, 'columns'>): readonly ColumnLayout[] =>
  columns.map(({ field, hidden, pin }) => ({ field, shown: !hidden, pinned: pin === true, width: null }))

const isColumnLayout = (one: unknown): one is ColumnLayout => {
  const laid = one as Partial<ColumnLayout> | null // any JSON
  return (
    typeof laid?.field === 'string' &&
    typeof laid.shown === 'boolean' &&
    typeof laid.pinned === 'boolean' &&
    (laid.width === null || (typeof laid.width === 'number' && laid.width >= widthMin))
  )
}

/**
 * A layout that was kept, for the list as it is now: what the list has no longer goes, what it has gained stands where
 * it is declared. Anything that is no layout is none.
 */
export function reconcileLayout(kept: unknown, grid: Pick<Grid, 'columns'>): readonly ColumnLayout[] {
  const fresh = declaredLayout(grid)
  const known = (Array.isArray(kept) ? kept : []).filter(isColumnLayout)
  const left = known.filter(({ field }, i) => {
    return fresh.some((one) => one.field === field) && known.findIndex((one) => one.field === field) === i
  })
  const laid = [...left]
  for (const [i, column] of fresh.entries()) {
    if (left.some(({ field }) => field === column.field)) continue
    const before = fresh[i - 1]?.field
    laid.splice(laid.findIndex(({ field }) => field === before) + 1, 0, column)
  }
  return laid.some(({ shown }) => shown) ? laid : fresh
}

/** `laid` with something of one column changed. */
export const withColumnChanged = (
  laid: readonly ColumnLayout[],
  field: string,
  change: Partial<ColumnLayout>,
): readonly ColumnLayout[] => laid.map((column) => (column.field === field ? { ...column, ...change } : column))

/** `laid` with one column moved by `by` places. */
export function withColumnMoved(laid: readonly ColumnLayout[], field: string, by: number): readonly ColumnLayout[] {
  const from = laid.findIndex((column) => column.field === field)
  const to = from + by
  if (from < 0 || to < 0 || to >= laid.length) return laid
  const moved = laid.toSpliced(from, 1)
  return moved.toSpliced(to, 0, laid[from]!)
}

/** `laid` with one column before (`way` -1) or behind (1) its neighbour on the screen; at an edge it stays. */
export function withColumnSwapped(laid: readonly ColumnLayout[], field: string, way: 1 | -1): readonly ColumnLayout[] {
  const column = laid.find((one) => one.field === field)
  const beside = laid.filter(({ shown, pinned }) => shown && pinned === column?.pinned)
  const next = beside[beside.findIndex((one) => one.field === field) + way]
  if (!column || !next) return laid
  const others = laid.filter((one) => one !== column)
  return others.toSpliced(others.indexOf(next) + (way === 1 ? 1 : 0), 0, column)
}

/** The columns that are shown, from left to right: the pinned ones first. */
export const shownColumns = (laid: readonly ColumnLayout[]): readonly string[] => {
  const shown = laid.filter((column) => column.shown)
  return [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)].map(({ field }) => field)
}

/** Whether two layouts are the same, column by column. */
export const isSameLayout = (a: readonly ColumnLayout[], b: readonly ColumnLayout[]): boolean =>
  a.length === b.length &&
  a.every(({ field, shown, pinned, width }, i) => {
    const other = b[i]!
    return field === other.field && shown === other.shown && pinned === other.pinned && width === other.width
  })
