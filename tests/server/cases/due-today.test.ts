import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
type LoanId = IdOf<'loan'>

/** An order of ₹5,035 that is due today, with a reminder case of the collector and a hold that staff have put on it. */
async function dueToday({ as, given, server }: Here) {
  const due = { state: 30 as const, dueDate: '2026-03-10' as never, charged: { penalty: 0 } }
  const { id, loanId } = await given.case({ collector: 'collector', ...due })
  const { query } = server.app.database
  await query(`update cases set stage = 'T0' where id = $1`, [id])
  await query(`update loans set disbursed_at = timestamp '2026-03-03 06:00Z' where id = $1`, [loanId])
  const { version } = (await as('leader').cases.open({ q: `id:${id}` })).rows[0]!
  await as('collector').caseHolds.hold({ id, version, kind: 'legal', remark: 'Lawyer wrote' })
  return { id, loanId }
}

/** Has an order of one instalment have a second, due on a day. */
async function secondOn({ server }: Pick<World, 'server'>, loanId: LoanId, day: string) {
  const { query } = server.app.database
  await query('update plans set periods = 2 where loan_id = $1', [loanId])
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     select loan_id || 'P2', loan_id, 2, 2, currency, $2::date, 2000, 200000, 'open' from plans where loan_id = $1`,
    [loanId, day],
  )
}

const standing = async ({ server }: Here, loanId: LoanId) =>
  (
    await server.app.database.query(
      `select l.state as loan, c.state, c.close_reason as reason, c.hold,
         (select count(*)::int from case_holds h where h.loan_id = l.id and h.state = 'active') as holds
       from loans l join cases c on c.loan_id = l.id where l.id = $1`,
      [loanId],
    )
  ).rows

test.for([
  ['that has come to nothing', [{ outcome: 'paying' }, { outcome: 'fail', failure: 'declined' }]],
  ['of a part', [{ amountMinor: 100_000 }]],
] as const)(
  'a payment %s leaves the reminder case of an order that is due today as it was',
  async ([, told], { as, given, server, clock }) => {
    const here = { as, given, server, clock }
    const { loanId } = await dueToday(here)

    for (const news of told) await tell(here, { loanId, amountMinor: 503_500, ...news } as never)

    expect(await standing(here, loanId)).toEqual([
      { loan: 30, state: 'allocated', reason: null, hold: 'legal', holds: 1 },
    ])
  },
)

test('what is paid in full on its day closes its reminder case', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { loanId } = await dueToday(here)

  await tell(here, { loanId, amountMinor: 503_500 })

  expect(await standing(here, loanId)).toMatchObject([{ loan: 40, state: 'closed', reason: 'paid', holds: 0 }])
})

test('what was paid on its day, and has bounced on that day, is reminded of again', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await dueToday(here)
  const { query } = server.app.database
  await query(`insert into parameters (id, value) values ('payment.reversal', 'true')
    on conflict (id) do update set value = excluded.value`)
  await tell(here, { loanId, amountMinor: 503_500 })
  const paid = async () => (await as('admin').payments.list({ q: `loanId:${loanId} kind:normal,early` })).rows[0]!
  const { id: paymentId, version } = await paid()
  await as('ops').payments.askReversal({ id: paymentId, version, reason: 'Returned by the bank' })

  await as('executive').payments.reverse({ id: paymentId, version: (await paid()).version })

  const { rows } = await query(
    'select id, stage, state, close_reason as reason, hold from cases order by opened_at, id',
  )
  expect(rows).toEqual([
    { id, stage: 'T0', state: 'closed', reason: 'rolled', hold: 'legal' },
    { id: expect.stringMatching(/^CS/), stage: 'T0', state: 'allocating', reason: null, hold: 'legal' },
  ])
})

test.for(['a partial write-off', 'the channel'] as const)(
  'an instalment that %s settles on its day closes its reminder case',
  async (how, { as, given, server, clock }) => {
    const here = { as, given, server, clock }
    const { loanId } = await dueToday(here)
    await secondOn({ server }, loanId, '2026-03-20')

    if (how === 'the channel') await tell(here, { loanId, amountMinor: 503_500 })
    else {
      const { version } = (await as('ops').loans.orders({ q: `id:${loanId}` })).rows[0]!
      const slip = { channel: 'offline', bankCode: 'HDFC', upi: 'a@b', repaidOn: '2026-03-10' as never } as const
      const amount = money('5035', 'INR')
      await as('ops').writeOffs.partial({ id: loanId, version, ...slip, utr: '123456789012', amount })
      const [row] = (await as('manager').writeOffs.list({ q: '' })).rows
      await as('manager').writeOffs.pass({ id: row!.id, version: row!.version })
    }

    expect(await standing(here, loanId)).toMatchObject([{ loan: 30, state: 'closed', reason: 'paid' }])
  },
)

test('what holds an order outlasts the arrears: it is held with its next instalment as well', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId, version } = await given.case({ collector: 'collector', charged: { penalty: 0 } })
  const { query } = server.app.database
  await query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z' where id = $1`, [loanId])
  await secondOn({ server }, loanId, '2026-03-12')
  await as('collector').caseHolds.hold({ id, version, kind: 'deceased', remark: 'Son called' })
  await server.app.taskRunners.get('doLate')!(server.app)
  const { rows } = await query(`select owed_minor::int as owed from plans where loan_id = $1 and serial = 1`, [loanId])

  await tell(here, { loanId, amountMinor: rows[0]!.owed as number })
  expect(await standing(here, loanId)).toMatchObject([{ loan: 30, state: 'closed', reason: 'paid', holds: 1 }])
  await moveTo(here, '2026-03-13T00:00:00.000Z')
  await server.app.taskRunners.get('doLate')!(server.app)

  expect((await standing(here, loanId)).filter(({ state }) => state !== 'closed')).toMatchObject([
    { loan: 50, state: 'allocating', hold: 'deceased' },
  ])
})
