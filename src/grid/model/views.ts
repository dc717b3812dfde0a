import { proxy, useSnapshot } from 'valtio'
import { views as calls, type SavedView, type Views } from '#contract/views.ts'
import { call, nounOf } from '#src/call/call.ts'
import { showError } from '#src/call/show-error.ts'
import { say, text } from '#src/locale/text.ts'
import { currentSession, may, onSignOut } from '#src/session/base/session.ts'
import type { Grid } from '../define.ts'
import { type ColumnLayout, reconcileLayout } from './layout.ts'
import { storedLayout } from './local-store.ts'

/** A named filter of a list: declared with it, or saved by somebody. */
export interface NamedView {
  /** Names it among the views of its list. Those that were saved begin with `~`. */
  readonly name: string
  /** Its filter line, canonical and without anything personal. */
  readonly query: string
  readonly saved: SavedView | null
}

const noViews: Views = { views: [], openings: [], team: { name: '', listings: [] }, roles: [] }
/** What the server keeps for whoever is signed in, as it was told last. */
const state = proxy<{ kept: Views }>({ kept: noViews })
let asked: { readonly at: number; readonly answer: Promise<void> } | null = null
let isTold = false
onSignOut(() => {
  state.kept = noViews
  asked = null
  isTold = false
})

/** For so long what was told stays true, and a list waits so long to be told, in milliseconds. */
const [freshMs, patienceMs] = [30_000, 1_500]

async function fetchViews(): Promise<void> {
  if (await takeViews(call(calls.get, {}))) isTold = true
}

/**
 * Has the saved views there: before the first list opens, and told again after a while. Where they do not come soon, a list
 * opens without them.
 */
export async function loadViews(): Promise<void> {
  if (!asked || Date.now() - asked.at > freshMs) asked = { at: Date.now(), answer: fetchViews() }
  if (!isTold) await Promise.race([asked.answer, new Promise((later) => setTimeout(later, patienceMs))])
}

/** Every view of a list, in the order of the digits that choose them. */
export const viewsOf = ({ views, listing }: Grid): readonly NamedView[] => [
  ...views.map(({ name, query }) => ({ name, query, saved: null })),
  ...state.kept.views
    .filter((view) => view.listing === listing.id && view.mine)
    .map((view) => ({ name: view.id, query: view.query, saved: view })),
]

/** What the server keeps of views; renders again when it does. */
export const useSavedViews = (): Views => useSnapshot(state).kept as Views // nobody writes into it

/** Every view of a list; renders again when one is saved or goes. */
export function useViews(grid: Grid): readonly NamedView[] {
  return useSavedViews() ? viewsOf(grid) : []
}

/** What a view is called on the screen. */
export const viewTitle = ({ listing }: Grid, { name, saved }: NamedView): string =>
  saved ? saved.title : say(`${nounOf(listing)}.view.${name}`)

/** Whom a saved view is for, in words. */
export const audienceText = ({ audience, of: { name } }: Pick<SavedView, 'audience' | 'of'>): string =>
  text(`grid.viewFor.${audience}`, { name })

const savedViewOf = (view: string | null): SavedView | undefined => state.kept.views.find(({ id }) => id === view)

/** Whether a view was saved by somebody, and so brings its columns. */
export const isSavedView = (view: string | null): boolean => view?.startsWith('~') === true
/** Whether others know a view too, so that an address may name it. */
export const isSharedView = (view: string | null): boolean =>
  !isSavedView(view) || (savedViewOf(view)?.audience ?? 'own') !== 'own'

/** The columns of a view: its own where it was saved, else those that somebody has chosen for the list. */
export function layoutOf(grid: Grid, view: string | null): readonly ColumnLayout[] {
  const saved = savedViewOf(view)
  return saved ? reconcileLayout(saved.layout, grid) : storedLayout(grid)
}

/** Whether a view has columns that its list has no longer. */
export const lacksColumns = ({ columns }: Grid, { saved }: NamedView): boolean =>
  saved?.layout.some(({ field }) => !columns.some((column) => column.field === field)) === true

/** What was chosen for a list to open with, by the person themselves or for a role; none where that view is gone. */
export function chosenOpening(grid: Grid, audience: 'own' | 'role', role?: string): string | null {
  const chosen = state.kept.openings.filter((one) => one.listing === grid.listing.id && one.audience === audience)
  const views = role === undefined ? viewsOf(grid) : viewsForRole(grid, role)
  const found = chosen.find(({ of, mine, view }) => {
    return (role === undefined ? mine : of === role) && views.some(({ name }) => name === view)
  })
  return found?.view ?? null
}

/** The views that everybody of a role has. */
export const viewsForRole = ({ views, listing }: Grid, role: string): readonly NamedView[] => [
  ...views.map(({ name, query }) => ({ name, query, saved: null })),
  ...state.kept.views
    .filter((view) => view.listing === listing.id && view.audience === 'role' && view.of.id === role)
    .map((view) => ({ name: view.id, query: view.query, saved: view })),
]

/** The view that a list opens with: the one somebody chose, the one of their role, else the first that is meant for them. */
export const openingView = (grid: Grid): string | null =>
  chosenOpening(grid, 'own') ??
  chosenOpening(grid, 'role') ??
  grid.opens.find(({ right }) => may(right))?.view ??
  grid.views[0]?.name ??
  null

/** Takes over the views that a call answers. Answers whether it went well, and whoever asked is still who is signed in. */
async function takeViews(answer: Promise<Views>): Promise<boolean> {
  const asker = currentSession.user?.userId
  try {
    const kept = await answer
    if (currentSession.user?.userId !== asker) return false
    state.kept = kept
    return true
  } catch (error) {
    showError(error)
    return false
  }
}
const once = () => ({ idempotencyKey: crypto.randomUUID() })

/** Has a list open with a view, for oneself or for a role; null: with the one that it opens with by itself. */
export const setOpeningView = ({ listing }: Grid, view: string | null, roleId?: Views['roles'][number]['id']) =>
  takeViews(call(calls.open, { listing: listing.id, view, ...(roleId && { roleId }) }, once()))

/** What is saved, for whom: of a role by its id. */
export interface NewView extends Pick<SavedView, 'title' | 'query' | 'audience'> {
  readonly layout: readonly ColumnLayout[]
  readonly roleId?: Views['roles'][number]['id'] | undefined
}

/** Saves a filter and the columns under a name, over the one that has it. Answers the view, or null where it was refused. */
export async function saveView({ listing }: Grid, { layout, ...saving }: NewView): Promise<NamedView | null> {
  const { title, audience, roleId } = saving
  if (!(await takeViews(call(calls.save, { listing: listing.id, layout: [...layout], ...saving }, once())))) return null
  const saved = state.kept.views.find(
    (view) =>
      view.listing === listing.id &&
      view.title === title &&
      view.audience === audience &&
      view.mayChange &&
      (roleId === undefined || view.of.id === roleId),
  )
  return saved ? { name: saved.id, query: saved.query, saved } : null
}

/** Deletes a view that was saved. */
export const deleteView = ({ id }: SavedView): Promise<boolean> => takeViews(call(calls.remove, { id }, once()))
