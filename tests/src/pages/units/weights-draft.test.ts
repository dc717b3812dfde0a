import { expect, test } from 'vitest'
import type { IdOf, Version } from '#contract/kernel/values.ts'
import type { Sibling } from '#contract/units.ts'
import { checkWeights, draftsOf, parseWeight } from '#src/pages/units/weights-draft.ts'

const sibling = (id: string, weight: number | null, locked = false): Sibling => ({
  ...{ id: id as IdOf<'unit'>, name: id, version: 3 as Version, weight, locked },
})
const three = [sibling('A', 50), sibling('B', 30), sibling('C', 20)]
/** Drafts of the three with other weights; `-` in front of one locks it. */
const typed = (...weights: string[]) =>
  weights.map((text) => ({ weight: text.replace('-', ''), locked: text.startsWith('-') }))

test.for([
  ['', null],
  [' 40 ', 40],
  ['40 %', 40],
  ['0', 0],
  ['100', 100],
  ['101', undefined],
  ['-5', undefined],
  ['12.5', undefined],
  ['x', undefined],
] as const)('%j is the weight %j', ([text, weight]) => {
  expect(parseWeight(text)).toBe(weight)
})

test('what is not changed is not saved', () => {
  expect(checkWeights(three, draftsOf(three))).toEqual({ sum: 100, empty: null, changed: false, shares: null })
})

test.for([
  [['40', '30', '20'], 90, null],
  [['60', '30', '20'], 110, null],
  [['', '50', '50'], 100, 0],
  [['50', 'x', '50'], 100, 1],
  [['50', '30', '-20'], 80, null],
] as const)('weights of %j come to %j, and are not saved', ([weights, sum, empty]) => {
  expect(checkWeights(three, typed(...weights))).toMatchObject({ sum, empty, changed: true, shares: null })
})

test('weights that come to 100 are saved, each with the version that was seen; a locked one may be without', () => {
  const { shares } = checkWeights(three, typed('80', '-', '20'))

  expect(shares).toEqual([
    { id: 'A', version: 3, weight: 80, locked: false },
    { id: 'B', version: 3, weight: null, locked: true },
    { id: 'C', version: 3, weight: 20, locked: false },
  ])
})
