import { navigate } from 'wouter/use-browser-location'
import { addressOf } from './address.ts'
import type { Sheet } from './sheet.ts'

/** Goes where the row under the cursor leads. The address that is left says which row that was. */
export function openRow(sheet: Sheet): void {
  const { row, grid } = sheet
  const path = row && grid.open?.(row)
  if (!path) return
  navigate(location.pathname + addressOf(sheet, { row: row.id }), { replace: true })
  navigate(path)
}
