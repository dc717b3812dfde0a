import './browser.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { rightsOf } from '#contract/kernel/grants.ts'
import { buttons } from '#contract/kernel/rights.ts'
import type { Macro } from '#contract/macros.ts'
import { type PageId, pageIds } from '#contract/menu.ts'
import { menuOf } from '#server/modules/session/steps/menu.ts'
import { grantsOf, roleMarks } from '#server/seed/roles.ts'
import { commands } from '#src/catalogue.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import { globalBindings, rowCommandBindings } from '#src/command/keymap/global-bindings.ts'
import { allowedRebindableIds } from '#src/command/keymap/key-settings.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { itemsForTarget } from '#src/command/palette/items/pasted-ids.ts'
import { parseLink } from '#src/command/palette/link.ts'
import { macroState, replayMacro } from '#src/command/palette/macros/macros.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import { commandHistory } from '#src/command/run/history.ts'
import { paletteState } from '#src/command/run/palette-state.ts'
import { say } from '#src/locale/text.ts'
import { currentSession, may } from '#src/session/base/session.ts'

const sit = (granted: ReadonlyMap<PageId, number>) => {
  currentSession.granted = new Map(granted)
  currentSession.menu = menuOf(granted)
}
afterEach(() => sit(new Map()))

const english = { language: 'en', pinyin: true } as const
const nouns = [...new Set(commands.flatMap(({ rows }) => rows?.noun ?? []))]
const foundBy = (line: string) =>
  findItems(line, null, english)
    .flatMap(({ items }) => items)
    .flatMap(({ action }) => (action.to === 'command' || action.to === 'why' ? [action.command.id] : []))

/** Every id that any surface would show or run. */
const shown = (lines: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...allowedCommands().map(({ id }) => id),
    ...nouns.flatMap((noun) => rowCommandBindings([noun]).map(({ id }) => id)),
    ...globalBindings().map(({ id }) => id),
    ...lines.flatMap(foundBy),
    ...allowedRebindableIds(),
    ...nouns.flatMap((noun) =>
      itemsForTarget(meantOf(noun), ['LN1'])
        .flatMap(({ items }) => items)
        .flatMap(({ action }) => (action.to === 'command' ? [action.command.id] : [])),
    ),
  ])

/** A row of a noun of which nothing is known. */
const meantOf = (noun: string): ActionTarget => ({
  ...{ noun, listing: noun, count: 1, loadedRows: [], marked: true, query: null },
  selection: { listing: noun, ids: ['LN1'] },
})
const pagesBy = (line: string) =>
  findItems(line, null, english)
    .flatMap(({ items }) => items)
    .flatMap(({ action }) => (action.to === 'page' ? [action.destination.page] : []))

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
  commandHistory.entries = commands.map(({ id }, at) => ({ id, at, count: 1, args: {}, names: {} }))
  commandHistory.pinned = [...commands.map(({ id }) => id), ...pageIds.map((page) => `menu.${page}`)]
  macroState.all = commands.map(({ id }) => macroOf(id))
  fc.assert(
    fc.property(rights, fc.constantFrom(...commands), (granted, denied) => {
      sit(granted)
      const lines = ['', '>', '?', '!', '>re', denied.id, say(denied.id), `?${say(denied.id)}`, `>${say(denied.id)}`]
      const leaked = [...shown(lines)].filter((id) => commands.some((one) => one.id === id && !may(one.requires)))

      expect(leaked).toEqual([])
      const seen = ['', ':', ':e', 'list', say(denied.id)].flatMap(pagesBy)
      expect(seen.filter((page) => !granted.has(page))).toEqual([])
      if (!may(denied.requires)) {
        expect(commandOf(denied.id)).toBeUndefined()
        void replayMacro(macroOf(denied.id), null)
        expect(paletteState.open).toBe(false)
        expect(parseLink(new URLSearchParams({ command: denied.id }))).toEqual({ problem: 'unknown' })
      }
    }),
    { numRuns: 40 },
  )
})

test('what each role may do is what it was', () => {
  const matrix = roleMarks.map((mark) => {
    const { granted } = rightsOf(grantsOf(mark))
    sit(granted)
    const mine = allowedCommands().filter((command) => command.requires !== 'anyone' && command.requires !== 'session')
    return [mark, mine.map(({ id }) => id).sort()]
  })

  expect(Object.fromEntries(matrix)).toMatchSnapshot()
})
