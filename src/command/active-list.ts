import { proxy, ref, useSnapshot } from 'valtio'
import type { Refused } from '#contract/kernel/fault.ts'
import type { Selection } from '#contract/kernel/selection.ts'
import type { PageId } from '#contract/menu.ts'
import type { GridKey } from '#src/keyboard/default-shortcuts.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import type { AnyRow } from './command.ts'

/** Action target: the rows a person means, those that are marked, else the one under the cursor. */
export interface ActionTarget {
  /** The noun whose commands act on them. */
  readonly noun: string
  readonly listing: string
  readonly count: number
  /** Those of them that are loaded; all, unless there are more than `count` says. */
  readonly loadedRows: readonly AnyRow[]
  /** Whether they were marked; else it is the row under the cursor. */
  readonly marked: boolean
  /** The same as the server resolves it. */
  readonly selection: Selection
  /** Tells the filter they were marked by, in the reader's words, where everything that matches is meant. */
  readonly query: (() => string) | null
  /** Rows of other nouns that the page shows beside them: the commands of their kind act on those. */
  readonly beside?: readonly ActionTarget[]
}

/** One row of a list as a target, which nobody has marked. */
export const targetOfRow = (noun: string, listing: string, row: AnyRow): ActionTarget => ({
  ...{ noun, listing, count: 1, loadedRows: [row], marked: false, query: null },
  selection: { listing, ids: [row.id] },
})

/** What can be done to a list as a whole, and to its rows on the screen: by keys, and by commands. */
export interface ListActions {
  /** Whether there is such a thing here: not without the right, and not where nothing draws it. */
  has(action: GridKey): boolean
  /** Why it would do nothing now. */
  refusal(action: GridKey): Refused | null
  run(action: GridKey): void
  /** Its views, as they are called on the screen. */
  views(): readonly ListView[]
}

/** A named filter of the list in front. */
export interface ListView {
  readonly name: string
  readonly title: string
  /** The digit that chooses it. */
  readonly keys: Shortcut | null
  show(): void
}

/** A list in front. It tells what is meant now, and takes the marks away when they have been acted on. */
export interface ActiveList {
  readonly noun: string
  readonly listing: string
  target(): ActionTarget | null
  clear(): void
  /** Has the rows fetched again. */
  refetch(): void
  /** Takes over a row as a call has answered it, where it is here. */
  patch(row: AnyRow): void
  /** What can be done to it. A page that is about one row has none. */
  readonly actions?: () => ListActions | null
  /** The keys of its rows, and whether they wait for rows that are on their way. A page where they are not heard has none. */
  readonly keys?: { isLoading(): boolean }
}

interface ActivePage {
  id: PageId | null
  list: ActiveList | null
  /** Rows that stand beside what the page is about: what is asked for on an order. */
  beside: readonly ActionTarget[]
  /** Counted up whenever what is meant changes: whoever shows it renders again. */
  targetVersion: number
  /** The same, but not while only the cursor moves. */
  marksVersion: number
}

/** What is in front of the person: what commands act on. Set by the page that is shown. */
export const activePage = proxy<ActivePage>({
  ...{ id: null, list: null, beside: ref([]) },
  ...{ targetVersion: 0, marksVersion: 0 },
})

/** A list comes to the front. Answers how it leaves. */
export function activatePage(page: PageId, list: ActiveList | null): () => void {
  Object.assign(activePage, { id: page, list: list && ref(list) })
  selectionChanged()
  return () => {
    // a list and the page of one of its rows have the same id
    if (activePage.id !== page || activePage.list !== list) return
    Object.assign(activePage, { id: null, list: null })
    selectionChanged()
  }
}

/** Rows come to stand beside what the page is about. Answers how they leave. */
export function standBeside(target: ActionTarget): () => void {
  activePage.beside = ref([...activePage.beside, target])
  selectionChanged()
  return () => {
    activePage.beside = ref(activePage.beside.filter((one) => one !== target))
    selectionChanged()
  }
}

/** Memo: what was meant last, so that it stays the same object while nothing changes. */
let joined: {
  readonly own: ActionTarget
  readonly beside: ActivePage['beside']
  readonly target: ActionTarget
} | null = null

/** What is meant now, with what stands beside it. */
export function currentTarget(): ActionTarget | null {
  const own = activePage.list?.target() ?? null
  const { beside } = activePage
  if (!own || beside.length === 0) return own
  if (joined?.own !== own || joined.beside !== beside) joined = { own, beside, target: { ...own, beside } }
  return joined.target
}

/** Those of the rows meant that are of `noun`: themselves, or the first beside them; null where none are. */
export const targetOfNoun = (target: ActionTarget | null, noun: string): ActionTarget | null =>
  [target, ...(target?.beside ?? [])].find((one) => one?.noun === noun) ?? null

/** What is meant has changed. */
export function selectionChanged(): void {
  activePage.targetVersion += 1
  activePage.marksVersion += 1
}

/** The cursor stands on another row, and none is marked. */
export const cursorMoved = (): void => {
  activePage.targetVersion += 1
}

/** What can be done to the list in front; null where there is none. */
export const listActions = (): ListActions | null => activePage.list?.actions?.() ?? null

/** Whether keys of the list in front wait for rows that are on their way. */
export const isListLoading = (): boolean => activePage.list?.keys?.isLoading() ?? false

/** Takes away the marks that were acted on; those beside a single row stay. */
export function clearMarksOf(target: ActionTarget | null): void {
  if (target?.marked && activePage.list?.noun === target.noun) activePage.list.clear()
}

/** A call has changed a row and answered it: whatever is done to it next begins with what it is now. */
export function patchActiveList(noun: string, row: AnyRow): void {
  if (activePage.list?.noun === noun) activePage.list.patch(row)
}

/** What is meant now; renders again when that changes. */
export function useActionTarget(): ActionTarget | null {
  const { targetVersion } = useSnapshot(activePage)
  return targetVersion >= 0 ? currentTarget() : null
}

/** What is meant where rows are marked, else null. A cursor that moves renders nobody again. */
export function useMarkedTarget(): ActionTarget | null {
  const { marksVersion } = useSnapshot(activePage)
  const target = marksVersion >= 0 ? activePage.list?.target() : null
  return target?.marked ? target : null
}
