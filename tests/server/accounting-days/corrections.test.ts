import fc from 'fast-check'
import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { type Correction, steps } from './happenings.ts'
import { closed, daysOf, entriesOf, later, lent } from './support.ts'

test('in whatever order late corrections come, closed days stay, and all days together come to what is owed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  await query(`insert into parameters (id, value) values ('payment.reversal', 'true')
    on conflict (id) do update set value = excluded.value`)
  const orders = await Promise.all([lent(here)])
  const happens = fc.array(fc.constantFrom(...(Object.keys(steps) as Correction[])), { minLength: 6, maxLength: 14 })

  for (const sequence of fc.sample(happens, { numRuns: 8, seed: 125 })) {
    for (const step of sequence) {
      const before = await daysOf(here, 'state:closed')
      await steps[step](here, orders[0]!.loanId as never)
      expect([step, (await daysOf(here, 'state:closed')).slice(0, before.length)]).toEqual([step, before])
    }
    await later(here)
    expect((await closed(here)).imbalances).toEqual([])
    const { rows } = await query('select sum(owed_minor)::int as owed from plans')
    const [days, entries] = [await daysOf(here), await entriesOf(here)]
    expect(days.at(-1)!.closing.minor).toBe(rows[0]!.owed)
    expect(entries.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(rows[0]!.owed)
    const moved = (of: (typeof days)[number]) =>
      of.lent.minor + of.interest.minor + of.fees.minor + of.penalty.minor + of.moved.minor
    const gone = (of: (typeof days)[number]) => of.repaid.minor + of.conceded.minor + of.lost.minor
    for (const day of days) expect(day.closing.minor).toBe(day.opening.minor + moved(day) - gone(day))
  }
})
