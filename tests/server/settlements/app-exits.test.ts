import { expect } from 'vitest'
import { booksOf, tell } from '#tests/server/payments/support.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test } from '#tests/support/server.ts'

for (const periods of [3, 1])
  test(`what ends an order of ${periods} before its term ends it where it was paid in the app, too`, async ({
    as,
    given,
    server,
    clock,
  }) => {
    const world = { as, given, server, clock }
    const { id } = await given.loan({ state: 30, amountMinor: 600_000 })
    const { query } = server.app.database
    await query(
      `update loans set due_date = '2026-03-18', disbursed_at = timestamp '2026-03-08 06:00Z', interest_minor = ${periods === 1 ? 6_000 : 12_000},
         terms = terms || jsonb_build_object('periods', ${periods}, 'daysPerPeriod', 10, 'tenureDays', ${periods * 10}, 'dailyInterestPpm', 100,
           'coolingOffDays', 0, 'earlyInterest', 'prorata') where id = '${id}'`,
    )
    for (let n = 1; n <= periods; n++)
      await query(
        `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
         values ('${id}P${n}', '${id}', ${n}, ${periods}, 'INR', date '2026-03-08' + ${n * 10}, ${periods === 1 ? 600 : 800 - n * 200}, ${600_000 / periods}, 'open')`,
      )
    await query(`update loans set interest_minor = ${periods === 1 ? 600 : 1_200} where id = '${id}'`)
    await moveTo(world, '2026-03-10T06:00:00.000Z')
    const [loan] = (await as('ops').loans.orders({ q: `id:${id}` })).rows
    await as('ops').payments.sendExitLink({ id, version: loan!.version })
    const { rows } = await query(`select amount_minor::int as amount from payment_links`)

    await tell(world, { loanId: id, amountMinor: Number(rows[0]!.amount) })

    expect((await as('ops').loans.detail({ id })).loan.state).toBe(40)
    expect(await booksOf(world, id)).toMatchObject({ owed: 0 })
  })
