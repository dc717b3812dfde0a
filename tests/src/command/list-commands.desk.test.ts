import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { languages } from '#locales/index.ts'
import { commands, grids } from '#src/catalogue.ts'
import { activatePage, activePage } from '#src/command/active-list.ts'
import { helpSections } from '#src/command/keymap/help-lines.ts'
import { activateItem } from '#src/command/palette/activate-item.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { searchIndex } from '#src/command/registry.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { commandHistory } from '#src/command/run/history.ts'
import { search } from '#src/command/search/search.ts'
import { activeListOf } from '#src/grid/actions/action-target.ts'
import { listActionsOf } from '#src/grid/actions/grid-bindings.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { setKeyPreferences } from '#src/keyboard/key-overrides.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'

const english = { language: 'en', pinyin: true } as const
const anywhere = { fits: () => 1 as const, frecency: () => 0 }
const ofLists = commands.filter(({ onList }) => onList)

/** A list in front, as it has come, and what was done around it. */
async function listInFront(desk: Desk, page: 'failedPayouts' | 'plans', who: 'ops' | 'cs') {
  await desk.sit(who)
  const model = new GridModel(grids.find((grid) => grid.page === page)!)
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.row !== undefined, { timeout: 30_000 })
  const done: string[] = []
  const act = (name: string) => () => void done.push(name)
  const around = {
    open: act('open'),
    filterLine: act('filterLine'),
    topValues: act('topValues'),
    columns: act('columns'),
  }
  const others = { saveView: act('saveView'), exportRows: act('export'), density: act('density'), wrap: act('wrap') }
  model.offerActions(listActionsOf(model, { ...around, ...others }))
  activatePage(page, activeListOf(model))
  return { model, done }
}
const itemsFor = (line: string) => findItems(line, null, english).flatMap(({ items }) => items)

test('what keys do to a list is found by its name in every language, at the top', async ({ desk }) => {
  await desk.sit('ops')

  const missed = languages.flatMap((language) => {
    const index = searchIndex(language, true)
    return ofLists.flatMap(({ id }) => {
      const { shown } = index.items.find(({ entry }) => entry.id === id)!.fields[0]
      const top = search(index, shown, anywhere).slice(0, 3)
      return top.some((hit) => hit.id === id) ? [] : [`${language}: ${shown}`]
    })
  })

  expect(ofLists.length).toBeGreaterThan(20)
  expect(missed).toEqual([])
})

test.for([
  ['columns', 'grid.columns'],
  ['export', 'grid.export'],
  ['download', 'grid.export'],
  ['filter', 'grid.filterLine'],
  ['view', 'grid.view'],
  ['sort', 'grid.sort'],
  ['peek', 'grid.peek'],
  ['mark', 'grid.mark'],
  ['density', 'grid.density'],
  ['refresh', 'grid.refetch'],
  ['help', 'command.keys'],
])('“%s” is %s in the palette', async ([typed, id], { desk, given }) => {
  await given.loan()
  const { model } = await listInFront(desk, 'failedPayouts', 'ops')
  model.moveTo({ column: 'failedAt' })

  const found = itemsFor(typed!).slice(0, 4)

  expect(found.map((item) => item.id)).toContain(id)
  expect(found.find((item) => item.id === id)).toMatchObject({ disabled: false })
  expect(found.find((item) => item.id === id)!.keys).not.toBeNull()
})

test('a command of a list does what its key does, and is nothing to be done again elsewhere', async ({
  desk,
  given,
}) => {
  await given.loan()
  const { model, done } = await listInFront(desk, 'failedPayouts', 'ops')

  await startCommand(desk.command('grid.columns'))
  await startCommand(desk.command('grid.peek'))

  expect(done).toEqual(['columns'])
  expect(model.state.peek).toBe(true)
  expect(commandHistory.entries).toEqual([])
})

test('without a list its commands stand nowhere unasked, and say why where they are looked for', async ({ desk }) => {
  await desk.sit('ops')

  const browsing = ['', '>'].flatMap(itemsFor).map(({ id }) => id)
  const asked = itemsFor('columns').find(({ id }) => id === 'grid.columns')

  expect(browsing).not.toContain('grid.columns')
  expect(asked).toMatchObject({ disabled: true, detail: 'There is no list in front', keys: null })
})

test('who may not export is not offered it, by no name and in no help', async ({ desk, given }) => {
  await given.plan()
  await listInFront(desk, 'plans', 'cs')

  const help = helpSections([], { target: activePage.list!.target(), page: 'plans' }).flatMap(({ lines }) => lines)

  expect(itemsFor('export').find(({ id, disabled }) => id === 'grid.export' && !disabled)).toBeUndefined()
  expect(itemsFor('>').map(({ id }) => id)).not.toContain('grid.export')
  expect(help.map(({ id }) => id)).not.toContain('grid.export')
})

test('a view of the list in front is found by its name, and shown', async ({ desk, given }) => {
  await given.plan()
  const { model } = await listInFront(desk, 'plans', 'cs')

  const overdue = itemsFor('overdue').find(({ id }) => id === 'view overdue')!
  activateItem(overdue, { targetOverride: null })

  await vi.waitUntil(() => model.state.view === 'overdue', { timeout: 30_000 })
  expect(overdue.keys).toMatch(/^v \d$/)
  expect(itemsFor('/').map(({ id }) => id)).toContain('view overdue')
})

test('help lists what the list can do though its key was taken away, with why it is off', async ({ desk, given }) => {
  await given.loan()
  await listInFront(desk, 'failedPayouts', 'ops')
  setKeyPreferences({ 'grid.undoView': [], 'grid.export': [] }, true)
  const layers = [{ layer: 'grid' as const, bindings: [{ id: 'grid.peek', keys: 'p' as const, run: () => {} }] }]

  const sections = helpSections(layers, { target: activePage.list!.target(), page: 'failedPayouts' })
  setKeyPreferences({}, true)

  const removed = sections.flatMap(({ lines }) => lines.filter(({ keyRemoved }) => keyRemoved))
  expect(removed.map(({ id, keys, off }) => [id, keys, off])).toEqual([
    ['grid.undoView', [], 'off, because: Nothing was shown before'],
    ['grid.export', [], null],
  ])
})

test('help lists everything possible here, with its key where it has one, and why not what is off', async ({
  desk,
  given,
}) => {
  await given.loan()
  await listInFront(desk, 'failedPayouts', 'ops')
  const layers = [{ layer: 'grid' as const, bindings: [{ id: 'grid.undoView', keys: 'u' as const, run: () => {} }] }]

  const [onRow, inList, ...rest] = helpSections(layers, {
    target: activePage.list!.target(),
    page: 'failedPayouts',
  })
  const line = (id: string) => onRow!.lines.find((one) => one.id === id)

  expect(line('loans.redisburse')).toEqual({ id: 'loans.redisburse', title: 'Re-disburse', keys: ['r'], off: null })
  expect(onRow!.lines.some(({ keys, off }) => keys.length === 0 && off === null)).toBe(true)
  expect(onRow!.lines.flatMap(({ off }) => off ?? []).every((off) => off.startsWith('off, because: '))).toBe(true)
  expect(inList!.lines).toEqual([
    {
      id: 'grid.undoView',
      title: 'Back to what was shown before',
      keys: ['u'],
      off: 'off, because: Nothing was shown before',
    },
  ])
  expect(rest.flatMap(({ lines }) => lines).map(({ id }) => id)).toContain('shell.darkTheme')
})
