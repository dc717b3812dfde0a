import { useEffect, useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { activatePage } from '#src/command/active-list.ts'
import { useTabMemory } from '#src/session/tabs.ts'
import { activeListOf } from '../actions/action-target.ts'
import { countOutOfView } from '../actions/select-rows.ts'
import type { Grid } from '../define.ts'
import { GridModel } from '../model/grid-model.ts'
import { parsePlace } from '../model/grid-place.ts'
import { useAnnouncements } from './use-announcements.ts'
import { useLiveUpdates } from './use-live-updates.ts'
import { useRowFromUrl } from './use-row-from-url.ts'
import { useStatusLine } from './use-status-line.ts'
import { useSums } from './use-sums.ts'
import { useUrlState } from './use-url-state.ts'

/** The model of a list: as it was left, for as long as its tab is open; after a reload where somebody was in it. It comes to the front, and follows what changes. */
export function useGridModel(grid: Grid, filtering: boolean): GridModel {
  const [kept, keep] = useTabMemory<unknown>('grid')
  const [made] = useState(() => (kept instanceof GridModel ? kept : new GridModel(grid, parsePlace(kept))))
  useEffect(() => {
    if (kept !== made) keep(made)
  })
  // with its first picture: whoever points at a row then means that
  useLayoutEffect(() => activatePage(grid.page, activeListOf(made)), [grid, made])
  useUrlState(made)
  useRowFromUrl(made)
  useLiveUpdates(made)
  useSums(made)
  useStatusLine(made, filtering)
  useAnnouncements(made)
  useOutOfView(made)
  return made
}

/** Counts, whenever the filter is another, how many of the marked rows it does not show. */
function useOutOfView(model: GridModel): void {
  const { applied } = useSnapshot(model.state)
  useEffect(() => {
    if (applied.where !== '') void countOutOfView(model).catch(() => {}) // then only how many are marked is said
  }, [model, applied])
}
