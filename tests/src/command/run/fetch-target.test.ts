import '#tests/src/command/browser.ts'
import { expect, test } from 'vitest'
import { subjects } from '#src/catalogue.ts'
import { nounOfId } from '#src/command/run/fetch-target.ts'

test('an id of every kind of row that has numbers of its own is known by its letters', () => {
  const numbered = subjects.flatMap(({ noun, ids }) => (ids ? [[ids.prefix, noun] as const] : []))

  expect(numbered.length).toBeGreaterThan(10)
  expect(numbered.filter(([prefix, noun]) => nounOfId(`${prefix}261122000001`) !== noun)).toEqual([])
})
