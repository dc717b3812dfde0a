import { expect, test } from 'vitest'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { desk } from './desk.ts'
import { press } from './presses.ts'

const ctrl = (key: string, rest = {}) => press(key, { ctrlKey: true, ...rest })

test('of the layers that know a shortcut the nearest has it, for each whole shortcut anew', () => {
  const { type, done } = desk({
    grid: ['g r', 'enter'],
    page: ['g r', 'g p', 'enter'],
    global: ['g p', 'g o', 'mod+k'],
  })

  type('g', 'r', 'g', 'p', 'g', 'o', 'Enter', ctrl('k'))

  expect(done).toEqual(['grid g r', 'page g p', 'global g o', 'grid enter', 'global mod+k'])
})

test('a key of a near layer acts at once though it begins a shortcut of a far one', () => {
  const { type, done } = desk({ grid: ['escape', 'o'], page: ['g o', 'g g'] })

  type('g', 'g', 'o')

  expect(done).toEqual(['page g g', 'grid o'])
})

test.for([
  ['page', ['?', ':', '.']],
  ['global', ['?', ':', '.']],
] as const)('on a %s %j may stand, and g with a letter', ([name, keys]) => {
  const { type, done } = desk({ [name]: [...keys, 'g r', 'g R'] })

  type(...keys, 'g', 'r', 'g', 'R')

  expect(done).toHaveLength(5)
})

const misplaced: readonly Shortcut[] = ['r', 'A', '5', '/', 'g 1', 'v 1', 'a a']
test.for(['dialog', 'palette', 'text', 'page', 'global'] as const)('other bare keys act in no %s', (name) => {
  const { type, done } = desk({ [name]: misplaced })

  expect(type('r', 'A', '5', '/', 'g', '1', 'v', '1', 'a', 'a')).not.toContain(true)
  expect(done).toEqual([])
})

test('while a text field has the focus, what is typed is typed', () => {
  const { type, done } = desk({
    text: ['escape'],
    grid: ['r', 'g g', 'enter', 'space', 'mod+home', 'ctrl+u'],
    global: ['g p', '?', '.'],
  })
  const typed = [...'rgg?.5', ' ', 'Enter', 'ArrowLeft', ctrl('Home'), ctrl('u')]

  expect(type(...typed)).not.toContain(true)
  expect(type('Escape')).toEqual([true])
  expect(done).toEqual(['text escape'])
})

test('beyond a text field shortcuts with Ctrl are heard, except those that edit', () => {
  const edits = [...'acvxyz'].map((key) => `mod+${key}` as Shortcut) // six letters, each of which `mod` may have
  const { type, done } = desk({ text: [], grid: [...edits, 'mod+shift+z', 'mod+shift+c'], global: ['mod+k'] })

  type(...[...'acvxyz'].map((key) => ctrl(key)), ctrl('Z'), ctrl('C'), ctrl('k'))

  expect(done).toEqual(['grid mod+shift+c', 'global mod+k'])
})

test.for(['dialog', 'palette'] as const)('behind a %s only what is global and has Ctrl is heard', (name) => {
  const { type, done } = desk({
    [name]: ['enter'],
    grid: ['enter', 'j', 'mod+e'],
    page: ['escape'],
    global: ['g p', 'mod+k', '?'],
  })

  type('j', '?', 'g', 'p', 'Escape', ctrl('e'), 'Enter', ctrl('k'))

  expect(done).toEqual([`${name} enter`, 'global mod+k'])
})

test('of two dialogs only the one in front is heard', () => {
  const table = desk({ dialog: ['enter'] })
  table.layers = [...desk({ dialog: ['escape'] }).layers, ...table.layers]

  expect(table.type('Enter')).toEqual([false])
})

test('a dialog in front of the palette has its keys', () => {
  const { type, done } = desk({ dialog: ['enter'], palette: ['enter', 'up'], global: ['mod+k'] })

  type('Enter', 'ArrowUp', ctrl('k'))

  expect(done).toEqual(['dialog enter', 'global mod+k'])
})

test('a sequence ends where the focus moves into a text field', () => {
  const table = desk({ grid: ['g g'] })
  const typing = desk({ text: [], grid: ['g g'] }).layers

  table.type('g')
  table.layers = typing

  expect(table.type('g')).toEqual([false])
  expect(table.done).toEqual([])
})

test('one switch turns every bare key off, and nothing else', () => {
  const table = desk({ grid: ['r', 'A', 'g g', '/', 'enter', 'space', 'ctrl+d'], global: ['g p', '?', 'mod+k'] })
  table.bare = false

  table.type(...'rAgg/p?5', 'Enter', ' ', ctrl('d'), ctrl('k'))

  expect(table.done).toEqual(['grid enter', 'grid space', 'grid ctrl+d', 'global mod+k'])
})
