import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'

type As = Pick<World, 'as'>
/** Three requests that wait on three pages. */
async function waiting({ given, server }: Pick<World, 'given' | 'server'>) {
  const { loanId, id: planId } = await given.plan({ state: 50 })
  const { query } = server.app.database
  const at = server.app.clock.now().toISOString()
  const maker = `'S-ops', '/HQ/OPS/', '${at}'`
  await query(`insert into write_offs (id, loan_id, type, state, currency, amount_minor, repayable_minor, reason, maker_id,
      maker_unit_path, requested_at)
    values ('WO260310000901', '${loanId}', 'full', 'pending', 'INR', 521000, 521000, 'paidCash', ${maker})`)
  await query(`insert into reductions (id, plan_id, loan_id, state, currency, amount_minor, overdue_days, reason, source,
      before_principal, before_penalty, maker_id, maker_unit_path, requested_at)
    values ('RD260310000901', '${planId}', '${loanId}', 'pending', 'INR', 1000, 3, 'illness', 'customerService', 500000, 34000, ${maker})`)
  await query(`insert into approvals (id, state, command, page, object_id, noun, before, after, count, eligible, maker_id,
      maker_unit_path, requested_at, valid_until)
    values ('AP260310000901', 'pending', 'roles.edit', 'roles', 'QC', 'roles', '{"name": "QC"}', '{"name": "Quality"}', 1, 1,
      'S-admin', '/HQ/', '${at}', '2026-03-13T00:00:00Z')`)
}
const inbox = async ({ as }: As, who: Parameters<World['as']>[0], q = 'state:pending') =>
  (await as(who).approvals.list({ q })).rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

test('one inbox holds what waits on any page, with who asked, why and how much', async ({ as, given, server }) => {
  await waiting({ given, server })

  const rows = await inbox({ as }, 'executive')

  expect(rows).toMatchObject([
    {
      id: 'AP260310000901',
      page: 'roles',
      decidedHere: true,
      changes: 'Name: QC → Quality',
      maker: { name: 'Administrator' },
    },
    {
      ...{
        id: 'RD260310000901',
        page: 'reductions',
        decidedHere: false,
        command: 'reductions.pass',
        reason: 'illness',
        changes: 'Left after: ₹ 5,340 → ₹ 5,330',
      },
      ...{ amount: { minor: 1_000 }, maker: { name: 'Operations' }, validUntil: '2026-04-09T06:00:00Z' },
    },
    {
      id: 'WO260310000901',
      page: 'writeOffs',
      command: 'writeOffs.pass',
      amount: { minor: 521_000 },
      changes: 'Type: – → Full',
    },
  ])
  expect(await inbox({ as }, 'executive', 'page:reductions')).toHaveLength(1)
  expect(await inbox({ as }, 'executive', '-is:decidedHere maker:Operations')).toHaveLength(2)
})

test('what is summed there has a currency, though not every request has an amount', async ({ given, server, raw }) => {
  await waiting({ given, server })
  const totals = async (q: string) => (await raw(`GET /approvals/totals?q=${q}`, { who: 'executive' })).data

  expect(await totals('state:pending')).toEqual({
    count: 3,
    sums: { amount: [{ minor: 522_000, currency: 'INR' }] },
  })
  expect(await totals('page:roles')).toEqual({ count: 1, sums: { amount: [] } })
})

test('nobody sees there what they do not see on its page, but what they asked for themselves', async ({
  as,
  given,
  server,
}) => {
  await waiting({ given, server })

  expect((await inbox({ as }, 'ops')).map(({ page }) => page)).toEqual(['reductions', 'writeOffs'])
  expect(await inbox({ as }, 'collector')).toEqual([])
  await server.app.database.query(`update reductions set maker_id = 'S-collector'`)
  expect((await inbox({ as }, 'collector')).map(({ page }) => page)).toEqual(['reductions'])
  expect((await inbox({ as }, 'admin')).map(({ page }) => page)).toEqual(['roles'])
})

test('what waits on a page of its own is decided there, and is gone from the inbox then', async ({
  as,
  given,
  server,
}) => {
  await waiting({ given, server })
  const [row] = await inbox({ as }, 'executive', 'id:RD260310000901')

  const decided = as('executive').approvals.approve({ id: row!.id, version: row!.version })

  await expect(decided).rejects.toMatchObject({ fault: 'not_found' })
  const [request] = (await as('executive').reductions.list({ q: 'id:RD260310000901' })).rows
  await as('executive').reductions.reject({ id: request!.id, version: request!.version, note: 'no' })
  expect(await inbox({ as }, 'executive', 'id:RD260310000901')).toEqual([])
})

test('a card, the terms of a product and an appeal are told as before and after, no number in clear', async ({
  as,
  given,
  server,
}) => {
  const { loanId } = await given.plan({ state: 50 })
  const { query } = server.app.database
  const at = server.app.clock.now().toISOString()
  const card = `(select id from cards limit 1)`
  await query(`insert into card_changes (id, loan_id, new_card_id, state, similarity_ppm, reason, maker_id, maker_unit_path,
      requested_at)
    values ('CC260310000901', '${loanId}', ${card}, 'pending', 900000, 'lost', 'S-ops', '/HQ/OPS/', '${at}')`)
  await query(`insert into product_terms (product_id, part, value, effective_from, state, maker_id, made_by, made_at)
    select product_id, part, value || '{"graceDays": 5, "allocationOrder": "interestFirst"}', '2026-03-20', 'pending', 'S-ops',
      'Operations', '${at}' from product_terms where part = 'penalty' and state = 'passed' limit 1`)
  await query(`insert into quality_inspections (id, review_id, loan_id, reviewer_id, result, reviewed_at, rule, seed,
      decided_on, drawn_at, state, outcome, appeal, appeal_reason, appealed_at)
    values ('QI260310000901', 'RV1', '${loanId}', 'S-reviewer', 'passed', '${at}', 'share', 's', '2026-03-09', '${at}',
      'fail', 'fail', 'pending', 'nearestCode', '${at}')`)

  const changes = (await inbox({ as }, 'executive')).map((row) => row.changes)

  expect(changes).toEqual([
    expect.stringMatching(/^New bank: – → .+; New account: – → …\d{4}$/),
    'Penalty 2026-03-20: Days of grace: 0 → 5; A payment goes to: Penalty first → Interest first',
    'Result: Fail → Pass',
  ])
  expect((await inbox({ as }, 'manager')).map(({ page }) => page)).toContain('qualityQueue')
  expect((await inbox({ as }, 'reviewer')).map(({ page }) => page)).toEqual(['qualityQueue'])
})

test('personal data of what would be added is masked as its list masks it', async ({ as, server }) => {
  const at = server.app.clock.now().toISOString()
  const filed = (
    id: string,
    before: string,
  ) => `insert into approvals (id, state, command, page, object_id, noun, before,
      after, count, eligible, maker_id, maker_unit_path, requested_at, valid_until)
    values ('${id}', 'pending', 'payments.x', 'payments', 'X', 'payments', ${before}, '{"phone": "9820012345"}', 1, 1,
      'S-admin', '/HQ/', '${at}', '2026-03-13T00:00:00Z')`
  await server.app.database.query(filed('AP260310000911', 'null'))
  await server.app.database.query(filed('AP260310000912', `'{}'`))

  const told = (await inbox({ as }, 'executive')).map(({ changes }) => changes)

  expect(told).toEqual([expect.stringContaining('→ 98****2345'), expect.stringContaining('→ 98****2345')])
})
