import { expect, test } from 'vitest'
import { wideningOf } from '#src/grid/table/right-edge.ts'

const columns = [
  { field: '#mark', width: 40, fixed: true },
  { field: 'id', width: 130 },
  { field: 'state', width: 200 },
  { field: 'note', width: 100, fixed: true },
  { field: 'amount', width: 100 },
]
const widthAt = (room: number) => Object.fromEntries(wideningOf(columns, room))

test('the right edge never leaves a sliver of a column: those before it are widened up to the edge', () => {
  expect(widthAt(470)).toEqual({})
  expect(widthAt(495)).toEqual({ id: 12, state: 13 })
  expect(widthAt(470 + 59)).toEqual({ id: 29, state: 30 })
})

test('a column that can be read in part is left, and so is a table that has room for all', () => {
  expect(widthAt(470 + 60)).toEqual({})
  expect(widthAt(570)).toEqual({})
  expect(widthAt(900)).toEqual({})
})
