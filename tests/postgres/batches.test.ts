import { expect } from 'vitest'
import { brokenOff } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

test('a row whose connection breaks in the middle is done on another, once', async ({ as, given, server }) => {
  const [one, other] = [await given.loan(), await given.loan()]
  const selection = { listing: 'loans.failedPayouts', ids: [one.id, other.id] }
  const preview = await as('ops').batches.preview({ command: 'loans.redisburse', args: {}, selection })
  await brokenOff(server.app.database, 'perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1)', {
    [one.id]: 1,
  })

  const run = await as('ops').batches.run({ id: preview.id })

  expect(run).toMatchObject({ state: 'finished', success: 2, fail: 0 })
  const { payouts } = await as('ops').loans.detail({ id: one.id })
  expect(payouts).toHaveLength(2)
})
