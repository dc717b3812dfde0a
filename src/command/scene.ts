import { proxy, ref, useSnapshot } from 'valtio'
import type { Selection } from '#contract/kernel/selection.ts'
import type { PageId } from '#contract/menu.ts'
import type { AnyRow } from './define.ts'

/** The rows a person means: those that are marked, else the one under the cursor. */
export interface Meant {
  /** The noun whose commands act on them. */
  readonly noun: string
  readonly listing: string
  readonly count: number
  /** Those of them that are loaded; all, unless there are more than `count` says. */
  readonly known: readonly AnyRow[]
  /** Whether they were marked; else it is the row under the cursor. */
  readonly marked: boolean
  /** The same as the server resolves it. */
  readonly selection: Selection
  /** The filter they were marked by, where everything that matches is meant. */
  readonly query: string | null
}

/** A list in front. It tells what is meant now, and takes the marks away when they have been acted on. */
export interface SceneList {
  readonly noun: string
  readonly listing: string
  meant(): Meant | null
  clear(): void
  /** Has the rows fetched again. */
  refetch(): void
  /** The keys of its rows, and whether they wait for rows that are on their way. A page that is about one row has none. */
  readonly keys?: { waits(): boolean }
}

interface Scene {
  page: PageId | null
  list: SceneList | null
  /** Counted up whenever what is meant changes: whoever shows it renders again. */
  turn: number
  /** The same, but not while only the cursor moves. */
  marks: number
}

/** What is in front of the person: what commands act on. Set by the page that is shown. */
export const scene = proxy<Scene>({ page: null, list: null, turn: 0, marks: 0 })

/** A list comes to the front. Answers how it leaves. */
export function enter(page: PageId, list: SceneList | null): () => void {
  Object.assign(scene, { page, list: list && ref(list) })
  turned()
  return () => {
    if (scene.page !== page) return
    Object.assign(scene, { page: null, list: null })
    turned()
  }
}

/** What is meant has changed. */
export function turned(): void {
  scene.turn += 1
  scene.marks += 1
}

/** The cursor stands on another row, and none is marked. */
export const pointed = (): void => {
  scene.turn += 1
}

/** What is meant now; renders again when that changes. */
export function useMeant(): Meant | null {
  const { turn } = useSnapshot(scene)
  return turn >= 0 ? (scene.list?.meant() ?? null) : null
}

/** What is meant where rows are marked, else null. A cursor that moves renders nobody again. */
export function useMarked(): Meant | null {
  const { marks } = useSnapshot(scene)
  const meant = marks >= 0 ? scene.list?.meant() : null
  return meant?.marked ? meant : null
}
