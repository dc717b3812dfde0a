import { expect } from 'vitest'
import { dueLags } from '#contract/due-facts.ts'
import { addDays, businessDate } from '#contract/kernel/calendar.ts'
import type { Instant, LocalDate } from '#contract/kernel/values.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { allocationRows, paymentRows, reversalRows } from '#server/modules/payments/store.ts'
import { grouped, now, test } from '../seed/book.ts'

const dayOf = (moment: Date): LocalDate => businessDate(moment.toISOString() as Instant, 'IN')

test('what was unpaid at the end of each day is what the books of the demo say, counted again', async ({ library }) => {
  const { database, loans, plansOf } = library
  const { db } = database
  await refreshDueFacts({ database, clock: { country: 'IN', now: () => now } })
  const payments = new Map((await db.select().from(paymentRows)).map((row) => [row.id, row]))
  const originals = new Map((await db.select().from(reversalRows)).map((row) => [row.contraId, row.paymentId]))
  const shares = grouped(await db.select().from(allocationRows), ({ planId }) => planId)
  const { rows } = await database.query('select * from due_facts where known_until is null')
  const facts = new Map(rows.map((row) => [row.plan_id as string, row]))

  let compared = 0
  for (const plan of loans.flatMap(({ id }) => plansOf(id))) {
    const due = plan.chargedFee + plan.chargedInterest + plan.chargedPrincipal
    const events = shares(plan.id).map(({ paymentId, ...share }) => ({
      day: dayOf(payments.get(originals.get(paymentId) ?? paymentId)!.completedAt!),
      minor: share.paidFee + share.paidInterest + share.paidPrincipal,
    }))
    const reduced = plan.reducedFee + plan.reducedInterest + plan.reducedPrincipal
    if (reduced > 0) events.push({ day: dayOf(plan.reducedAt!), minor: reduced })
    const discounted = plan.discountedFee + plan.discountedInterest + plan.discountedPrincipal
    if (discounted > 0) events.push({ day: dayOf(plan.settledAt!), minor: discounted })
    const unpaid = dueLags.map((lag) => {
      const end = addDays(plan.dueDate, lag)
      if (plan.state === 'extended' && dayOf(plan.settledAt!) <= end) return 0
      return Math.max(0, due - events.filter(({ day }) => day <= end).reduce((sum, { minor }) => sum + minor, 0))
    })

    const fact = facts.get(plan.id)!
    expect({
      plan: plan.id,
      unpaid: (fact.unpaid_minor as unknown[]).map(Number),
      due: Number(fact.amount_minor),
    }).toEqual({
      ...{ plan: plan.id, unpaid, due },
    })
    compared += 1
  }
  expect(compared).toBeGreaterThan(500)
  expect(facts.size).toBe(compared)
})
