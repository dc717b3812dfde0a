import fc from 'fast-check'
import { expect, test } from 'vitest'
import { desk } from './desk.ts'
import { press } from './presses.ts'

const shortcuts = { grid: ['a', 'a a', 'j', 'g g', 'y', 'y c', 'escape'], global: ['g p', 'g a', '?'] } as const
const keys = fc.array(
  fc.record({
    key: fc.constantFrom(...'aajgpyc?q5', 'Escape'),
    wait: fc.constantFrom(0, 100, 400, 700),
    repeat: fc.boolean(),
  }),
)

test('whatever is pressed, one event does one thing at most, and only if it was taken', () => {
  fc.assert(
    fc.property(keys, (events) => {
      const { type, wait, done } = desk(shortcuts)
      for (const { key, wait: ms, repeat } of events) {
        wait(ms)
        const before = done.length
        const [taken] = type(press(key, { repeat }))
        const effects = done.slice(before).filter((what) => !what.startsWith('undo'))
        expect(effects.length).toBeLessThanOrEqual(taken ? 1 : 0)
      }
    }),
  )
})

test('whatever was pressed before, a key that continues nothing does what it does on its own', () => {
  fc.assert(
    fc.property(keys, fc.constantFrom('j', '?', 'q'), (events, key) => {
      const { type, wait, done } = desk(shortcuts)
      for (const event of events) {
        wait(event.wait)
        type(event.key)
      }
      const before = done.length
      const taken = type(key)
      const alone = desk(shortcuts)

      expect(taken).toEqual(alone.type(key))
      expect(done.slice(before).map((what) => what.replace(/ ×\d+/, ''))).toEqual(alone.done)
    }),
  )
})
