import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'

/** A case of the collector whose order was paid in full by a payment that has bounced since. */
async function bounced({ as, given, server, clock }: Pick<World, 'as' | 'given' | 'server' | 'clock'>) {
  const { query } = server.app.database
  await query(`insert into parameters (id, value) values ('payment.reversal', 'true')
    on conflict (id) do update set value = excluded.value`)
  const { id, version, loanId } = await given.case({ collector: 'collector', charged: { penalty: 0 } })
  await query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z' where id = $1`, [loanId])
  await as('collector').caseHolds.hold({ id, version, kind: 'deceased', remark: 'Son called' })
  await server.app.taskRunners.get('doLate')!(server.app)
  const owed = await query('select sum(owed_minor)::int as minor from plans where loan_id = $1', [loanId])
  await tell({ as, server, clock }, { loanId, amountMinor: owed.rows[0]!.minor as number })
  expect(await settled({ as })).toBe(1)
  const paid = async () => (await as('admin').payments.list({ q: `loanId:${loanId} kind:normal` })).rows[0]!
  const { id: paymentId, version: before } = await paid()
  await as('ops').payments.askReversal({ id: paymentId, version: before, reason: 'Returned by the bank' })
  await as('executive').payments.reverse({ id: paymentId, version: (await paid()).version })
  return { id, loanId }
}

const settled = async ({ as }: Pick<World, 'as'>) =>
  (await as('manager').collectionActivities.list({ q: 'kind:settled' })).rows.length

test('a case whose payment has bounced was not paid, and is no case that anybody has settled', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id } = await bounced({ as, given, server, clock })

  const [closed] = (await as('manager').cases.closed({ q: `id:${id}` })).rows
  expect(closed).toMatchObject({ closeReason: 'rolled', recovered: { minor: 0 } })
  expect(await settled({ as })).toBe(0)
})

test('an order whose payment has bounced is held as it was before', async ({ as, given, server, clock }) => {
  const { loanId } = await bounced({ as, given, server, clock })

  expect((await as('manager').cases.open({ q: `loanId:${loanId}` })).rows).toMatchObject([{ hold: 'deceased' }])
})
