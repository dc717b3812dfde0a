import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import { kycStepRows } from '#server/modules/customers/store.ts'
import { test } from '#tests/support/server.ts'

test('what only a later row has is inserted as well', async ({ server }) => {
  const { db } = server.app.database
  const customerId = 'CU260301000001' as IdOf<'customer'>
  const doneAt = new Date('2026-03-01T05:00:00Z')

  await bulkInsert(db, kycStepRows, [
    { customerId, step: 'basic' },
    { customerId, step: 'live', doneAt },
  ])

  const rows = await db
    .select()
    .from(kycStepRows)
    .where(eq(kycStepRows.customerId, customerId))
    .orderBy(kycStepRows.step)
  expect(rows.map(({ step, doneAt: at }) => [step, at])).toEqual([
    ['basic', null],
    ['live', doneAt],
  ])
})
