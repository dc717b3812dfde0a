import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { showError } from '#src/call/show-error.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import type { GridModel } from '../model/grid-model.ts'
import { fetchPlace } from '../model/listing-calls.ts'

/** Where a row stands in the list as it is shown; null where it is not in it, or not for this person to see. */
async function placeOf(model: GridModel, id: string): Promise<number | null> {
  const { listing, state, pages, tree } = model
  const { applied, asOf } = state
  if (tree) return model.reveal(id)
  for (const [place, row] of pages.rows()) if (row.id === id) return place
  return (await fetchPlace(listing, { q: applied.text, id, ...(asOf && { asOf }) })).place
}

/** Puts the cursor on the row that an address names, once the list is there. In a list that just came it is looked at. */
export function useRowFromUrl(model: GridModel): void {
  const { state } = model
  const { rowInUrl, waiting, count } = useSnapshot(state)
  const fresh = useRef(count === null)
  const ready = !waiting && count !== null
  useEffect(() => {
    if (rowInUrl === null || !ready) return
    const settle = (place: number | null) => {
      if (state.rowInUrl !== rowInUrl) return
      if (place === null) toast('warn', text('grid.rowNotHere', { id: rowInUrl }))
      else {
        model.moveTo({ row: place })
        if (fresh.current) state.peek = true
      }
      state.rowInUrl = null
      fresh.current = false
    }
    placeOf(model, rowInUrl).then(settle, (error: unknown) => {
      state.rowInUrl = null
      showError(error)
    })
  }, [model, state, rowInUrl, ready])
}
