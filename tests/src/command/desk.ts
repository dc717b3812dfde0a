import { vi } from 'vitest'
import { isListing } from '#contract/kernel/list.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'
import { type ActionTarget, activePage, selectionChanged } from '#src/command/active-list.ts'
import type { AnyRow, Command } from '#src/command/command.ts'
import { commandOf } from '#src/command/registry.ts'
import { closePalette, type PaletteStep, paletteState } from '#src/command/run/palette-state.ts'
import { loadTexts, startLanguage } from '#src/locale/language.ts'
import { endSession } from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import { fetchCurrentUser } from '#src/session/current-user.ts'
import { toasts } from '#src/ui/feedback/toast.ts'
import { type Account, test as base } from '#tests/support/server.ts'
import { turns } from '#tests/support/turns.ts'
import { pretend } from './browser.ts'

/** Calls that change something: everything else may be asked at any time. */
const writing = [...registryOf(modules).entries.values()].filter(
  ({ endpoint }) => endpoint.risk !== 'read' && !isListing(endpoint) && !endpoint.id.startsWith('history.'),
)
const addresses = new Map(writing.map(({ endpoint }) => [endpoint.at as string, endpoint.id]))

const nothing = () => {}
const realNow = performance.now.bind(performance)
/** In milliseconds. */
const readMs = 1_000
/** Of the event loop, in which nothing new was begun. */
const quietTurns = 20

/** Somebody at the console, with the real server behind it. */
export interface Desk {
  /** The ids of writing calls that were sent, in order. */
  readonly sent: string[]
  /** What was said in toasts. */
  readonly said: () => string[]
  /** Signs somebody in. */
  sit(who: Account): Promise<void>
  /** Puts rows in front of them: one under the cursor, several marked. */
  mean(listing: string, ids: readonly string[]): Promise<ActionTarget>
  /** Has everything of a list meant, of which one page is loaded. */
  meanAll(listing: string, count: number): Promise<void>
  command(id: string): Command
  step: () => PaletteStep
  /** Has more time pass for the eye than a review has to stand before its button is heard. */
  read(): void
  /** Waits until all that was started has come to rest: parts that are loaded, calls, and what follows from their answers. */
  rest(): Promise<void>
  /** Waits until the palette is at a step. */
  at<At extends PaletteStep['at']>(at: At): Promise<Extract<PaletteStep, { at: At }>>
}

const listings = registryOf(modules).listings

/** What a list in front does that no test looks at. */
const inert = { clear: () => {}, refetch: () => {}, patch: () => {}, keys: { isLoading: () => false } }

/** A test of what the console does, in front of the real server. */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ server, tokenOf, raw }, use) => {
    pretend()
    const sent: string[] = []
    const underWay = new Set<Promise<void>>()
    let ahead = 0
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
      const url = String(input)
      if (!url.startsWith('/api')) return real(input, init)
      const path = url.slice('/api'.length).split('?')[0]!
      const id = addresses.get(`${init?.method ?? 'GET'} ${path}`)
      if (id) sent.push(id)
      const call = real(server.url + url, init)
      const over = call.then(nothing, nothing).finally(() => underWay.delete(over))
      underWay.add(over)
      return call
    })
    await startLanguage()
    await loadTexts('en')
    await use({
      sent,
      said: () => toasts.waiting.map(({ message }) => message),
      async sit(who) {
        token.holdHere(await tokenOf(who))
        const takeIn = await fetchCurrentUser()
        takeIn()
      },
      async mean(listing, ids) {
        const known = listings.get(listing)!.listing
        const noun = known.lists!.noun
        // a listing has no line for no rows
        const { data } =
          ids.length === 0
            ? { data: { rows: [] } }
            : await raw(`${known.at}?q=${encodeURIComponent(`id:${ids.join(',')}`)}`, { who: 'manager' })
        const { rows } = data as { rows: AnyRow[] } // what a listing answers
        const target: ActionTarget = {
          ...{ noun, listing, count: ids.length, loadedRows: rows, marked: ids.length > 1, query: null },
          selection: { listing, ids: [...ids] },
        }
        activePage.list = { noun, listing, target: () => target, ...inert }
        selectionChanged()
        return target
      },
      async meanAll(listing, count) {
        const { at, lists } = listings.get(listing)!.listing
        const { noun } = lists!
        const { data } = await raw(at, { who: 'manager' })
        const { rows: known } = data as { rows: AnyRow[] } // what a listing answers
        const asOf = server.app.clock.now().toISOString() as Instant // what it writes is one
        const selection = { listing, query: '', asOf, excluded: [] }
        const target: ActionTarget = {
          noun,
          listing,
          count,
          loadedRows: known,
          marked: true,
          query: () => '',
          selection,
        }
        activePage.list = { noun, listing, target: () => target, ...inert }
        selectionChanged()
      },
      command: (id) => commandOf(id)!,
      step: () => paletteState.step,
      read() {
        ahead += readMs
        vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead)
      },
      async rest() {
        for (let quiet = 0; quiet < quietTurns; quiet++) {
          await vi.dynamicImportSettled()
          if (underWay.size > 0) quiet = 0
          await Promise.all(underWay)
          await turns(1)
        }
      },
      at: async (at) => {
        await vi.waitUntil(() => paletteState.open && paletteState.step.at === at, { timeout: 30_000 })
        return paletteState.step as never // as was waited for
      },
    })
    closePalette()
    endSession()
    activePage.list = null
    toasts.waiting.length = 0
    vi.unstubAllGlobals()
  },
})
