import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

test('what was written off is lost, and never counted as repaid; what was extended is', async ({
  as,
  given,
  server,
}) => {
  for (const state of [30, 40, 41, 50, 80, 90, 100, 110] as const) await given.loan({ state })
  await server.app.database.query('update loans set disbursed_at = applied_at')

  const { total } = await as('executive').loans.lending({})

  expect(total).toMatchObject({
    loans: { value: 8 },
    repaid: { value: 3, per: 8 },
    overdue: { value: 1, per: 8 },
    lost: { value: 3, per: 8 },
  })
})
