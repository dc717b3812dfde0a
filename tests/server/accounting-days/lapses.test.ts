import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { test } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'
import { steps } from './happenings.ts'
import { closed, daysOf, entriesOf, later, lent } from './support.ts'

test('a lapse that a late payment undoes is taken back by an entry, once more where it bounces, and every day closes', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId, planId } = await lent(here)
  await server.app.database.query(`insert into parameters (id, value) values ('payment.reversal', 'true')
    on conflict (id) do update set value = excluded.value`)
  await steps.night(here, loanId as never)
  const { version } = (await as('ops').plans.list({ q: `id:${planId}` })).rows[0]!
  await as('cs').reductions.request({ id: planId, version, amount: money('100', 'INR'), reason: 'Lost his job' })
  const [one] = (await as('manager').reductions.list({ q: '' })).rows
  await as('manager').reductions.pass({ id: one!.id, version: one!.version })
  const paidAt = clock.now().toISOString() as never
  for (let night = 0; night < 4; night++) {
    await later(here)
    for (const job of ['lapseReductions', 'doLate']) await server.app.taskRunners.get(job)!(server.app)
    await closed(here)
  }
  const lapses = async () => (await entriesOf(here, 'kind:reductionLapse')).map(({ amount }) => amount.minor)
  expect(await lapses()).toEqual([10_000])

  const owed = (await as('ops').plans.list({ q: `id:${planId}` })).rows[0]!
  await tell(here, { loanId, amountMinor: 526_000 - 10_000, at: paidAt })

  await later(here)
  expect(owed.repayable.minor).toBeGreaterThan(526_000)
  expect((await closed(here)).imbalances).toEqual([])
  expect((await lapses()).toSorted((a, b) => a - b)).toEqual([-10_000, 10_000])
  await steps.reverse(here, loanId as never)
  await later(here)
  expect((await closed(here)).imbalances).toEqual([])
  expect((await lapses()).toSorted((a, b) => a - b)).toEqual([-10_000, 10_000, 10_000])
  const days = await daysOf(here)
  expect(days.every(({ state }) => state === 'closed')).toBe(true)
  const { rows } = await server.app.database.query('select sum(owed_minor)::int as owed from plans')
  expect(days.at(-1)!.closing.minor).toBe(rows[0]!.owed)
})
