import { expect } from 'vitest'
import { LocalDate } from '#contract/kernel/values.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { assessCredit } from '#server/modules/credit-assessments/assess.ts'
import { creditAssessmentRows } from '#server/modules/credit-assessments/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { environment, now, test, today } from './book.ts'

class RolledBack extends Error {}

test('the credit of a demo is what the rules and the terms of its products say', async ({ library: { database } }) => {
  const all = await database.db.select().from(creditAssessmentRows)
  const counting = all.filter(({ endedAt, state }) => endedAt === null && state !== 'expired')
  expect(counting.length).toBeGreaterThan(100)
  // what an assessment asks of the server
  const app = {
    clock: { country: 'IN', now: () => now },
    secrets: secretsOf(environment.secret),
  } as unknown as AppContext

  const kept = database.db.transaction(async (tx) => {
    for (const { customerId } of counting) await assessCredit(customerId, 'nightly', { tx, now, today, app })
    const others = (await tx.select().from(creditAssessmentRows)).filter(({ id }) => !all.some((one) => one.id === id))
    expect(others).toEqual([])
    throw new RolledBack()
  })

  await expect(kept).rejects.toThrow(RolledBack)
})

test('the limit beside a customer is that of the assessment in force, and none has ended by today', async ({
  library: { database },
}) => {
  const inForce = new Map(
    (await database.db.select().from(creditAssessmentRows))
      .filter(({ endedAt }) => endedAt === null)
      .map((one) => [one.customerId, one] as const),
  )

  for (const { id, kyc, credit, limitMinor, limitExpiresOn } of await database.db.select().from(customerRows)) {
    const one = inForce.get(id)
    expect(one !== undefined).toBe(kyc === 'done')
    expect([limitMinor, limitExpiresOn]).toEqual([one?.limitMinor ?? null, one?.expiresOn ?? null])
    expect(credit).toBe(one && one.state !== 'expired' ? one.state : 'toCredit')
    if (limitExpiresOn) expect(LocalDate.parse(limitExpiresOn) >= today).toBe(true)
  }
})
