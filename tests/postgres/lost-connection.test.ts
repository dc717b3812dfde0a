import { createServer, connect as reach, type Socket } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#server/kernel/base/database.ts'
import { urlOf } from '#tests/support/database.ts'
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
