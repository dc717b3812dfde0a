import './browser.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { rightsOf } from '#contract/kernel/grants.ts'
import { buttons } from '#contract/kernel/rights.ts'
import type { Macro } from '#contract/macros.ts'
import { type PageId, pageIds } from '#contract/menu.ts'
import { menuOf } from '#server/modules/session/menu.ts'
import { grantsOf, roleMarks } from '#server/seed/roles.ts'
import { commands } from '#src/catalogue.ts'
import { globalBindings, rowBindings } from '#src/command/bindings.ts'
import { history } from '#src/command/history.ts'
import { readLink } from '#src/command/link.ts'
import { macros, replay } from '#src/command/macros.ts'
import { find } from '#src/command/modes.ts'
import { changeable } from '#src/command/my-keys.ts'
import { palette } from '#src/command/palette.ts'
import { offersFor } from '#src/command/pasted.ts'
import { allowed, commandOf } from '#src/command/registry.ts'
import type { Meant } from '#src/command/scene.ts'
import { say } from '#src/locale/text.ts'
import { may, session } from '#src/session/session.ts'

const sit = (granted: ReadonlyMap<PageId, number>) => {
  session.granted = new Map(granted)
  session.menu = menuOf(granted)
}
afterEach(() => sit(new Map()))

const english = { language: 'en', pinyin: true } as const
const nouns = [...new Set(commands.flatMap(({ rows }) => rows?.noun ?? []))]
const foundBy = (line: string) =>
  find(line, null, english)
    .flatMap(({ found }) => found)
    .flatMap(({ target }) => (target.to === 'command' || target.to === 'why' ? [target.command.id] : []))

/** Every id that any surface would show or run. */
const shown = (lines: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...allowed().map(({ id }) => id),
    ...nouns.flatMap((noun) => rowBindings(noun).map(({ id }) => id)),
    ...globalBindings().map(({ id }) => id),
    ...lines.flatMap(foundBy),
    ...changeable(),
    ...nouns.flatMap((noun) =>
      offersFor(meantOf(noun), ['LN1'])
        .flatMap(({ found }) => found)
        .flatMap(({ target }) => (target.to === 'command' ? [target.command.id] : [])),
    ),
  ])

/** A row of a noun of which nothing is known. */
const meantOf = (noun: string): Meant => ({
  ...{ noun, listing: noun, count: 1, known: [], marked: true, query: null },
  selection: { listing: noun, ids: ['LN1'] },
})
const pagesBy = (line: string) =>
  find(line, null, english)
    .flatMap(({ found }) => found)
    .flatMap(({ target }) => (target.to === 'page' ? [target.destination.page] : []))

/** A macro of one step, shared by a colleague who may. */
const macroOf = (id: string) =>
  ({
    ...{ id: `MC ${id}`, name: 'm', shared: true, maker: { id: 'S-x', name: 'x' }, at: '2026-03-10T06:00:00Z' },
    steps: [{ call: { v: 1, id, selection: null, args: {} }, names: {}, holes: [] }],
  }) as unknown as Macro // as a server would have it

const rights = fc
  .dictionary(
    fc.constantFrom(...pageIds),
    fc.integer({ min: 0, max: Object.values(buttons).reduce<number>((a, b) => a | b, 0) }),
    {
      maxKeys: 8,
    },
  )
  .map((codes) => new Map(Object.entries(codes)) as ReadonlyMap<PageId, number>) // its keys are pages

test('whatever somebody is granted, nothing that they may not do shows on any surface', () => {
  history.past = commands.map(({ id }, at) => ({ id, at, count: 1, args: {}, names: {} }))
  history.pinned = [...commands.map(({ id }) => id), ...pageIds.map((page) => `menu.${page}`)]
  macros.all = commands.map(({ id }) => macroOf(id))
  fc.assert(
    fc.property(rights, fc.constantFrom(...commands), (granted, denied) => {
      sit(granted)
      const lines = ['', '>', '?', '!', '>re', denied.id, say(denied.id), `?${say(denied.id)}`, `>${say(denied.id)}`]
      const leaked = [...shown(lines)].filter((id) => commands.some((one) => one.id === id && !may(one.may)))

      expect(leaked).toEqual([])
      const seen = ['', ':', ':e', 'list', say(denied.id)].flatMap(pagesBy)
      expect(seen.filter((page) => !granted.has(page))).toEqual([])
      if (!may(denied.may)) {
        expect(commandOf(denied.id)).toBeUndefined()
        void replay(macroOf(denied.id), null)
        expect(palette.open).toBe(false)
        expect(readLink(new URLSearchParams({ command: denied.id }))).toEqual({ problem: 'unknown' })
      }
    }),
    { numRuns: 40 },
  )
})

test('what each role may do is what it was', () => {
  const matrix = roleMarks.map((mark) => {
    const { granted } = rightsOf(grantsOf(mark))
    sit(granted)
    const mine = allowed().filter((command) => command.may !== 'anyone' && command.may !== 'session')
    return [mark, mine.map(({ id }) => id).sort()]
  })

  expect(Object.fromEntries(matrix)).toMatchSnapshot()
})
