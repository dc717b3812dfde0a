import { useEffect, useRef } from 'react'
import { subscribe } from 'valtio'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { applyUrl } from '../actions/filter-and-sort.ts'
import type { GridModel } from '../model/grid-model.ts'
import { parseUrl, peekedRowId, urlSearchOf } from '../model/url.ts'

/** How long the cursor rests on a row before it stands in the address, in milliseconds. */
const restMs = 400

/** Has the row that is looked at stand in the address. */
function usePeekInUrl(model: GridModel): void {
  useEffect(() => {
    let written = peekedRowId(model)
    let timer: ReturnType<typeof setTimeout> | undefined
    // not by rendering: a key that is held moves the cursor thirty times a second
    const look = () => {
      clearTimeout(timer)
      if (peekedRowId(model) === written) return
      timer = setTimeout(() => {
        written = peekedRowId(model)
        model.onUrlChange?.('row')
      }, restMs)
    }
    const stops = [subscribe(model.state, look), subscribe(model.cursor, look)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [model])
}

/** Synchronises the URL and the list: what stands there is shown, and what is shown stands there. */
export function useUrlState(model: GridModel): void {
  usePeekInUrl(model)
  const search = useSearch()
  const written = useRef<string | null>(null)
  const committed = useRef('')
  useEffect(() => {
    model.onUrlChange = (came) => {
      const next = urlSearchOf(model)
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
      model.onUrlChange = null
    }
  }, [model])
  useEffect(() => {
    if (search === written.current) return
    const asked = parseUrl(search)
    written.current = search
    if (model.pages.asOf && asked.q === null && asked.view === null && asked.row === null)
      model.onUrlChange?.('address')
    else void applyUrl(model, asked)
    committed.current = search
  }, [model, search])
}
