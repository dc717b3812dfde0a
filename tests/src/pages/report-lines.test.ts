import { expect, test } from 'vitest'
import { axisEnd, namesApart } from '#src/pages/reports/report-lines.ts'

const line = (...values: (number | null)[]) => ({ name: '', values, kind: 'other' as const })

test('names at the ends of lines stay where they are as long as they can be read', () => {
  expect(namesApart([10, 60, 30], 142)).toEqual([0, 0, 0])
})

test('names that would lie on each other stand below one another, in the order of their ends', () => {
  expect(namesApart([62, 60, 60], 142)).toEqual([24, 0, 13])
})

test('names at the bottom move up', () => {
  expect(namesApart([142, 141, 10], 142)).toEqual([0, -12, 0])
  expect(namesApart([142, 142, 142], 142)).toEqual([-26, -13, 0])
})

test('an axis ends at a round number that no line goes beyond; that of shares at a whole', () => {
  expect(axisEnd([line(1_038_000, null), line(5_435)], 'number')).toEqual({ max: 1_500_000, step: 500_000 })
  expect(axisEnd([line(3)], 'number')).toEqual({ max: 3, step: 1 })
  expect(axisEnd([line(7)], 'number')).toEqual({ max: 8, step: 2 })
  expect(axisEnd([line(98.2)], 'percent')).toEqual({ max: 100, step: 25 })
  expect(axisEnd([line(0, null)], 'percent')).toEqual({ max: 1, step: 1 })
})

test('an axis of durations has the steps of a clock', () => {
  expect(axisEnd([line(1.4)], 'seconds')).toEqual({ max: 2, step: 1 })
  expect(axisEnd([line(95)], 'seconds')).toEqual({ max: 100, step: 50 })
  expect(axisEnd([line(384, 190)], 'seconds')).toEqual({ max: 480, step: 120 })
  expect(axisEnd([line(30_000)], 'seconds')).toEqual({ max: 36_000, step: 18_000 })
})
