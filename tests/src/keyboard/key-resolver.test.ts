import { expect, test } from 'vitest'
import { createLayer } from '#src/keyboard/layers.ts'
import { desk } from './desk.ts'
import { press } from './presses.ts'

const held = (key: string) => press(key, { repeat: true })

test('a key does what it is bound to, and is taken', () => {
  const { type, done } = desk({ grid: ['r'], global: ['mod+k'] })

  expect(type('r', press('k', { ctrlKey: true }))).toEqual([true, true])
  expect(done).toEqual(['grid r', 'global mod+k'])
})

test('a key that nobody knows is left to others', () => {
  const { type, done } = desk({ grid: ['r'] })

  expect(type('q', 'Tab')).toEqual([false, false])
  expect(done).toEqual([])
})

test('two keys in turn are one shortcut, however long the second takes', () => {
  const { type, wait, done } = desk({ global: ['g r'] })

  expect(type('g')).toEqual([true])
  wait(60_000)
  expect(type('r')).toEqual([true])
  expect(done).toEqual(['global g r'])
})

test('a second key that fits nothing starts over as a first one', () => {
  const { type, done } = desk({ grid: ['r', 'x'], global: ['g p'] })

  expect(type('g', 'x', 'r', 'g', 'q', 'p')).toEqual([true, true, true, true, false, false])
  expect(done).toEqual(['grid x', 'grid r'])
})

test('the same key twice may be a shortcut, and may begin one again', () => {
  const { type, done } = desk({ grid: ['g g'], global: ['g p'] })

  type('g', 'g', 'g', 'p')

  expect(done).toEqual(['grid g g', 'global g p'])
})

test('bare modifiers and input methods in between disturb nothing', () => {
  const { type, done } = desk({ global: ['g R'] })

  type('g', press('Shift'), press('n', { isComposing: true }), 'R')

  expect(done).toEqual(['global g R'])
})

test('a key that begins another acts at once, and within 600 ms the second replaces its effect', () => {
  const { type, wait, done } = desk({ grid: ['a', 'a a'] })

  type('a')
  expect(done).toEqual(['grid a'])
  wait(600)
  type('a')

  expect(done).toEqual(['grid a', 'undo grid a', 'grid a a'])
})

test('after 600 ms it is pressed anew', () => {
  const { type, wait, done } = desk({ grid: ['a', 'a a'] })

  type('a')
  wait(601)
  type('a')

  expect(done).toEqual(['grid a', 'grid a'])
})

test('who hesitates for 300 ms is told what may follow, until a key is pressed', () => {
  const { type, wait, told } = desk({ grid: ['g g', 'g y'], global: ['g p', 'g y', 'mod+k'] })

  type('g')
  wait(299)
  expect(told).toEqual([])
  wait(1)
  expect(told).toEqual([['g g', 'g y', 'g p']])
  type('q')

  expect(told).toEqual([['g g', 'g y', 'g p'], null])
})

test('who is quick is told nothing, and neither is who has pressed a key that acts alone', () => {
  const { type, wait, told } = desk({ grid: ['a', 'a a', 'g g'] })

  type('g', 'g', 'a')
  wait(1000)

  expect(told).toEqual([])
})

test('Escape gives up what was begun, and means something else only then', () => {
  const { type, done } = desk({ grid: ['g g', 'escape', 'j'] })

  expect(type('g', 'Escape', '5', 'Escape', 'j', 'Escape')).toEqual(Array(6).fill(true))
  expect(done).toEqual(['grid j', 'grid escape'])
})

test('Escape after a key that has acted is an Escape', () => {
  const { type, done } = desk({ grid: ['a', 'a a', 'escape'] })

  type('a', 'Escape')

  expect(done).toEqual(['grid a', 'grid escape'])
})

test('a number counts for the next shortcut of the grid, of one key or two, and for that only', () => {
  const { type, done } = desk({ grid: ['j', 'g g'] })

  type('5', 'j', '1', '0', 'g', 'g', 'j')

  expect(done).toEqual(['grid j ×5', 'grid g g ×10', 'grid j'])
})

test('a number is dropped by what it cannot count', () => {
  const { type, done } = desk({ grid: ['j', 'g g'] })

  type('5', 'q', 'j', '5', 'g', 'q', 'j', '5', 'g', 'j')

  expect(done).toEqual(['grid j', 'grid j', 'grid j'])
})

test('no number begins with 0, and none has more than four digits', () => {
  const { type, done } = desk({ grid: ['j'] })

  expect(type('0', 'j')).toEqual([false, true])
  type(...'1234567', 'j')

  expect(done).toEqual(['grid j', 'grid j ×1234'])
})

test('digits count in the grid only', () => {
  expect(desk({ page: ['?'] }).type('5')).toEqual([false])
  expect(desk({ text: [], grid: ['j'] }).type('5')).toEqual([false])
  expect(desk({ palette: [], grid: ['j'] }).type('5')).toEqual([false])
})

test('what is held down runs again if it moves; everything else stays taken and rests', () => {
  const { type, done } = desk({ grid: [{ keys: 'j', repeats: true }, 'space', 'g g'] })

  expect(type('j', held('j'), held('j'), ' ', held(' '), 'g', held('g'), held('q'))).toEqual([
    ...Array(7).fill(true),
    false,
  ])
  expect(done).toEqual(['grid j', 'grid j', 'grid j', 'grid space'])
})

test('a held key moves on where its layer is made anew while it is held', () => {
  const table = desk({ grid: [{ keys: 'j', repeats: true }] })

  table.type('j')
  table.layers = table.layers.map(({ name, bindings }) =>
    createLayer(
      name,
      [...bindings.values()].map((one) => ({ ...one })),
    ),
  )
  table.type(held('j'))

  expect(table.done).toEqual(['grid j', 'grid j'])
})

test('a held key stops moving where it is no longer heard', () => {
  const table = desk({ grid: [{ keys: 'j', repeats: true }] })

  table.type('j')
  table.layers = []
  table.type(held('j'))

  expect(table.done).toEqual(['grid j'])
})

test('a key whose press went elsewhere is not ours while it is held', () => {
  expect(desk({ grid: [{ keys: 'j', repeats: true }] }).type(held('j'))).toEqual([false])
})

test('after the focus went elsewhere nothing is begun any more', () => {
  const { type, resolver, done, wait, told } = desk({ grid: ['j', 'g g'] })

  type('5', 'g')
  wait(300)
  resolver.reset()
  type('g', 'j')

  expect(done).toEqual(['grid j'])
  expect(told).toEqual([['g g'], null])
})
