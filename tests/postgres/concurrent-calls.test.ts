import { expect, onTestFinished } from 'vitest'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { startServer } from '#server/server.ts'
import { openAgain } from '#tests/support/database.ts'
import { type Client, test, type World } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'

const outcomes = async (calls: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls)
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { fault?: string }).fault))
}

test('of many who re-disburse one order at once, one wins and the others are told', async ({ as, given }) => {
  const { id, version } = await given.loan()
  const ten = Array.from({ length: 10 }, () => as('ops').loans.redisburse({ id, version }))

  const ended = await outcomes(ten)

  expect(ended.filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(ended)).toEqual(new Set(['done', 'stale_version']))
  expect((await as('ops').loans.detail({ id })).payouts).toHaveLength(2)
})

test('of many who call one customer at once, one calls and the others are told', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 20, phone: '9000012345' })
  const ten = Array.from({ length: 10 }, () => as('cs').teleVerifications.begin({ id, version }))

  const ended = await outcomes(ten)

  expect(ended.filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(ended)).toEqual(new Set(['done', 'call_under_way']))
  expect((await as('ops').loans.detail({ id })).verification).toMatchObject({ state: 'executing', calls: 1 })
})

test('the same request sent twice at once is done once and answered twice', async ({ as, given }) => {
  const { id, version } = await given.loan()
  const ops = as('ops', { idempotencyKey: 'twice' })

  const [first, second] = await Promise.all([
    ops.loans.redisburse({ id, version }),
    ops.loans.redisburse({ id, version }),
  ])

  expect(first).toEqual(second)
  expect((await as('ops').loans.detail({ id })).payouts).toHaveLength(2)
})

test('who waits too long for a row is told that somebody else has it', async ({ as, given, server }) => {
  const { id, version } = await given.loan()
  const { database } = server.app
  let release = () => {}
  let held: Promise<unknown> = Promise.resolve()
  // the call begins once the row is locked, or it may come first
  await new Promise<void>((locked) => {
    held = database.db.transaction(async (tx) => {
      await tx.execute(`select 1 from loans where id = '${id}' for update`)
      locked()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
  })

  const told = await outcomes([as('ops').loans.redisburse({ id, version })])

  release()
  await held
  expect(told).toEqual(['busy'])
})

const second = async (world: Pick<World, 'server' | 'clock'>) =>
  startServer({
    database: await openAgain(world.server.app.database),
    country: 'IN',
    secret: 'secret of the tests',
    port: 0,
    clock: world.clock,
    jobs: false,
  })

test('two servers on one database tell each other’s changes', async ({ as, given, server, clock, tokenOf }) => {
  const other = await second({ server, clock })
  const { id, version } = await given.loan()
  const stream = await listenTo(other.url, await tokenOf('manager'))

  await as('ops').loans.redisburse({ id, version })

  await expect.poll(() => stream.heard).toContainEqual({ noun: 'loans', rows: [{ id, version: 2 }] })
  await stream.stop()
  await other.stop()
})

test('a role edited through one server counts on the other at the next call', async ({ server, clock, tokenOf }) => {
  const other = await second({ server, clock })
  const token = await tokenOf('ops')
  const get = async () => {
    const response = await fetch(`${other.url}/api/loans/failed-payouts?q=`, { headers: { authentication: token } })
    return ((await response.json()) as { code: number }).code
  }
  expect(await get()).toBe(200)
  const { database } = server.app
  await database.query(`update role_grants set page = 'lens' where role_id = 'OPS' and page = 'failedPayouts'`)
  await database.query(`update roles set name = name where id = 'OPS'`)

  expect(await get()).toBe(403)

  await database.query(`update role_grants set page = 'failedPayouts' where role_id = 'OPS' and page = 'lens'`)
  await database.query(`update roles set name = name where id = 'OPS'`)
  await other.stop()
})

test.for([
  'POST /sys/config/refreshConfig',
  'GET /tp/flush/redis',
  'GET /product/redisRefresh',
  'GET /app/redisRefresh',
] as const)('after %s every server forgets what it keeps in mind', async (at, { as, server, clock, raw, tokenOf }) => {
  const other = await second({ server, clock })
  const token = await tokenOf('group')
  const get = async () => {
    const response = await fetch(`${other.url}/api/sysUser/list?q=`, { headers: { authentication: token } })
    return ((await response.json()) as { code: number }).code
  }
  expect(await get()).toBe(403)
  const refresh = () =>
    raw(at, {
      who: 'admin',
      ...(at.startsWith('POST') && { body: '{}', headers: { 'content-type': 'application/json' } }),
    })
  const { database } = server.app
  // by hand, so that no version says so
  await database.query(`insert into role_grants (role_id, page, codes, scope) values ('GL', 'staff', 0, 'own')`)
  onTestFinished(async () => {
    await database.query(`delete from role_grants where role_id = 'GL' and page = 'staff'`)
    await refresh()
    await other.stop()
  })
  expect(await get()).toBe(403)

  await as('admin').session.prove({ proof: demoPassword })
  expect(await refresh()).toMatchObject({ code: 200 })

  await expect.poll(get).toBe(200)
})

test('a run of many rows is shared by servers and does every row once', async ({ as, given, server, clock }) => {
  const other = await second({ server, clock })
  onTestFinished(() => other.stop())
  const ids: string[] = []
  for (let i = 0; i < 150; i++) ids.push((await given.loan()).id)
  const selection = { listing: 'loans.failedPayouts', ids }
  const preview = await as('manager').batches.preview({ command: 'loans.redisburse', args: {}, selection })

  await as('manager').session.prove({ proof: demoPassword })
  const run = await as('manager').batches.run({ id: preview.id })
  await finished(as('manager'), run.id)

  const { rows } = await server.app.database.query(
    `select count(*)::int as payouts, count(distinct loan_id)::int as loans from payouts where attempt = 2`,
  )
  expect(rows).toEqual([{ payouts: 150, loans: 150 }])
})

const finished = (client: Client, id: Awaited<ReturnType<Client['batches']['run']>>['id']) =>
  expect.poll(() => client.batches.get({ id })).toMatchObject({ state: 'finished', success: 150 })

/** Waits until so many wait for a row. */
const waiting = ({ server }: Pick<World, 'server'>, count: number) =>
  expect
    .poll(async () => {
      const { rows } = await server.app.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(count)

test('what the customer withdraws on the phone stands against an agreement of before that the app reports meanwhile', async ({
  as,
  given,
  server,
}) => {
  const customerId = await given.customer()
  const report = (documentVersion: string, at: string) => {
    const payload = JSON.stringify({ event: 'given', customerId, document: 'marketing', documentVersion, at })
    return as(null).consents.report({ payload, signature: server.app.secrets.sign(customerApp, payload) })
  }
  await report('1', '2026-03-08T05:00:00Z')
  const [given1] = (await as('cs').consents.list({ q: `customerId:${customerId}` })).rows
  const other = await openAgain(server.app.database)
  onTestFinished(() => other.close())

  const { both } = await other.db.transaction(async (tx) => {
    await tx.execute(`select from consents where id = '${given1!.id}' for update`)
    const { id, version } = given1!
    const withdrawing = as('cs').consents.withdraw({ id, version, channel: 'phone', reason: 'customerAsked' })
    await waiting({ server }, 1)
    const reporting = report('2', '2026-03-09T05:00:00Z')
    await waiting({ server }, 2)
    return { both: Promise.all([withdrawing, reporting]) }
  })
  await both

  const { rows } = await as('cs').consents.list({ q: `customerId:${customerId} sort:givenAt` })
  expect(rows.map(({ documentVersion, state }) => [documentVersion, state])).toEqual([
    ['1', 'withdrawn'],
    ['2', 'replaced'],
  ])
})
