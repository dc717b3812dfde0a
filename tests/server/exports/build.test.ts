import { expect } from 'vitest'
import { purgeExports } from '#server/modules/exports/purge.ts'
import { exportsSettled, recoverExports } from '#server/modules/exports/worker.ts'
import { ordersLike } from '#tests/support/many.ts'
import { type Account, test, type World } from '#tests/support/server.ts'
import { follow } from './support.ts'

const jsonHeaders = { 'content-type': 'application/json', 'idempotency-key': 'k' }

/** Has a file made, and waits for it. */
async function made({ raw }: Pick<World, 'raw'>, wanted: object, who: Account = 'ops') {
  const init = { method: 'POST', headers: jsonHeaders, body: JSON.stringify(wanted), who }
  const { data, fault } = await raw('POST /exports', init)
  if (fault) throw new Error(fault)
  const { id } = data as { id: string }
  const state = async () => (await raw(`GET /exports/${id}`, { who })).data as { state: string; done: number }
  await expect.poll(async () => (await state()).state).not.toBe('making')
  return { id, ...(await state()) }
}

test('a file is made meanwhile, and fetched by a link that only its owner is given and that ends', async ({
  given,
  server,
  raw,
  clock,
  tokenOf,
}) => {
  const world = { server, tokenOf }
  const ids = [await given.loan(), await given.loan()].map(({ id }) => id)

  const { id, state, done } = await made({ raw }, { listing: 'loans.applications', q: 'sort:amount', columns: ['id'] })
  const { data } = await raw(`GET /exports/${id}/link`, { who: 'ops' })
  const { href } = data as { href: string }
  const fetched = await follow(world, href, 'ops')

  expect([state, done]).toEqual(['done', 2])
  expect(fetched.headers.get('content-disposition')).toContain("filename*=UTF-8''Loan%20list%202026-03-10.csv")
  expect((await fetched.text()).trim().split('\n').slice(1)).toEqual(ids.toSorted())
  await expect(raw(`GET /exports/${id}/link`, { who: 'manager' })).resolves.toMatchObject({ fault: 'not_found' })
  const forged = href.replace(/key=(.)/, (_, first: string) => `key=${first === '0' ? '1' : '0'}`)
  expect((await follow(world, forged, 'ops')).status).toBe(400)
  clock.forward(6 * 60_000)
  await expect((await follow(world, href, 'ops')).json()).resolves.toMatchObject({ fault: 'export_gone' })
})

test('a link works in a live session of its owner only', async ({ given, server, raw, tokenOf, as }) => {
  const world = { server, tokenOf }
  await given.loan()
  const { id } = await made({ raw }, { listing: 'loans.applications', columns: ['id'] })
  const { href } = (await raw(`GET /exports/${id}/link`, { who: 'ops' })).data as { href: string }

  expect((await follow(world, href, null)).status).toBe(401)
  await expect((await follow(world, href, 'manager')).json()).resolves.toMatchObject({ fault: 'not_found' })
  expect((await follow(world, href, 'ops')).status).toBe(200)
  await as('ops').session.signOut()
  expect((await follow(world, href, 'ops')).status).toBe(401)
})

test('a file that is given up is gone', async ({ given, raw }) => {
  await given.loan()
  const { id } = await made({ raw }, { listing: 'loans.applications' })

  await raw('POST /exports/stop', {
    method: 'POST',
    headers: { ...jsonHeaders, 'idempotency-key': 's' },
    body: JSON.stringify({ id }),
    who: 'ops',
  })

  await expect(raw(`GET /exports/${id}/link`, { who: 'ops' })).resolves.toMatchObject({ fault: 'export_gone' })
})

/** Copies of one order whose customer has a very long name: a file of them takes its time. */
async function longBook({ given, server }: Pick<World, 'given' | 'server'>, count: number) {
  const { database } = server.app
  const { id } = await given.loan()
  await ordersLike(database, id, count)
  await database.query(`update customers set name = repeat('x', 2000)`)
}

/** Begins a file. */
async function begun({ raw }: Pick<World, 'raw'>, key: string, wanted: object = {}, who: Account = 'ops') {
  const body = JSON.stringify({ listing: 'loans.applications', ...wanted })
  const headers = { ...jsonHeaders, 'idempotency-key': key }
  return raw('POST /exports', { method: 'POST', headers, body, who })
}

test('a file that is given up in the middle leaves nothing behind, and room for the next', async ({
  given,
  server,
  raw,
}) => {
  await longBook({ given, server }, 4_500)
  const { data } = await begun({ raw }, 'first')
  const { id } = data as { id: string }

  const body = JSON.stringify({ id })
  const stop = { method: 'POST', headers: { ...jsonHeaders, 'idempotency-key': 's' }, body, who: 'ops' as const }
  const stopped = await raw('POST /exports/stop', stop)
  await exportsSettled()

  const { rows } = await server.app.database.query('select count(*)::int as parts from export_parts')
  expect(stopped.data).toMatchObject({ state: 'stopped' })
  expect(rows).toEqual([{ parts: 0 }])
  expect((await raw(`GET /exports/${id}`, { who: 'ops' })).data).toMatchObject({ state: 'stopped' })
  expect((await raw(`GET /exports/${id}/link`, { who: 'ops' })).fault).toBe('export_gone')
  await expect(made({ raw }, { listing: 'loans.applications', q: 'state:22' })).resolves.toMatchObject({
    state: 'done',
  })
})

test('a file that is given up just before its end leaves nothing behind', async ({ given, server, raw }) => {
  await given.loan()
  const { id } = await made({ raw }, { listing: 'loans.applications', columns: ['id'] })
  const { database } = server.app
  await database.query(`update exports set state = 'making', beat_at = beat_at - interval '5 minutes'`)

  await recoverExports.run(server.app)
  await database.query(`update exports set state = 'stopped'`)
  await exportsSettled()

  const { rows } = await database.query('select count(*)::int as parts from export_parts')
  expect(rows).toEqual([{ parts: 0 }])
  expect((await raw(`GET /exports/${id}`, { who: 'ops' })).data).toMatchObject({ state: 'stopped' })
})

test('files made at once are each what was asked for; of a fourth the asker is told to wait', async ({
  given,
  server,
  raw,
  tokenOf,
}) => {
  await longBook({ given, server }, 2_500)
  const wanted = [
    { columns: ['id'], q: 'sort:appliedAt' },
    { columns: ['id'], q: 'sort:appliedAt-' },
    { columns: ['id'] },
  ]

  const answers = await Promise.all(wanted.map((one, i) => begun({ raw }, `at once ${i}`, one)))
  await exportsSettled()

  const idsIn = async ({ data }: { data?: unknown }) => {
    const { href } = (await raw(`GET /exports/${(data as { id: string }).id}/link`, { who: 'ops' })).data as {
      href: string
    }
    return (await (await follow({ server, tokenOf }, href, 'ops')).text()).trim().split('\n').slice(1)
  }
  const [up, down] = await Promise.all([idsIn(answers[0]!), idsIn(answers[1]!)])
  await server.app.database.query(`update exports set state = 'making'`)
  expect((await begun({ raw }, 'one more')).fault).toBe('too_many_exports')
  expect(up).toHaveLength(2_501)
  expect(up).toEqual(up.toSorted())
  expect(down).toEqual(up.toReversed())
})

test('of files that are asked for at the same moment no more are begun than may be made at once', async ({
  given,
  server,
  raw,
}) => {
  await longBook({ given, server }, 2_500)

  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => begun({ raw }, `same moment ${i}`)))
  await exportsSettled()

  const refused = answers.filter(({ fault }) => fault === 'too_many_exports')
  expect(refused.length).toBeGreaterThanOrEqual(4)
})

test('whoever is no longer signed in gets no file, and is told so before its first byte', async ({ server }) => {
  const headers = { authentication: 'a token that has ended' }

  const response = await fetch(`${server.url}/api/export/loan?q=`, { headers })

  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toMatchObject({ code: 401 })
})

test.for([
  [{ listing: 'nothing.there' }, 'ops', 'unknown_listing'],
  [{ listing: 'loans.applications' }, 'cs', 'forbidden'],
  [{ listing: 'loans.applications', columns: ['nothing'] }, 'ops', 'unknown_field'],
  [{ listing: 'loans.applications', q: 'colour:red' }, 'ops', 'bad_query'],
] as const)('a file of %j is refused to %s: %s', async ([wanted, who, fault], { raw }) => {
  await expect(made({ raw }, wanted, who)).rejects.toThrow(fault)
})

test('a file that lost whoever made it is made by somebody else', async ({ given, server, raw }) => {
  await given.loan()
  const { id } = await made({ raw }, { listing: 'loans.applications', columns: ['id'] })
  const { database } = server.app
  await database.query(`update exports set state = 'making', done = 0, beat_at = beat_at - interval '5 minutes'`)
  await database.query('delete from export_parts')

  await recoverExports.run(server.app)

  const state = async () => (await raw(`GET /exports/${id}`, { who: 'ops' })).data
  await expect.poll(state).toMatchObject({ state: 'done', done: 1 })
})

test('a file that is taken up while its maker still goes on is made by one of them, whole', async ({
  given,
  server,
  raw,
  tokenOf,
}) => {
  await longBook({ given, server }, 4_500)
  const { data } = await begun({ raw }, 'slow', { columns: ['id', 'name'] })
  const { id } = data as { id: string }
  await server.app.database.query(`update exports set beat_at = beat_at - interval '5 minutes'`)

  await recoverExports.run(server.app)

  const state = async () => (await raw(`GET /exports/${id}`, { who: 'ops' })).data
  await expect.poll(state, { timeout: 20_000 }).not.toMatchObject({ state: 'making' })
  await exportsSettled()
  expect(await state()).toMatchObject({ state: 'done', done: 4_501 })
  const { href } = (await raw(`GET /exports/${id}/link`, { who: 'ops' })).data as { href: string }
  const lines = (await (await follow({ server, tokenOf }, href, 'ops')).text()).trim().split('\n').slice(1)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(4_501)
  expect(lines).toHaveLength(4_501)
})

test('a file whose link has ended is forgotten with all that is in it', async ({ given, server, raw, clock }) => {
  await given.loan()
  await made({ raw }, { listing: 'loans.applications' })
  clock.forward(25 * 3_600_000)

  await purgeExports(server.app)

  const { rows } = await server.app.database.query(
    'select (select count(*)::int from exports) + (select count(*)::int from export_parts) as left',
  )
  expect(rows).toEqual([{ left: 0 }])
})
