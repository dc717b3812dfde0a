import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

const set = ({ server }: Pick<World, 'server'>, sql: string) => server.app.database.query(sql)

test('rows that were copied, and files of a single customer, count as personal data taken along', async ({
  as,
  given,
  server,
  tokenOf,
  clock,
}) => {
  const loan = await given.loan({ state: 30 })
  const columns = ['name', 'phone']
  await as('reviewer').exports.copied({ listing: 'loans.orders', rows: 40, columns })
  const headers = { authentication: await tokenOf('manager') }
  await fetch(`${server.url}/api/loans/${loan.id}/statement`, { headers })
  await set(
    { server },
    `insert into audit (at, actor_id, actor_name, unit_path, roles, command, risk, outcome, input, request_id, duration_ms)
    values ('2026-03-10T07:00:00Z', 'S-manager', 'Manager', '/', '{}', 'dataRequests.download', 'read', 'done', '{"id": "DR1"}', 'r', 0),
      ('2026-03-10T07:00:00Z', 'S-manager', 'Manager', '/', '{}', 'blacklist.addSheet', 'write', 'done', '{"rows": [1]}', 'r', 0)`,
  )
  clock.forward(86_400_000)

  await server.app.taskRunners.get('reviewAccess')!(server.app)

  const { rows } = await as('admin').dataUse.list({ q: 'date:yesterday sort:rank' })
  expect(rows).toMatchObject([
    { staff: { id: 'S-reviewer' }, rank: 1, copiedRows: 40, exportedRows: 0, documents: 0 },
    { staff: { id: 'S-manager' }, rank: 2, copiedRows: 0, documents: 2, exports: 0 },
  ])
})

test('a night counts what was said to be copied, however much that is', async ({ as, server, clock, raw }) => {
  const body = (rows: number) => JSON.stringify({ listing: 'loans.orders', rows, columns: ['name'] })
  const headers = { 'content-type': 'application/json' }
  const said = (rows: number) =>
    raw('POST /exports/copied', { method: 'POST', headers, body: body(rows), who: 'reviewer' })
  expect(await said(3_000_000_000)).toMatchObject({ fault: 'invalid' })
  expect(await said(10_000)).toMatchObject({ code: 200 })
  // as it was written down before there was a bound
  const said3e9 = `'{"rows": 3000000000}'`
  await set(
    { server },
    `insert into audit (at, actor_id, actor_name, unit_path, roles, command, risk, outcome, input, request_id, duration_ms)
    values ('2026-03-10T07:00:00Z', 'S-cs', 'Customer service', '/', '{}', 'exports.copied', 'write', 'done', ${said3e9}, 'r', 0)`,
  )
  clock.forward(86_400_000)

  await server.app.taskRunners.get('reviewAccess')!(server.app)

  const { rows } = await as('admin').dataUse.list({ q: 'date:yesterday sort:rank' })
  expect(rows.map(({ copiedRows }) => copiedRows)).toEqual([2_147_483_647, 10_000])
})

test('who revealed and exported most stands first, night by night, and again the same', async ({
  as,
  given,
  server,
  clock,
}) => {
  const id = await given.customer()
  await given.customer({ phone: '9000012345' })
  await as('cs').customers.reveal({ id, field: 'phone', reason: 'call back' })
  await set(
    { server },
    `insert into audit (at, actor_id, actor_name, unit_path, roles, command, risk, outcome, input, request_id, duration_ms)
    values ('2026-03-10T07:00:00Z', 'S-manager', 'Manager', '/', '{}', 'customers.list.export', 'read', 'done', '{"rows": 250}', 'r', 0),
      ('2026-03-10T08:00:00Z', 'S-manager', 'Manager', '/', '{}', 'customers.list.export', 'read', 'refused', '{"rows": 9000}', 'r', 0)`,
  )
  clock.forward(86_400_000)

  for (const _ of [1, 2]) await server.app.taskRunners.get('reviewAccess')!(server.app)

  const { rows } = await as('admin').dataUse.list({ q: 'date:yesterday sort:rank' })
  expect(rows).toMatchObject([
    { staff: { name: 'Manager' }, rank: 1, exports: 1, exportedRows: 250, reveals: 0, date: '2026-03-10' },
    { staff: { name: 'Customer service' }, rank: 2, reveals: 1, exports: 0 },
  ])
  const { piles } = await as('admin').overview.waiting({})
  expect(piles.find(({ id: pile }) => pile === 'dataUse')).toMatchObject({ count: 2, page: 'dataUse' })
  await expect(as('manager').dataUse.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
