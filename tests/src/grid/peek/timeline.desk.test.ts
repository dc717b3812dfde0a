import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { queryClient } from '#src/call/query-client.ts'
import { grids } from '#src/catalogue.ts'
import { byWhom, historyOf } from '#src/grid/peek/use-timeline.ts'
import { toasts } from '#src/ui/feedback/toast.ts'
import { test } from '#tests/src/command/desk.ts'

test('what happened to an order is told as the operation log tells it: tasks and channels by name, people as they are', async ({
  desk,
}) => {
  await desk.sit('ops')

  expect(byWhom({ actor: 'payout gateway', reason: null })).toBe('Payout channel')
  expect(byWhom({ actor: 'doLate', reason: null })).toBe('Overdue task')
  expect(byWhom({ actor: 'Amar Bose', reason: 'Charged twice' })).toBe('Amar Bose · Charged twice')
})

test('a look at a row whose order is beyond reach shows no history, and complains of nothing', async ({
  desk,
  given,
}) => {
  const { loanId } = await given.plan()
  await desk.sit('agency')
  toasts.waiting = []
  const { timeline } = grids.find(({ page }) => page === 'recoveries')!

  await expect(queryClient.fetchQuery(historyOf(timeline!, loanId))).rejects.toThrow('Not found')

  expect(toasts.waiting).toEqual([])
})
