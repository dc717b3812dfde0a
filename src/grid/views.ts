import { proxy, useSnapshot } from 'valtio'
import { nounOf } from '#src/call/call.ts'
import { say } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import type { Grid } from './define.ts'
import { keepOpening, keepViews, keptLayout, keptOpening, keptViews, type SavedView } from './keeping.ts'
import { type Laid, reconciled } from './layout.ts'

/** A named filter of a list: declared with it, or saved by whoever is signed in. */
export interface NamedView {
  /** Names it among the views of its list. Those that were saved begin with `~`. */
  readonly name: string
  /** Its filter line, canonical and without anything personal. */
  readonly query: string
  readonly saved: boolean
}

/** As many views as somebody may save for one list, and the longest name of one. */
export const savedMax = 20
export const viewNameMax = 40

const mark = '~'
const state = proxy({ turn: 0 })
const changed = (): void => {
  state.turn += 1
}

const nameOf = ({ title }: SavedView): string => mark + title

/** Every view of a list, in the order of the digits that choose them. */
export const viewsOf = (grid: Grid): readonly NamedView[] => [
  ...grid.views.map(({ name, query }) => ({ name, query, saved: false })),
  ...keptViews(grid).map((view) => ({ name: nameOf(view), query: view.query, saved: true })),
]

/** The same; renders again when one is saved or goes. */
export function useViews(grid: Grid): readonly NamedView[] {
  const { turn } = useSnapshot(state)
  return turn >= 0 ? viewsOf(grid) : []
}

/** What a view is called on the screen. */
export const viewTitle = ({ listing }: Grid, { name, saved }: Pick<NamedView, 'name' | 'saved'>): string =>
  saved ? name.slice(mark.length) : say(`${nounOf(listing)}.view.${name}`)

/** Whether a view was saved by somebody, and so brings its columns. */
export const isSaved = (view: string | null): boolean => view?.startsWith(mark) === true

/** The columns of a view: its own where it was saved, else those that somebody has chosen for the list. */
export function layoutOf(grid: Grid, view: string | null): readonly Laid[] {
  const saved = keptViews(grid).find((one) => nameOf(one) === view)
  return saved ? reconciled(saved.layout, grid) : keptLayout(grid)
}

/** The view that a list opens with: the one that was chosen for that, else the first that is meant for this person. */
export function openingView(grid: Grid): string | null {
  const kept = keptOpening(grid)
  if (viewsOf(grid).some(({ name }) => name === kept)) return kept
  return grid.opens.find(({ right }) => may(right))?.view ?? grid.views[0]?.name ?? null
}

/** Has a list open with a view; null: with the one that it opens with by itself. */
export function openWith(grid: Grid, view: string | null): void {
  keepOpening(grid, view)
  changed()
}

/** Saves a filter and the columns under a name, over the one that has it. Answers the view. */
export function saveView(grid: Grid, title: string, { query, layout }: Pick<SavedView, 'query' | 'layout'>): string {
  const saved: SavedView = { title, query, layout }
  const others = keptViews(grid)
  const at = others.findIndex((one) => one.title === title)
  keepViews(grid, at < 0 ? [...others, saved].slice(-savedMax) : others.with(at, saved))
  changed()
  return nameOf(saved)
}

/** Forgets a view that was saved. */
export function forgetView(grid: Grid, view: string): void {
  keepViews(
    grid,
    keptViews(grid).filter((one) => nameOf(one) !== view),
  )
  changed()
}
