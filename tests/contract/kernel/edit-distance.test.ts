import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginsButForOne, prefixEditDistance } from '#contract/kernel/edit-distance.ts'

// few letters, so that most of what is drawn is nearly the same
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

test('a word begins as was typed but for one error where its distance says so', () => {
  fc.assert(
    fc.property(word, word, (typed, title) => {
      expect(beginsButForOne(typed, title)).toBe(prefixEditDistance(typed, title) <= 1)
    }),
    { numRuns: 2_000 },
  )
})
