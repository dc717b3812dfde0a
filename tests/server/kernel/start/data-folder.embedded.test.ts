import { mkdirSync, mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readEnvironment } from '#server/environment.ts'
import { lockFolder, readOrCreateSecret } from '#server/kernel/base/data-folder.ts'
import { embedded, openDatabase } from '#server/kernel/base/database.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { startServer } from '#server/server.ts'
import { rawCall } from '#tests/support/raw-call.ts'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('nobody else on the machine looks into a data folder, old or new', () => {
  const [before, made] = [join(newFolder(), 'before'), join(newFolder(), 'made')]
  mkdirSync(before, { mode: 0o755 })
  lockFolder(before)()
  readOrCreateSecret(made)

  expect([modeOf(before), modeOf(made), modeOf(join(made, 'secret.key'))]).toEqual(['700', '700', '600'])
})

test('an empty secret is none: the one of the folder is taken', () => {
  const folder = newFolder()

  const { secret } = readEnvironment({ DATA_DIR: folder, LENDLINE_SECRET: '' })

  expect(secret).not.toBe('')
  expect(secret).toBe(readOrCreateSecret(folder))
})

test('with a full disk changes are refused clearly, reading goes on, and all of it once there is room', async () => {
  const folder = newFolder()
  const model = inject('model')
  if (!('dump' in model)) throw new Error('a test of the embedded database')
  const lite = await PGlite.create({ dataDir: folder, loadDataDir: await openAsBlob(model.dump), ...embedded })
  await lite.close()
  let free = 1e12
  let now = new Date()
  const clock = {
    country: 'IN' as const,
    now: () => now,
    forward(ms: number) {
      now = new Date(now.getTime() + ms)
    },
  }
  const database = await openDatabase({ folder, freeBytes: async () => free })
  const server = await startServer({
    database,
    country: 'IN',
    secret: 'x',
    port: 0,
    clock,
    jobs: false,
    delivery: 'manual',
  })
  const call = rawCall(server.url)
  const credentials = { username: 'ops', password: demoPassword }
  const { token } = (await call('POST /login', '', credentials)).data
  const change = async () => {
    const { code, fault } = await call('POST /settings', token, { theme: '#112233' })
    return fault ?? code
  }
  expect(await change()).toBe(200)

  free = 0
  await expect.poll(change).toBe('disk_full')
  expect(await call('POST /login', '', credentials)).toMatchObject({ code: 400, fault: 'disk_full' })
  clock.forward(11 * 60_000) // a token that would be renewed is not
  expect(await call('GET /getInfo', token)).toMatchObject({ code: 200, data: { settings: { theme: '#112233' } } })
  expect(await call('GET /payments', token)).toMatchObject({ code: 200 })
  free = 1e12
  await expect.poll(change).toBe(200)
  await server.stop()
})
