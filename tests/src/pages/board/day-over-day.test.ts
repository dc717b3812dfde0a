import { expect, test } from 'vitest'
import { dayOverDay } from '#src/pages/board/day-over-day.ts'
import { formatPercent } from '#src/pages/board/format-percent.ts'

const beside = (today: number, yesterday: number) => {
  const { says, tone, points } = dayOverDay(today, yesterday, (percent) => formatPercent(percent, 'en'))
  return [says, tone, points]
}

test('more than yesterday is good, less is not, and as much is neither', () => {
  expect(beside(62.5, 60)).toEqual(['board.ahead', 'good', '2.5'])
  expect(beside(60, 62.5)).toEqual(['board.behind', 'warn', '2.5'])
  expect(beside(60, 60)).toEqual(['board.level', undefined, '0.0'])
})

test('a difference that is shown as nothing is none', () => {
  expect(beside(60.04, 60)).toEqual(['board.level', undefined, '0.0'])
  expect(beside(60, 60.04)).toEqual(['board.level', undefined, '0.0'])
})
