import { vi } from 'vitest'
import { isListing } from '#contract/kernel/list.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { registryOf } from '#server/kernel/registry.ts'
import { modules } from '#server/modules/index.ts'
import type { AnyRow, Command } from '#src/command/define.ts'
import { close, palette, type Step } from '#src/command/palette.ts'
import { commandOf } from '#src/command/registry.ts'
import { type Meant, scene, turned } from '#src/command/scene.ts'
import { loadTexts, startLanguage } from '#src/locale/language.ts'
import { leave } from '#src/session/session.ts'
import { token } from '#src/session/token.ts'
import { askWho } from '#src/session/who.ts'
import { toasts } from '#src/ui/toast.ts'
import { type Account, test as base } from '#tests/support/server.ts'
import { pretend } from './browser.ts'

/** Calls that change something: everything else may be asked at any time. */
const writing = [...registryOf(modules).entries.values()].filter(
  ({ endpoint }) => endpoint.risk !== 'read' && !isListing(endpoint) && !endpoint.id.startsWith('history.'),
)
const addresses = new Map(writing.map(({ endpoint }) => [endpoint.at as string, endpoint.id]))

/** Somebody at the console, with the real server behind it. */
export interface Desk {
  /** The ids of writing calls that were sent, in order. */
  readonly sent: string[]
  /** What was said in toasts. */
  readonly said: () => string[]
  /** Signs somebody in. */
  sit(who: Account): Promise<void>
  /** Puts rows in front of them: one under the cursor, several marked. */
  mean(listing: string, ids: readonly string[]): Promise<Meant>
  /** Has everything of a list meant, of which one page is loaded. */
  meanAll(listing: string, count: number): Promise<void>
  command(id: string): Command
  step: () => Step
  /** Waits until the palette is at a step. */
  at<At extends Step['at']>(at: At): Promise<Extract<Step, { at: At }>>
}

const listings = registryOf(modules).listings

/** What a list in front does that no test looks at. */
const inert = { clear: () => {}, refetch: () => {}, keys: { waits: () => false } }

/** A test of what the console does, in front of the real server. */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ server, tokenOf, raw }, use) => {
    pretend()
    const sent: string[] = []
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
      const url = String(input)
      if (!url.startsWith('/api')) return real(input, init)
      const path = url.slice('/api'.length).split('?')[0]!
      const id = addresses.get(`${init?.method ?? 'GET'} ${path}`)
      if (id) sent.push(id)
      return real(server.url + url, init)
    })
    await startLanguage()
    await loadTexts('en')
    await use({
      sent,
      said: () => toasts.waiting.map(({ message }) => message),
      async sit(who) {
        token.holdHere(await tokenOf(who))
        const takeIn = await askWho()
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
        const meant: Meant = {
          ...{ noun, listing, count: ids.length, known: rows, marked: ids.length > 1, query: null },
          selection: { listing, ids: [...ids] },
        }
        scene.list = { noun, listing, meant: () => meant, ...inert }
        turned()
        return meant
      },
      async meanAll(listing, count) {
        const { at, lists } = listings.get(listing)!.listing
        const { noun } = lists!
        const { data } = await raw(at, { who: 'manager' })
        const { rows: known } = data as { rows: AnyRow[] } // what a listing answers
        const asOf = server.ground.clock.now().toISOString() as Instant // what it writes is one
        const selection = { listing, query: '', asOf, excluded: [] }
        const meant: Meant = { noun, listing, count, known, marked: true, query: '', selection }
        scene.list = { noun, listing, meant: () => meant, ...inert }
        turned()
      },
      command: (id) => commandOf(id)!,
      step: () => palette.step,
      at: async (at) => {
        await vi.waitUntil(() => palette.open && palette.step.at === at, { timeout: 5_000 })
        return palette.step as never // as was waited for
      },
    })
    close()
    leave()
    scene.list = null
    toasts.waiting.length = 0
    vi.unstubAllGlobals()
  },
})
