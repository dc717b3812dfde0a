import { useEffect, useRef } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { askAddress, isModified } from './filtering.ts'
import type { Sheet } from './sheet.ts'

/** What an address says about a list. */
export interface Address {
  readonly q: string | null
  readonly view: string | null
  /** The row that was looked at. */
  readonly row: string | null
}

/** What the search of an address asks to be shown. */
function readAddress(search: string): Address {
  const params = new URLSearchParams(search)
  return { q: params.get('q'), view: params.get('view'), row: params.get('row') }
}

/** What is shown, as the search of an address: nothing in it is personal. */
export function addressOf(sheet: Sheet, { row = null }: { row?: string | null } = {}): string {
  const { applied, view } = sheet.state
  const params = new URLSearchParams()
  if (view === null || isModified(sheet, applied.line, view)) params.set('q', applied.text)
  if (view !== null && view !== sheet.grid.views[0]?.name) params.set('view', view)
  if (row !== null) params.set('row', row)
  const search = params.toString()
  return search && `?${search}`
}

/** Keeps the address and the sheet the same: what stands there is shown, and what is shown stands there. */
export function useAddress(sheet: Sheet): void {
  const search = useSearch()
  const written = useRef<string | null>(null)
  const committed = useRef('')
  useEffect(() => {
    sheet.addressed = (came) => {
      const next = addressOf(sheet)
      const go = (to: string, replace: boolean) => {
        written.current = to
        navigate(location.pathname + to, { replace })
      }
      if (came === 'typing') return go(next, true)
      if (came === 'address') {
        committed.current = next
        return go(next, true)
      }
      // while it was typed the address changed already: what was there before comes first
      if (location.search !== committed.current) go(committed.current, true)
      if (next !== committed.current) go(next, false)
      committed.current = next
    }
    return () => {
      sheet.addressed = null
    }
  }, [sheet])
  useEffect(() => {
    if (search === written.current) return
    const asked = readAddress(search)
    written.current = search
    if (sheet.pages.asOf && asked.q === null && asked.view === null) sheet.addressed?.('address')
    else void askAddress(sheet, asked)
    committed.current = search
  }, [sheet, search])
}
