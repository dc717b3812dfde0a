import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { dayMs } from '#tests/server/payments/support.ts'
import { test } from '#tests/support/server.ts'
import { differing, type Lending, outcomeOf, ways } from './support.ts'

/** An order five days past due that owes 5,210, of which 100 are taken off on 10 March, for two days. */
async function reduced({ as, given, server }: Lending) {
  const { id, loanId, version } = await given.plan({
    state: 30,
    dueDate: '2026-03-05' as never,
    charged: { penalty: 0 },
  })
  await server.app.database.query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z'`)
  await as('cs').reductions.request({ id, version, amount: money('100', 'INR'), reason: 'Lost his job' })
  const [one] = (await as('manager').reductions.list({ q: '' })).rows
  await as('manager').reductions.pass({ id: one!.id, version: one!.version })
  return loanId
}

const payments = [
  { paid: 'while it held', on: '2026-03-10', amountMinor: 511_000, state: 41, owed: 0, fate: 'used' },
  { paid: 'on its last day', on: '2026-03-12', amountMinor: 521_000, state: 41, owed: 0, fate: 'used' },
  {
    paid: 'too little of on its last day',
    on: '2026-03-12',
    amountMinor: 505_000,
    state: 50,
    owed: null,
    fate: 'lapsed',
  },
  { paid: 'when its time was over', on: '2026-03-14', amountMinor: 531_000, state: 50, owed: null, fate: 'lapsed' },
  { paid: 'before it was passed', on: '2026-03-08', amountMinor: 503_500, state: 41, owed: 0, fate: 'used' },
] as const

test.for(payments)(
  'a reduced order $paid comes to the same whenever that is told',
  { timeout: 120_000 },
  async ({ on, amountMinor, state, owed, fate }, { as, given, server, clock }) => {
    const world = { as, given, server, clock }
    const seen = []
    for (const [how, way] of ways) {
      clock.set('2026-03-10T06:00:00.000Z')
      const loanId = await reduced(world)
      const at = `${on}T08:00:00.000Z`
      // a payment of a day before can only be told of since
      clock.set(on > '2026-03-10' ? at : '2026-03-10T08:00:00.000Z')
      const utr = `12345678901${seen.length}`
      await way(world, { loanId, ref: `P${seen.length}`, utr, amountMinor, at: at as never }, 5)
      while (clock.now().toISOString() < '2026-03-20') {
        clock.forward(dayMs)
        for (const job of ['lapseReductions', 'doLate']) await server.app.taskRunners.get(job)!(server.app)
      }
      const outcome = await outcomeOf(world, loanId)
      expect(outcome, how).toEqual(seen[0] ?? outcome)
      seen.push(outcome)
    }
    const [{ loan, plans, reductions }] = seen as [Awaited<ReturnType<typeof outcomeOf>>]
    expect(loan).toMatchObject([{ state }])
    if (owed !== null) expect(plans).toMatchObject([{ owed }])
    expect(reductions).toEqual([{ state: 'passed', fate }])
    expect(await differing(world, /penalt|charged|allocat|reduced|owed|settled|reduction/)).toEqual([])
  },
)
