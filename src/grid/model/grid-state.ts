import { ref } from 'valtio'
import type { Instant, Money } from '#contract/kernel/values.ts'
import { type ActiveFilter, unfiltered } from './active-filter.ts'
import type { ColumnLayout } from './layout.ts'
import { type Marks, noMarks } from './selection.ts'

/** State of a list, as it is looked at. */
export interface GridState {
  applied: ActiveFilter
  /** The view that was chosen last; its filter may have been changed since. */
  view: string | null
  marks: Marks
  /** How many of the rows that were named do not match the filter; none while nobody knows. */
  outOfView: number | null
  /** How many rows there are; while they are fetched, how many there were. */
  count: number | null
  asOf: Instant | null
  /** Nothing has come yet under this filter. */
  waiting: boolean
  /** Blocks that could not be fetched. */
  failed: readonly number[]
  /** What was said about the first of them. */
  problem: { readonly code: number; readonly message: string } | null
  /** How many rows have come since, and whether others have changed in a way that only fetching again shows. */
  fresh: number
  changed: boolean
  peek: boolean
  /** What the amounts of everything that matches come to, by field and currency. */
  sums: Readonly<Record<string, readonly Money[]>> | null
  /** … and its numbers, by field. */
  numbers: Readonly<Record<string, number>>
  layout: readonly ColumnLayout[]
  /** The row that an address names, until the cursor stands on it. */
  rowInUrl: string | null
  /** Counted up whenever rows have come or changed. */
  revision: number
}

/** A list of which nothing has come yet. */
export const initialState = (layout: readonly ColumnLayout[]): GridState => ({
  applied: ref(unfiltered),
  view: null,
  marks: ref(noMarks),
  outOfView: null,
  count: null,
  asOf: null,
  waiting: true,
  failed: [],
  problem: null,
  fresh: 0,
  changed: false,
  peek: false,
  sums: null,
  numbers: {},
  layout,
  rowInUrl: null,
  revision: 0,
})
