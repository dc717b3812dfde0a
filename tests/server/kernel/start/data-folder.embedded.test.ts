import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openAsBlob, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#scripts/postgres.ts'
import { readEnvironment } from '#server/environment.ts'
import { FolderInUse, lockFolder, readOrCreateSecret } from '#server/kernel/base/data-folder.ts'
import { embedded, openDatabase } from '#server/kernel/base/database.ts'
import { root } from '#server/kernel/base/root.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { startServer } from '#server/server.ts'
import { rawCall } from '#tests/support/raw-call.ts'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('nobody else on the machine looks into a data folder, old or new', async () => {
  const [before, made] = [join(newFolder(), 'before'), join(newFolder(), 'made')]
  mkdirSync(before, { mode: 0o755 })
  ;(await lockFolder(before))()
  readOrCreateSecret(made)

  expect([modeOf(before), modeOf(made), modeOf(join(made, 'secret.key'))]).toEqual(['700', '700', '600'])
})

/** Another process that has a folder open until it is killed. */
async function holder(folder: string) {
  const work = `import('./server/kernel/base/data-folder.ts').then(async ({ lockFolder }) => {
    await lockFolder(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1000)
  })`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', work], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

test('a folder that another process has open is refused, and opened once that was killed', async () => {
  const folder = newFolder()
  const kill = await holder(folder)

  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  await kill()

  const release = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  release()
  ;(await lockFolder(folder))()
})

test('what a killed process has left is no lock, though another process has its number by now', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lendline.lock'), String(process.ppid))

  const release = await lockFolder(folder)

  release()
})

test('a server that is to end in the middle of its start ends at once, and gives its folder back', async () => {
  const folder = newFolder()
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: String(await freePort()) }
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { cwd: root, env, stdio: 'ignore' })
  await vi.waitUntil(() => existsSync(join(folder, 'lendline.lock')), { timeout: 60_000, interval: 20 })

  server.kill('SIGTERM')

  expect(await once(server, 'exit')).toEqual([0, null])
  expect(existsSync(join(folder, 'lendline.lock'))).toBe(false)
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
