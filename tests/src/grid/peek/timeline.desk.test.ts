import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { byWhom } from '#src/grid/peek/use-timeline.ts'
import { test } from '#tests/src/command/desk.ts'

test('what happened to an order is told as the operation log tells it: tasks and channels by name, people as they are', async ({
  desk,
}) => {
  await desk.sit('ops')

  expect(byWhom({ actor: 'payout gateway', reason: null })).toBe('Payout channel')
  expect(byWhom({ actor: 'doLate', reason: null })).toBe('Overdue task')
  expect(byWhom({ actor: 'Amar Bose', reason: 'Charged twice' })).toBe('Amar Bose · Charged twice')
})
