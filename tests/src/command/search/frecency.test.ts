import { expect, test } from 'vitest'
import { frecency } from '#src/command/search/frecency.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 0, 31)

test('a use counts one, and after each 14 days half of that', () => {
  const used = frecency(
    [0, 14, 28].map((days) => ({ id: String(days), at: now - days * day })),
    now,
  )

  expect(['0', '14', '28', 'never'].map(used)).toEqual([1, 0.5, 0.25, 0])
})

test('uses add up, so that often beats lately where it is often enough', () => {
  const used = frecency([...Array(5).fill({ id: 'often', at: now - 20 * day }), { id: 'lately', at: now }], now)

  expect(used('often')).toBeGreaterThan(used('lately'))
})

test('a use that another clock dates ahead counts as one of now', () => {
  expect(frecency([{ id: 'a', at: now + 400 * day }], now)('a')).toBe(1)
})
