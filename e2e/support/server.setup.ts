import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from 'playwright/test'
import { freePort } from '#scripts/postgres.ts'
import { root } from '#server/kernel/base/root.ts'
import { firstOfMany } from './book.ts'
import { secretOfJourneys } from './customer-app.ts'

/** A busy machine takes its time to write the book. */
const startTimeoutMs = 600_000

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + startTimeoutMs
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const up = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server is not ready')
}

interface RunningServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The built server on a folder, as a person has it after the first start. */
async function serve(folder: string): Promise<RunningServer> {
  const port = await freePort()
  // in a book of this size more pay-outs have failed than operations may send again at once, beside one for every other
  // journey, should all of those come to one worker
  const env = {
    ...{ ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, DEMO_LOANS: '14500' },
    LENDLINE_SECRET: secretOfJourneys,
  }
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  await waitUntilReady(url, child)
  const crashed = (code: number | null, signal: string | null) =>
    console.error(`the server at ${url} ended by itself: ${code ?? signal}`)
  child.once('exit', crashed)
  const stop = async () => {
    child.off('exit', crashed)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  return { url, stop }
}

/** Writes a small demo book once, and gives every worker a server with it or with a copy. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'lendline-e2e-'))
  const model = join(home, 'model')
  await (await serve(model)).stop()
  const copies = Array.from({ length: workers - 1 }, (_, index) => join(home, String(index)))
  for (const folder of copies) cpSync(model, folder, { recursive: true })
  const servers = await Promise.all([model, ...copies].map(serve))
  process.env.BASE_URLS = servers.map(({ url }) => url).join(' ')
  process.env.TEST_PARALLEL_INDEX = '0' // all have the same book; each worker has its own number
  process.env.MANY_SINCE = await firstOfMany()
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    rmSync(home, { recursive: true, force: true })
  }
}
