import { navigate } from 'wouter/use-browser-location'
import { isOwnPage } from '#src/session/base/own-pages.ts'
import type { GridModel } from '../model/grid-model.ts'
import { urlSearchOf } from '../model/url.ts'

/** Goes where the row under the cursor leads, if anywhere that is open to whoever asks. The address that is left says which row that was. */
function openRow(model: GridModel): boolean {
  const { row, grid } = model
  const path = row && grid.open?.(row)
  if (!path || !isOwnPage(path)) return false
  navigate(location.pathname + urlSearchOf(model, row.id), { replace: true })
  navigate(path)
  return true
}

/** Goes where the row under the cursor leads; where it leads nowhere, has a look at it. */
export function openOrPeek(model: GridModel): void {
  if (model.row && !openRow(model)) model.state.peek = true
}
