import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, chooseConfig } from '#server/modules/gateways/choose.ts'

const now = new Date('2026-03-10T06:00:00Z')
const later = new Date(now.getTime() + 30_000)
const muchLater = new Date(now.getTime() + 60_000)
const candidate = (id: string, weight: number, downUntil: Date | null = null): Candidate => ({ id, weight, downUntil })
const goesTo = (candidates: readonly Candidate[], key: string) => chooseConfig(candidates, { key, now })?.chosen.id
const keys = Array.from({ length: 4_000 }, (_, i) => `LN26031000${i}-1`)

test('each gets as much as its weight says', () => {
  const candidates = [candidate('A', 70), candidate('B', 30)]

  const toA = keys.filter((key) => goesTo(candidates, key) === 'A').length

  expect(toA / keys.length).toBeGreaterThan(0.67)
  expect(toA / keys.length).toBeLessThan(0.73)
})

test('where one is down only its own go elsewhere, and it is said who would have been chosen', () => {
  const up = [candidate('A', 50), candidate('B', 30), candidate('C', 20)]
  const withoutA = [candidate('A', 50, later), candidate('B', 30), candidate('C', 20)]

  for (const key of keys.slice(0, 500)) {
    const before = goesTo(up, key)
    const choice = chooseConfig(withoutA, { key, now })!

    expect(choice.preferred.id).toBe(before)
    expect(choice.chosen.id).not.toBe('A')
    if (before !== 'A') expect(choice.chosen.id).toBe(before)
  }
})

test('a standby is chosen only where none with a share is up', () => {
  expect(goesTo([candidate('A', 1), candidate('S', 0)], 'k')).toBe('A')
  expect(goesTo([candidate('A', 1, later), candidate('S', 0)], 'k')).toBe('S')
})

test('where all are down, the one is tried that is to be tried first; where there is none, none', () => {
  expect(goesTo([candidate('A', 9, muchLater), candidate('B', 1, later)], 'k')).toBe('B')
  expect(goesTo([candidate('A', 9, now), candidate('B', 1, later)], 'k')).toBe('A')
  expect(chooseConfig([], { key: 'k', now })).toBeUndefined()
})

test('the order in which they are read changes nothing', () => {
  const one = fc.record({
    id: fc.string({ minLength: 1, maxLength: 6 }),
    weight: fc.integer({ min: 0, max: 1_000 }),
    downUntil: fc.constantFrom(null, now, later),
  })
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ id }) => id, minLength: 1 }), fc.string(), (candidates, key) => {
      const up = candidates.some(({ downUntil }) => downUntil === null || downUntil <= now)
      fc.pre(up)
      expect(goesTo(candidates.toReversed(), key)).toBe(goesTo(candidates, key))
    }),
  )
})
