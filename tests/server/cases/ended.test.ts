import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>

/** An overdue order whose case a leader has ended for good. */
async function ended({ as, given, server }: Here) {
  const { id, version, loanId } = await given.case({ collector: 'collector' })
  await server.app.database.query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z' where id = $1`, [
    loanId,
  ])
  const closed = await as('leader').cases.end({ id, version, reason: 'cancelled' })
  return { id, loanId, version: closed.version }
}

test.for([
  ['fails', [{ outcome: 'paying' }, { outcome: 'fail', failure: 'declined' }]],
  ['is of a part', [{ amountMinor: 100_000 }]],
] as const)(
  'a payment that %s opens no case again that was ended for good',
  async ([, told], { as, given, server, clock }) => {
    const here = { as, given, server, clock }
    const { loanId } = await ended(here)

    for (const news of told) await tell(here, { loanId, ...news } as never)

    const { rows } = await server.app.database.query(
      'select state, close_reason as reason from cases where loan_id = $1',
      [loanId],
    )
    expect(rows).toEqual([{ state: 'closed', reason: 'cancelled' }])
  },
)

test('an order that became overdue while a payment was under way gets its case once that has failed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await given.plan({ state: 43, dueDate: '2026-03-09' as never })
  const { query } = server.app.database
  await query(`update loans set came_from = 30, disbursed_at = timestamp '2026-03-02 06:00Z' where id = $1`, [loanId])

  await tell(here, { loanId, amountMinor: 1_000 })

  expect((await query('select state, stage from cases where loan_id = $1', [loanId])).rows).toEqual([
    { state: 'allocating', stage: 'T1' },
  ])
})

test('bad debt has left collection: no case of it is opened again', async ({ as, given, server, clock }) => {
  const { id, version, loanId } = await ended({ as, given, server, clock })
  await server.app.database.query('update loans set state = 90 where id = $1', [loanId])

  await expect(as('leader').cases.reopen({ id, version })).rejects.toMatchObject({ fault: 'left_stage' })
})
