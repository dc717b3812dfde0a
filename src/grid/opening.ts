import { navigate } from 'wouter/use-browser-location'
import { addressOf } from './address.ts'
import type { Sheet } from './sheet.ts'

/** Goes where the row under the cursor leads, if anywhere. The address that is left says which row that was. */
function openRow(sheet: Sheet): boolean {
  const { row, grid } = sheet
  const path = row && grid.open?.(row)
  if (!path) return false
  navigate(location.pathname + addressOf(sheet, row.id), { replace: true })
  navigate(path)
  return true
}

/** Goes where the row under the cursor leads; where it leads nowhere, has a look at it. */
export function openOrLook(sheet: Sheet): void {
  if (sheet.row && !openRow(sheet)) sheet.state.peek = true
}
