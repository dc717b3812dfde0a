import { expect, test } from 'vitest'
import { keptMarksMax, parsePlace } from '#src/grid/model/grid-place.ts'

const place = { q: 'state:50', row: 3, column: 'id', top: 0, marks: ['LN1', 'LN2'], open: ['AG1'] }

test('a place that was written down is read again, with the rows that were marked and the branches that were open', () => {
  expect(parsePlace(JSON.parse(JSON.stringify(place)))).toEqual(place)
})

test('of a place of before, or one that somebody wrote, only what is one is taken', () => {
  expect(parsePlace({ ...place, marks: undefined, open: undefined })).toMatchObject({ marks: [], open: [] })
  expect(parsePlace({ ...place, marks: ['LN1', 7, null] })?.marks).toEqual(['LN1'])
  expect(parsePlace({ ...place, marks: Array.from({ length: 900 }, (_, i) => `LN${i}`) })?.marks).toHaveLength(
    keptMarksMax,
  )
  expect(parsePlace({ q: 7 })).toBeNull()
})
