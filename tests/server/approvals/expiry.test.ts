import { expect } from 'vitest'
import { expireRequests } from '#server/modules/approvals/expire.ts'
import { expiryCalls } from '#server/modules/approvals/pending-requests.ts'
import { failed, its } from '#tests/server/quality-inspections/support.ts'
import { test, type World } from '#tests/support/server.ts'

const days = 86_400_000

/** A request on each of five pages, asked for by operations or a reviewer. */
async function waiting({ as, given, server }: Pick<World, 'as' | 'given' | 'server'>) {
  const { loanId, id: planId } = await given.plan({ state: 50 })
  const { query } = server.app.database
  const at = server.app.clock.now().toISOString()
  const maker = `'S-ops', '/HQ/OPS/', '${at}'`
  await query(`insert into write_offs (id, loan_id, type, state, currency, amount_minor, repayable_minor, reason, maker_id,
      maker_unit_path, requested_at)
    values ('WO260310000901', '${loanId}', 'full', 'pending', 'INR', 521000, 521000, 'paidCash', ${maker})`)
  await query(`insert into reductions (id, plan_id, loan_id, state, currency, amount_minor, overdue_days, reason, source,
      before_principal, before_penalty, maker_id, maker_unit_path, requested_at)
    values ('RD260310000901', '${planId}', '${loanId}', 'pending', 'INR', 1000, 3, 'illness', 'customerService', 500000,
      34000, ${maker})`)
  await query(`insert into card_changes (id, loan_id, new_card_id, state, similarity_ppm, reason, maker_id, maker_unit_path,
      requested_at)
    values ('CC260310000901', '${loanId}', (select id from cards limit 1), 'pending', 900000, 'lost', ${maker})`)
  await query(`insert into product_terms (product_id, part, value, effective_from, state, maker_id, made_by, made_at)
    select product_id, part, value, '2026-03-20', 'pending', 'S-ops', 'Operations', '${at}' from product_terms
    where part in ('penalty', 'rates') and state = 'passed' order by product_id limit 2`)
  const inspection = await failed({ as, given, server })
  await as('reviewer').qualityInspections.appeal({ ...its(inspection), reason: 'nearestCode' })
  return { loanId }
}

test('each request that waits on a page of its own can be turned down by a call that says why', ({ server }) => {
  const { entries } = server.app.registry

  expect(expiryCalls.size).toBe(9)
  for (const [command, [call, why]] of expiryCalls) {
    expect(entries.get(command), command).toBeDefined()
    expect(Object.keys(entries.get(call)!.endpoint.input.shape), call).toContain(why)
  }
})

test('what nobody decides on in time lapses on its own page too, on the record, and whoever asked is told', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await waiting({ as, given, server })
  const all = async () => (await as('executive').approvals.list({ q: 'state:pending' })).rows
  clock.forward(30 * days - 1)
  await expireRequests.run(server.app)
  expect((await all()).map(({ validUntil }) => validUntil)).toEqual(Array(5).fill('2026-04-09T06:00:00Z'))

  clock.forward(1)
  await expireRequests.run(server.app)
  await expireRequests.run(server.app)

  expect(await all()).toEqual([])
  const [rejected] = (await as('executive').reductions.list({ q: 'id:RD260310000901' })).rows
  expect(rejected).toMatchObject({ state: 'rejected', note: 'notDecided' })
  const { rows: told } = await as('ops').approvals.list({ q: 'state:lapsed maker:@me' })
  expect(told.map(({ page }) => page).toSorted()).toEqual(['orderChanges', 'products', 'reductions', 'writeOffs'])
  expect(told.find(({ page }) => page === 'reductions')).toMatchObject({
    ...{ command: 'reductions.pass', objectId: loanId, amount: { minor: 1_000 }, validUntil: '2026-04-09T06:00:00Z' },
  })
  const { piles } = await as('ops').overview.waiting()
  expect(piles.find(({ id }) => id === 'lapsed')).toMatchObject({ count: told.length, tone: 'bad' })
  const { rows: record } = await as('executive').audit.list({ q: 'command:reductions.reject outcome:done' })
  expect(record[0]).toMatchObject({ actor: 'lapseRequests', objectId: 'RD260310000901' })
  expect(record[0]!.changes).toContain('Nobody decided in time')
})

test('how long a request waits is a parameter', async ({ as, given, server, clock }) => {
  await waiting({ as, given, server })
  await server.app.database.query(
    `insert into parameters (id, value) values ('requests.waitDays', '2') on conflict (id) do update set value = '2'`,
  )
  clock.forward(2 * days)

  await expireRequests.run(server.app)

  expect((await as('executive').approvals.list({ q: 'state:pending' })).rows).toEqual([])
})
