import { useEffect, useRef } from 'react'
import { subscribe } from 'valtio'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { type Address, askAddress, isModified } from './filtering.ts'
import type { Sheet } from './sheet.ts'
import { isShared, openingView } from './views.ts'

/** What the search of an address asks to be shown. */
function readAddress(search: string): Address {
  const params = new URLSearchParams(search)
  return { q: params.get('q'), view: params.get('view'), row: params.get('row') }
}

const lookedAt = ({ state, row }: Sheet): string | null => (state.peek ? (row?.id ?? null) : null)

/** What is shown, as the search of an address: nothing in it is personal, and of views only those that others know too. */
export function addressOf(sheet: Sheet, row: string | null = lookedAt(sheet)): string {
  const { applied, view, layout } = sheet.state
  const params = new URLSearchParams()
  if (view === null || !isShared(view) || isModified(sheet, applied, layout)) params.set('q', applied.text)
  if (view !== null && isShared(view) && view !== openingView(sheet.grid)) params.set('view', view)
  if (row !== null) params.set('row', row)
  const search = params.toString()
  return search && `?${search}`
}

/** How long the cursor rests on a row before it stands in the address, in milliseconds. */
const restMs = 400

/** Has the row that is looked at stand in the address. */
function useLookedAt(sheet: Sheet): void {
  useEffect(() => {
    let written = lookedAt(sheet)
    let timer: ReturnType<typeof setTimeout> | undefined
    // not by rendering: a key that is held moves the cursor thirty times a second
    const look = () => {
      clearTimeout(timer)
      if (lookedAt(sheet) === written) return
      timer = setTimeout(() => {
        written = lookedAt(sheet)
        sheet.addressed?.('row')
      }, restMs)
    }
    const stops = [subscribe(sheet.state, look), subscribe(sheet.cursor, look)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [sheet])
}

/** Keeps the address and the sheet the same: what stands there is shown, and what is shown stands there. */
export function useAddress(sheet: Sheet): void {
  useLookedAt(sheet)
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
      if (came === 'address' || came === 'row') {
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
    if (sheet.pages.asOf && asked.q === null && asked.view === null && asked.row === null) sheet.addressed?.('address')
    else void askAddress(sheet, asked)
    committed.current = search
  }, [sheet, search])
}
