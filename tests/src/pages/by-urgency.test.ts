import { expect, test } from 'vitest'
import type { QueueCount } from '#contract/overview.ts'
import { byUrgency, columnsFor } from '#src/pages/home/by-urgency.ts'

const pile = (id: string, tone: QueueCount['tone'], count: number) => ({ id, tone, count }) as QueueCount

test('what should not be there stands first, what is empty last, the rest as it came', () => {
  const piles = [
    pile('a', 'neutral', 4),
    pile('b', 'warn', 0),
    pile('c', 'bad', 1),
    pile('d', 'warn', 7),
    pile('e', 'neutral', 9),
  ]

  expect(byUrgency(piles).map(({ id }) => id)).toEqual(['c', 'd', 'a', 'e', 'b'])
})

test('no tile is left alone in its row', () => {
  for (let count = 2; count <= 40; count++) expect([count, count % columnsFor(count)]).not.toEqual([count, 1])
})
