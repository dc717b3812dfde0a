import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameSimilarity } from '#contract/loans/name-similarity.ts'

test.for([
  ['Asha Rao', 'RAO ASHA', 1_000_000],
  ['Nguyễn Văn Đức', 'nguyen van duc', 1_000_000],
  ['José-María Peña', 'Jose Maria Pena', 1_000_000],
  ['Asha Rao', 'Asha Roa', 750_000],
  ['Asha Rao', 'Asha R', 750_000],
  ['Asha Rao', 'Vikram Patel', 330_000],
  ['Asha Rao', '', 0],
  ['', '', 0],
] as const)('%s and %s are alike by %i millionths', ([one, other, ppm]) => {
  expect(nameSimilarity(one, other)).toBe(ppm)
})

test('likeness is the same both ways, whole for a name itself, and never more than whole', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (one, other) => {
      const ppm = nameSimilarity(one, other)

      expect(ppm).toBe(nameSimilarity(other, one))
      expect(ppm >= 0 && ppm <= 1_000_000).toBe(true)
      expect([0, 1_000_000]).toContain(nameSimilarity(one, one))
    }),
  )
})
