import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#server/kernel/root.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, () => {
      const { port } = server.address() as { port: number } // it listens on a port
      server.close(() => resolve(port))
    })
  })

/** A busy machine takes its time to write the book. */
const patienceMs = 180_000

async function answers(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const up = await fetch(`${url}/api/get/time`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server does not answer')
}

/** The built server with a small demo book in a folder of its own: what a person would have after the first start. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-e2e-'))
  const port = await freePort()
  // in a book of this size more pay-outs have failed than operations may send again at once
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, DEMO_LOANS: '15000' }
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  await answers(url, child)
  process.env.BASE_URL = url
  return async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
}
