import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { tell } from '#tests/server/payments/support.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

/** ₹6,000 in three instalments of ten days, paid out on 26 February. */
async function inThree({ given, server }: Pick<World, 'given' | 'server'>) {
  const { id } = await given.loan({ state: 30, amountMinor: 600_000 })
  const { query } = server.app.database
  await query(
    `update loans set due_date = '2026-03-08', disbursed_at = timestamp '2026-02-26 06:00Z',
       terms = terms || jsonb_build_object('periods', 3, 'daysPerPeriod', 10, 'tenureDays', 30, 'dailyInterestPpm', 1000,
         'coolingOffDays', 0)
     where id = '${id}'`,
  )
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     select '${id}P' || n, '${id}', n, 3, 'INR', date '2026-02-26' + n * 10, 8000 - n * 2000, 200000, 'open'
     from generate_series(1, 3) n`,
  )
  return id
}

for (const how of ['a partial write-off', 'a reduction', 'the channel'] as const)
  test(`arrears that were settled by ${how} leave an order that is not overdue, and no case`, async ({
    as,
    given,
    server,
    clock,
  }) => {
    const world = { as, given, server, clock }
    await moveTo(world, '2026-03-04T06:00:00.000Z')
    const id = await inThree(world)
    await moveTo(world, '2026-03-10T06:00:00.000Z')
    await server.app.taskRunners.get('doLate')!(server.app)
    const { query } = server.app.database
    const loan = async () => (await as('ops').loans.orders({ q: `id:${id}` })).rows[0]!
    const owed = Number((await query(`select owed_minor::int as n from plans where id = '${id}P1'`)).rows[0]!.n)
    const amount = money(String(owed / 100), 'INR')
    if (how === 'the channel') await tell(world, { loanId: id, amountMinor: owed })
    if (how === 'a partial write-off') {
      const slip = { channel: 'offline', bankCode: 'HDFC', upi: 'a@b', repaidOn: '2026-03-10' as never } as const
      await as('ops').writeOffs.partial({ id, version: (await loan()).version, ...slip, utr: '123456789012', amount })
      const [row] = (await as('manager').writeOffs.list({ q: '' })).rows
      await as('manager').writeOffs.pass({ id: row!.id, version: row!.version })
    }
    if (how === 'a reduction') {
      // principal and interest were paid, the penalty is let off
      await query(`update loans set terms = jsonb_set(terms, '{penalty,allocationOrder}', '"interestFirst"')`)
      await tell(world, { loanId: id, amountMinor: 206_000 })
      const left = owed - 206_000
      await as('cs').reductions.requestLoan({
        ...{ id, version: (await loan()).version, amount: money(String(left / 100), 'INR'), reason: 'x' },
      })
      const [one] = (await as('executive').reductions.list({ q: '' })).rows
      await as('executive').reductions.pass({ id: one!.id, version: one!.version })
    }
    const told = await query(
      `select l.state, l.due_date::text as due, p.state as plan, c.state as case from loans l
       join plans p on p.loan_id = l.id and p.serial = 1 left join cases c on c.loan_id = l.id where l.id = '${id}'`,
    )
    await server.app.taskRunners.get('doLate')!(server.app)
    const night = await query(`select state from loans where id = '${id}'`)
    expect({ ...told.rows[0], night: night.rows[0]!.state }).toEqual({
      ...{ state: 30, due: '2026-03-18', case: 'closed', night: 30 },
      plan: how === 'a reduction' ? 'paidReduced' : 'paid',
    })
  })

test('an order that was left overdue without arrears is cured by the next night, and its case closed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  await moveTo(world, '2026-03-04T06:00:00.000Z')
  const id = await inThree(world)
  await moveTo(world, '2026-03-10T06:00:00.000Z')
  const { query } = server.app.database
  const doLate = server.app.taskRunners.get('doLate')!
  await doLate(server.app)
  await query(`update plans set due_date = '2026-03-12' where id = '${id}P1'`)
  await query(`update loans set due_date = '2026-03-12' where id = '${id}'`)

  expect(await doLate(server.app)).toMatchObject({ done: 1 })

  const { rows } = await query(
    `select l.state, c.state as case from loans l join cases c on c.loan_id = l.id where l.id = '${id}'`,
  )
  expect(rows).toEqual([{ state: 30, case: 'closed' }])
  expect(await doLate(server.app)).toMatchObject({ done: 0 })
})
