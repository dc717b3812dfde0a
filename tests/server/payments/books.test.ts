import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { addComponents, booksBalance, type Components, noComponents, outstandingOf } from '#contract/loans/balance.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import { lossRows, penaltyCorrectionRows, penaltyRows, planRows } from '#server/modules/plans/store.ts'
import { test, type World } from '#tests/support/server.ts'
import { dayMs, tell } from './support.ts'

type Of<Prefix extends string> = Record<`${Prefix}${'Penalty' | 'Fee' | 'Interest' | 'Principal'}`, number>
const part = <Prefix extends string>(prefix: Prefix, row: Of<Prefix>): Components => ({
  penalty: row[`${prefix}Penalty`],
  fee: row[`${prefix}Fee`],
  interest: row[`${prefix}Interest`],
  principal: row[`${prefix}Principal`],
})
const sum = (minors: readonly { amountMinor: number }[]) =>
  minors.reduce((all, { amountMinor }) => all + amountMinor, 0)

/** The books of an order, each figure from the table that it is kept in. */
async function ledgerOf({ server }: Pick<World, 'server'>, loanId: IdOf<'loan'>) {
  const { db } = server.app.database
  const plans = await db.select().from(planRows).where(eq(planRows.loanId, loanId)).orderBy(planRows.serial)
  const accounts = []
  for (const plan of plans) {
    const of = { planId: plan.id }
    const penalties = await db.select().from(penaltyRows).where(eq(penaltyRows.planId, of.planId))
    const corrected = await db.select().from(penaltyCorrectionRows).where(eq(penaltyCorrectionRows.planId, of.planId))
    const got = await db.select().from(allocationRows).where(eq(allocationRows.planId, of.planId))
    const [loss] = await db.select().from(lossRows).where(eq(lossRows.planId, of.planId))
    accounts.push({
      charged: { ...part('charged', plan), penalty: sum(penalties) + sum(corrected) },
      paid: got.map((row) => part('paid', row)).reduce(addComponents, noComponents),
      reduced: part('reduced', plan),
      discounted: part('discounted', plan),
      lost: loss ? part('lost', loss) : noComponents,
      outstanding: outstandingOf(accountOf(plan)),
    })
  }
  return { plans: accounts, states: plans.map(({ state }) => state) }
}

/** What payments came to, and what was used of them. */
async function moneyOf({ server }: Pick<World, 'server'>, loanId: IdOf<'loan'>) {
  const { db } = server.app.database
  const made = and(eq(paymentRows.loanId, loanId), eq(paymentRows.state, 'success'))
  const payments = await db.select().from(paymentRows).where(made)
  const shares = await db.select().from(allocationRows)
  return payments.map(({ id, amountMinor, unappliedMinor, extensionMinor }) => {
    const used = shares.filter(({ paymentId }) => paymentId === id).map((row) => part('paid', row))
    const total = Object.values(used.reduce(addComponents, noComponents)).reduce((a, b) => a + b, 0)
    return amountMinor - unappliedMinor - extensionMinor - total
  })
}

const Step = fc.record({
  days: fc.integer({ min: 0, max: 12 }),
  /** So many days ago the money was there. */
  late: fc.integer({ min: 0, max: 9 }),
  amountMinor: fc.integer({ min: 1, max: 260_000 }),
  said: fc.constantFrom(
    ['success'],
    ['paying', 'success'],
    ['paying', 'fail'],
    ['success', 'success'],
    ['fail', 'success'],
  ),
})

/** An order of three instalments with interest, fee and penalties to come. */
async function three({ given, server }: Pick<World, 'given' | 'server'>, order: string, base: string) {
  const { id } = await given.loan({ state: 30, amountMinor: 600_000 })
  const { query } = server.app.database
  await query(
    `update loans set due_date = '2026-03-05', disbursed_at = timestamp '2026-02-20 06:00Z',
       terms = jsonb_set(jsonb_set(terms, '{penalty,allocationOrder}', '"${order}"'), '{penalty,base}', '"${base}"')
     where id = '${id}'`,
  )
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_fee, charged_interest, charged_principal, state)
     select '${id}P' || n, '${id}', n, 3, 'INR', date '2026-03-05' + (n - 1) * 10, 700, 5000, 200000, 'open'
     from generate_series(1, 3) n`,
  )
  return id
}

test('whatever payments come in, on whatever day, the books balance and no paisa is lost or doubled', {
  timeout: 240_000,
}, async ({ as, given, server, clock }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Step, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('penaltyFirst', 'interestFirst'),
      fc.constantFrom('outstandingPrincipal', 'originalDue'),
      async (steps, order, base) => {
        clock.set('2026-03-04T06:00:00.000Z')
        const id = await three({ given, server }, order, base)
        for (const [i, { days, late, amountMinor, said }] of steps.entries()) {
          clock.forward(days * dayMs)
          await server.app.taskRunners.get('doLate')!(server.app)
          const at = new Date(clock.now().getTime() - late * dayMs).toISOString() as never
          for (const outcome of said) {
            const told = { loanId: id, ref: `${id}-${i}`, utr: `${id}${i}`, at, amountMinor, outcome: outcome as never }
            await tell({ as, server, clock }, told).catch((refused: { fault: string }) =>
              expect([outcome, refused.fault]).toEqual(['paying', 'not_allowed_now']),
            )
          }
        }
        const { plans, states } = await ledgerOf({ server }, id)
        expect(booksBalance({ amountMinor: 600_000, plans })).toBe(true)
        expect((await moneyOf({ server }, id)).filter((difference) => difference !== 0)).toEqual([])
        const { rows } = await server.app.database.query(`select state from loans where id = '${id}'`)
        expect(rows[0]!.state === 40).toBe(states.every((state) => state === 'paid'))
      },
    ),
    { numRuns: 30 },
  )
})
