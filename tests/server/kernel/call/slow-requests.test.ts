import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import { startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { alone as test } from '#tests/support/server.ts'

const timeouts = { headersMs: 300, bodyMs: 400, uploadMs: 60_000 }

/** What a server says to a request that never ends, until it ends the connection. */
const unfinished = (port: number, sent: string): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.on('data', (piece) => {
      said += String(piece)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
  })

const head = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test('who is slow is not waited for, and is in nobody’s way', async ({ clock }) => {
  const server = await startServer({
    ...{ database: await openForTests(), country: 'IN', secret: 'secret of the tests', port: 0, clock, jobs: false },
    timeouts,
  })
  const port = Number(new URL(server.url).port)
  const login = () =>
    fetch(`${server.url}/api/login`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })

  const slow = Array.from({ length: 100 }, (_, i) =>
    unfinished(port, i % 2 === 0 ? head : `${head}Content-Length: 100\r\n\r\n{"username":`),
  )
  expect((await (await login()).json()) as object).toMatchObject({ code: 400 })
  const said = await Promise.all(slow)

  expect(said.filter((answer) => answer.startsWith('HTTP/1.1 408'))).toHaveLength(100)
  expect((await login()).status).toBe(200)
  await server.stop()
})
