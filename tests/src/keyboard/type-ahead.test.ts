import { expect, test } from 'vitest'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { desk } from './desk.ts'
import { press } from './presses.ts'

/** A list whose rows are on their way until they come. */
function list(keys: readonly Shortcut[], { movement = [] }: { movement?: readonly Shortcut[] } = {}) {
  let coming = true
  const isLoading = () => coming
  const bound = [
    ...keys.map((one) => ({ keys: one, isLoading })),
    ...movement.map((one) => ({ keys: one, isLoading, repeats: true })),
  ]
  const table = desk({ grid: [...bound, { keys: 'escape' }], global: ['g l', 'mod+k'] })
  const come = () => {
    coming = false
    table.resolver.flushTypeAhead()
  }
  return { ...table, table, come }
}

test('keys that come before the rows they act on are taken, and done in turn once those are there', () => {
  const { type, come, done } = list(['j', 'x', 'g g'])

  expect(type('3', 'j', 'x', 'g', 'g', 'x')).toEqual(Array(6).fill(true))
  expect(done).toEqual([])
  come()

  expect(done).toEqual(['grid j ×3', 'grid x', 'grid g g', 'grid x'])
})

test('keys that need no row act at once', () => {
  const { type, done } = list(['x'])

  type('x', press('k', { ctrlKey: true }), 'g', 'l')

  expect(done).toEqual(['global mod+k', 'global g l'])
})

test('a second key takes the place of the first while both wait', () => {
  const { type, come, done } = list(['a', 'a a'])

  type('a', 'a')
  come()

  expect(done).toEqual(['grid a a'])
})

test('what opens something is the last that is done: what was typed after it was for that', () => {
  const { type, come, table } = list(['x', 'j'])
  const [grid] = table.layers
  const opens = () => {
    table.done.push('opened')
    table.layers = [{ name: 'palette', bindings: new Map() }, ...table.layers]
  }
  table.layers = [
    { name: 'grid', bindings: new Map(grid!.bindings).set('x', { ...grid!.bindings.get('x')!, run: opens }) },
  ]

  type('j', 'x', 'j')
  come()

  expect(table.done).toEqual(['grid j', 'opened'])
})

test('Escape gives up what isLoading, and so does a focus that goes elsewhere, and a list that goes', () => {
  const { type, come, done, resolver } = list(['x'])

  type('x', 'Escape')
  type('x')
  resolver.reset()
  type('x')
  resolver.clearTypeAhead()
  come()

  expect(done).toEqual([])
})

test('after ten seconds nobody remembers what they pressed', () => {
  const { type, wait, come, done } = list(['x'])

  type('x')
  wait(10_001)
  come()

  expect(done).toEqual([])
})

test('a key that is held down isLoading once', () => {
  const { type, come, done } = list([], { movement: ['j'] })

  type('j', press('j', { repeat: true }), press('j', { repeat: true }))
  come()

  expect(done).toEqual(['grid j'])
})

/** The page has come: these are its shortcuts from now on. */
function hears(table: ReturnType<typeof desk>, shortcuts: Parameters<typeof desk>[0]): void {
  table.layers = desk(shortcuts).layers.map(({ name, bindings }) => ({
    name,
    bindings: new Map([...bindings].map(([keys, one]) => [keys, { ...one, run: () => table.done.push(one.id) }])),
  }))
}

test('characters that nobody hears while a page is on its way are kept for it; what is heard acts at once', () => {
  const table = desk({ global: ['g l', 'mod+k'] })
  table.coming = true

  expect(table.type('g', 'l', 'x', 'Tab', 'j')).toEqual([true, true, true, false, true])
  table.resolver.flushTypeAhead()
  expect(table.done).toEqual(['global g l'])
  table.coming = false
  hears(table, { grid: ['x', 'j'], global: ['g l'] })
  table.resolver.flushTypeAhead()

  expect(table.done).toEqual(['global g l', 'grid x', 'grid j'])
})

test('while a page is on its way nothing is kept from what is in front of it', () => {
  const table = desk({ text: [], global: ['g l'] })
  table.coming = true

  expect(table.type('x')).toEqual([false])
})

test('Enter is kept for a page that is on its way, unless a link or a button has the focus, which hears it itself', () => {
  const table = desk({ global: ['g l'] })
  table.coming = true
  table.focused = false
  expect(table.type('Enter')).toEqual([false])
  table.focused = true
  expect(table.type('Enter')).toEqual([true])

  table.coming = false
  hears(table, { grid: ['enter'] })
  table.resolver.flushTypeAhead()

  expect(table.done).toEqual(['grid enter'])
})
