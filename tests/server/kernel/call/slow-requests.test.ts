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

/** Time that a call takes, in ms: the median of so many. */
async function timed(call: () => Promise<unknown>, times = 31): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    await call()
    took.push(performance.now() - started)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(times / 2)]!
}
/** A machine that is busy with something else stops a call for so long, in ms. */
const noiseMs = 5

test('200 who are slow are not waited for, and are in nobody’s way', async ({ clock }) => {
  const server = await startServer({
    ...{ database: await openForTests(), country: 'IN', secret: 'secret of the tests', port: 0, clock, jobs: false },
    timeouts,
  })
  const port = Number(new URL(server.url).port)
  const time = () => fetch(`${server.url}/api/get/time`).then((response) => response.json())
  await timed(time)
  const alone = await timed(time)

  const slow = Array.from({ length: 200 }, (_, i) =>
    unfinished(port, i % 2 === 0 ? head : `${head}Content-Length: 100\r\n\r\n{"username":`),
  )
  const beside = await timed(time)
  const said = await Promise.all(slow)

  expect(beside).toBeLessThan(2 * alone + noiseMs)
  expect(said.filter((answer) => answer.startsWith('HTTP/1.1 408'))).toHaveLength(200)
  expect(await time()).toMatchObject({ code: 200 })
  await server.stop()
})
