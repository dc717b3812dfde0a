import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/postgres.ts'
import { root } from '#server/kernel/base/root.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { onTeardown } from '../harness.ts'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** From its start to its first answer, in milliseconds. */
  readonly startedMs: number
  /** Memory it holds, in MB. */
  residentMb(): number
  stop(): Promise<void>
}

const startMaxMs = 120_000
const pollMs = 10

async function waitUntilListening(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + startMaxMs
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error('it does not answer')
}

/** What a process is started with. */
interface ProcessOptions {
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The path that is asked for its first answer. */
  readonly ready: string
}

/** Starts a process that listens on the `PORT` it is given, and waits for its first answer. */
export async function startProcess({ args, env, ready }: ProcessOptions): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const from = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let stopping = false
  const stop = async () => {
    if (!stopping) child.kill('SIGTERM')
    stopping = true
    await gone
    process.off('exit', kill)
  }
  onTeardown(stop)
  await waitUntilListening(`${url}${ready}`, child)
  return {
    url,
    startedMs: performance.now() - from,
    residentMb: () => Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).stdout) / 1_024,
    stop,
  }
}

/** An empty folder, gone at the end. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `lendline-${name}-`))
  onTeardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What encrypts the books that are measured. */
export const secret = 'measured on this machine, and nowhere else'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } } // our own
/** What `npm start` has V8 run with. */
export const serverFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Starts the built server as `npm start` does: by its folder or its database. */
export const startServer = (env: NodeJS.ProcessEnv): Promise<ServerProcess> =>
  startProcess({
    args: [...serverFlags, join(root, 'dist/server/main.js')],
    env: { LENDLINE_DEMO: '1', LENDLINE_SECRET: secret, ...env },
    ready: '/api/get/time',
  })

/** An API call with the token of somebody who is signed in. */
export type ApiCall = <Data>(at: string, body?: object) => Promise<Data>

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

/** Signs a demo account in. Answers its token. */
export async function signIn(url: string, account: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: account, password: demoPassword }),
  })
  const { code, msg, data } = (await response.json()) as Envelope // what every call answers
  if (code !== 200) throw new Error(`${account} cannot sign in: ${msg}`)
  return (data as { token: string }).token // of `session.signIn`
}

/**
 * Calls as the owner of `token`: `GET /path` or, with a body, `POST /path`.
 * @throws Error for every answer but 200.
 */
export const apiClient =
  (url: string, token: string): ApiCall =>
  async <Data>(at: string, body?: object) => {
    const response = await fetch(`${url}/api${at}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authentication: token,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { code, msg, data } = (await response.json()) as Envelope // as above
    if (code !== 200) throw new Error(`${at} answered ${code}: ${msg}`)
    return data as Data // whoever asks knows what the contract answers
  }
