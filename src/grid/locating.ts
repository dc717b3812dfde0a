import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { announce } from '#src/call/announce.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { fetchPlace } from './calls.ts'
import type { Sheet } from './sheet.ts'

/** Where a row stands in the list as it is shown; null where it is not in it, or not for this person to see. */
async function placeOf({ listing, state, pages }: Sheet, id: string): Promise<number | null> {
  const { applied, asOf } = state
  for (const [place, row] of pages.rows()) if (row.id === id) return place
  return (await fetchPlace(listing, { q: applied.text, id, ...(asOf && { asOf }) })).place
}

/** Puts the cursor on the row that an address names, once the list is there. In a list that just came it is looked at. */
export function useLocating(sheet: Sheet): void {
  const { state } = sheet
  const { wanted, waiting, count } = useSnapshot(state)
  const fresh = useRef(count === null)
  const ready = !waiting && count !== null
  useEffect(() => {
    if (wanted === null || !ready) return
    const settle = (place: number | null) => {
      if (state.wanted !== wanted) return
      if (place === null) toast('warn', text('grid.rowNotHere', { id: wanted }))
      else {
        sheet.moveTo({ row: place })
        if (fresh.current) state.peek = true
      }
      state.wanted = null
      fresh.current = false
    }
    placeOf(sheet, wanted).then(settle, (error: unknown) => {
      state.wanted = null
      announce(error)
    })
  }, [sheet, state, wanted, ready])
}
