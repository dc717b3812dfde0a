import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { enter } from '#src/command/scene.ts'
import { useTabMemory } from '#src/shell/tabs.ts'
import { useAddress } from './address.ts'
import type { Grid } from './define.ts'
import { useFollowing } from './following.ts'
import { useLocating } from './locating.ts'
import { countOutOfView } from './marking.ts'
import { sceneOf } from './meant.ts'
import { Sheet } from './sheet.ts'
import { useStatus } from './status.ts'
import { useSums } from './summing.ts'

/** The sheet of a list: as it was left, for as long as its tab is open. It comes to the front, and follows what changes. */
export function useSheet(grid: Grid, filtering: boolean): Sheet {
  const [kept, keep] = useTabMemory<Sheet>('sheet')
  const [made] = useState(() => kept ?? new Sheet(grid))
  useEffect(() => {
    if (!kept) keep(made)
  })
  useEffect(() => enter(grid.page, sceneOf(made)), [grid, made])
  useAddress(made)
  useLocating(made)
  useFollowing(made)
  useSums(made)
  useStatus(made, filtering)
  useOutOfView(made)
  return made
}

/** Counts, whenever the filter is another, how many of the marked rows it does not show. */
function useOutOfView(sheet: Sheet): void {
  const { applied } = useSnapshot(sheet.state)
  useEffect(() => {
    if (applied.where !== '') void countOutOfView(sheet).catch(() => {}) // then only how many are marked is said
  }, [sheet, applied])
}
