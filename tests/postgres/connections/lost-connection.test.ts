import { createServer, connect as reach, type Socket } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { isAway, openDatabase } from '#server/kernel/base/database.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { startServer } from '#server/server.ts'
import { urlOf } from '#tests/support/database.ts'
import { rawCall } from '#tests/support/raw-call.ts'
import { test } from '#tests/support/server.ts'

/** Stands before a PostgreSQL: lets everybody through, or nobody. */
async function gate(url: string) {
  const { hostname, port, href } = new URL(url)
  const inside = new Set<Socket>()
  let [open, asked] = [true, 0]
  const server = createServer((from) => {
    asked += 1
    from.on('error', () => {})
    if (!open) return from.destroy()
    const to = reach(Number(port), hostname)
    to.on('error', () => {})
    for (const one of [from, to]) inside.add(one)
    from.pipe(to).pipe(from)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port: own } = server.address() as { port: number } // it listens on a port
  const shut = () => {
    open = false
    for (const one of inside) one.destroy()
  }
  onTestFinished(() => {
    shut()
    server.close()
  })
  return {
    url: href.replace(`:${port}`, `:${own}`),
    asked: () => asked,
    shut,
    /** From now on nothing passes on the connections there are, and nobody is told. */
    freeze() {
      for (const one of inside) one.unpipe().pause()
    },
    unlock() {
      open = true
    },
  }
}

test('who listens asks for a database that is away once a second, and says when something was missed', async ({
  server,
}) => {
  const { database } = server.app
  const door = await gate(await urlOf(database))
  const away = await openDatabase({ url: door.url })
  const heard: string[] = []
  const stop = await away.listen('rows', (payload) => heard.push(payload))
  onTestFinished(async () => {
    await stop()
    await away.close()
  })
  const before = door.asked()

  door.shut()
  const from = performance.now()
  await expect.poll(() => door.asked() - before).toBe(3)
  const ms = performance.now() - from
  await database.query(`notify rows, 'loans LN1:2'`)
  door.unlock()
  await vi.waitFor(() => expect(heard).toEqual(['']), { timeout: 10_000 })
  await database.query(`notify rows, 'loans LN2:2'`)
  await vi.waitFor(() => expect(heard).toEqual(['', 'loans LN2:2']), { timeout: 10_000 })

  expect(ms).toBeGreaterThan(1_950)
})

test('while the database is away every call says so, and all goes on when it is back', async ({ server, clock }) => {
  const door = await gate(await urlOf(server.app.database))
  const away = await startServer({
    ...{
      database: await openDatabase({ url: door.url }),
      country: 'IN',
      secret: 'secret of the tests',
      port: 0,
      clock,
    },
    ...{ jobs: false, delivery: 'manual' },
  })
  onTestFinished(() => away.stop())
  const call = rawCall(away.url)
  const credentials = { username: 'ops', password: demoPassword }
  const { token } = (await call('POST /login', '', credentials)).data
  const gone = { code: 503, fault: 'database_away' }

  door.shut()
  expect(await call('GET /getInfo', token)).toMatchObject(gone)
  expect(await call('POST /settings', token, { theme: '#112233' })).toMatchObject(gone)
  expect(await call('POST /login', '', credentials)).toMatchObject(gone)
  door.unlock()

  expect(await call('GET /getInfo', token)).toMatchObject({ code: 200 })
})

test.for(['shut', 'freeze'] as const)(
  'a server whose database is away says in time that it is not ready: %s',
  async (how, { server, clock }) => {
    const door = await gate(await urlOf(server.app.database))
    const away = await startServer({
      ...{ database: await openDatabase({ url: door.url, silentMs: 3_000 }), country: 'IN', port: 0, clock },
      ...{ secret: 'secret of the tests', jobs: false, delivery: 'manual' },
    })
    onTestFinished(() => away.stop())
    const probe = async (path: string) => {
      const response = await fetch(`${away.url}${path}`)
      return [response.status, await response.json()]
    }
    expect(await probe('/readyz')).toEqual([200, { status: 'ready' }])

    door[how]()
    const from = performance.now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => probe('/readyz')))
    const ms = performance.now() - from
    expect(await probe('/livez')).toEqual([200, { status: 'alive' }])
    door.unlock()

    for (const answer of answers) expect(answer).toEqual([503, { status: 'database_away' }])
    expect(ms).toBeLessThan(4_000)
    await expect.poll(() => probe('/readyz')).toEqual([200, { status: 'ready' }])
  },
)

test('a database that falls silent without a word, as a machine that is gone, is left for a new connection', async ({
  server,
}) => {
  const { database } = server.app
  const door = await gate(await urlOf(database))
  const away = await openDatabase({ url: door.url, silentMs: 2_000 })
  const heard: string[] = []
  const stop = await away.listen('rows', (payload) => heard.push(payload))
  onTestFinished(async () => {
    await stop()
    await away.close()
  })
  const ask = () => away.db.transaction(async (tx) => tx.execute('select 1'))
  await ask()

  door.freeze()
  await expect(ask()).rejects.toSatisfy(isAway)
  await vi.waitFor(() => expect(heard).toEqual(['']), { timeout: 10_000 })
  await database.query(`notify rows, 'loans LN2:2'`)
  await vi.waitFor(() => expect(heard).toEqual(['', 'loans LN2:2']), { timeout: 10_000 })

  await ask()
})

test('whoever is let take longer is waited for', async ({ server }) => {
  const slow = await openDatabase({ url: await urlOf(server.app.database), silentMs: 500 })
  onTestFinished(() => slow.close())

  const patient = slow.db.transaction(async (tx) => {
    await tx.execute('set local statement_timeout = 0')
    await tx.execute('select pg_sleep(4)')
  })

  await expect(patient).resolves.toBeUndefined()
  await expect(slow.db.execute('select pg_sleep(4)')).rejects.toSatisfy(isAway)
})

test.for(['shut', 'freeze'] as const)(
  'a server stops while its database is away: %s',
  async (how, { server, clock }) => {
    const door = await gate(await urlOf(server.app.database))
    const away = await startServer({
      ...{ database: await openDatabase({ url: door.url, silentMs: 2_000 }), country: 'IN', port: 0, clock },
      secret: 'secret of the tests',
    })

    door[how]()
    const from = performance.now()
    await away.stop()

    expect(performance.now() - from).toBeLessThan(15_000)
  },
)
