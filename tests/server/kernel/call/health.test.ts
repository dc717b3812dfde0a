import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { tokenCookie } from '#contract/session.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { rawCall } from '#tests/support/raw-call.ts'
import { alone } from '#tests/support/server.ts'

const settings = { country: 'IN', secret: 'secret of the tests', port: 0, jobs: false } as const

alone('who probes is told that a server is there and can serve, as often as they ask', async ({ server }) => {
  const probe = async (path: string, method = 'GET') => {
    const response = await fetch(`${server.url}${path}`, { method })
    return [response.status, response.headers.get('cache-control'), await response.text()]
  }

  for (let i = 0; i < 200; i++) await probe('/readyz')

  expect(await probe('/readyz')).toEqual([200, 'no-store', '{"status":"ready"}'])
  expect(await probe('/livez')).toEqual([200, 'no-store', '{"status":"alive"}'])
  expect(await probe('/readyz', 'HEAD')).toEqual([200, 'no-store', ''])
})

alone('a server that is stopping is alive, and not ready', async ({ clock }) => {
  const database = await openForTests()
  let goOn = () => {}
  const held = new Promise<void>((done) => {
    goOn = done
  })
  const listen: typeof database.listen = async (channel, heard) => {
    const stop = await database.listen(channel, heard)
    return () => held.then(stop)
  }
  const server = await startServer({ ...settings, database: { ...database, listen }, clock })
  const probe = async (path: string) => {
    const response = await fetch(`${server.url}${path}`)
    return [response.status, await response.json()]
  }

  const stopped = server.stop()
  const answers = [await probe('/readyz'), await probe('/livez')]
  goOn()
  await stopped

  expect(answers).toEqual([
    [503, { status: 'stopping' }],
    [200, { status: 'alive' }],
  ])
})

alone('browsers are told to insist on TLS where a proxy ends it, and only there', async ({ clock }) => {
  const told = async (https?: boolean) => {
    const server = await startServer({ ...settings, database: await openForTests(), clock, https })
    onTestFinished(() => server.stop())
    return (await fetch(`${server.url}/api/get/time`)).headers.has('strict-transport-security')
  }

  expect([await told(true), await told()]).toEqual([true, false])
})

alone('a call that is under way when its server stops is answered, and streams end', async ({ clock }) => {
  const server = await startServer({ ...settings, database: await openForTests(), clock })
  const call = rawCall(server.url)
  const { token } = (await call('POST /login', '', { username: 'ops', password: demoPassword })).data
  const stream = await fetch(`${server.url}/api/live`, { headers: { cookie: `${tokenCookie}=${token}` } })
  const arrived = once(server.fastify.server, 'request')
  const answer = call('POST /login', '', { username: 'cs', password: demoPassword })
  await arrived

  const from = performance.now()
  await server.stop()

  expect(await answer).toMatchObject({ code: 200 })
  expect(await stream.text()).toMatch(/^retry/)
  expect(performance.now() - from).toBeLessThan(2_500)
})
