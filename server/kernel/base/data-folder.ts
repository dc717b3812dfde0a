import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'
import { ConfigurationError } from './configuration-error.ts'
import { sha256 } from './secrets.ts'

/** Whether a process is alive. One of somebody else's is, too. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Data folder in use: somebody else has it open; two processes on one embedded database lose writes silently. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`${folder} is open in another process`)
  }
}

/** Makes a data folder that nobody else on the machine can look into, or keeps others out of the one there is. */
function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

/** A longer address of a socket some systems cut off. */
const addressMax = 103

/** Where the socket of a folder is: Windows has none in folders; elsewhere as short as it can be said. */
function addressOf(folder: string): string {
  const file = join(folder, 'lendline.lock')
  if (process.platform === 'win32') return `\\\\.\\pipe\\lendline-${sha256(file)}`
  const [address = file] = [file, relative(process.cwd(), file)].sort((a, b) => a.length - b.length)
  if (Buffer.byteLength(address) <= addressMax) return address
  throw new ConfigurationError(`DATA_DIR is too long to be locked: ${address} has more than ${addressMax} bytes`)
}

/** Listens at an address; null where somebody does, or did and was killed. */
async function listenAt(address: string): Promise<Server | null> {
  const server = createServer((socket) => void socket.destroy()).unref()
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve).listen(address, () => resolve(null))
  })
  if (error && error.code !== 'EADDRINUSE')
    throw new ConfigurationError(`DATA_DIR is where nothing can be locked: ${error.message}`)
  return error ? null : server
}

/** Whether somebody listens at an address. Who is busy does as well; whoever was killed does not. */
const isListenedAt = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address)
    const answer = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => answer(true))
    // no such file, not a socket, or nobody there; anything else is somebody whom one may not speak to
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      answer(!['ENOENT', 'ENOTSOCK', 'ECONNREFUSED'].includes(code)),
    )
  })

/**
 * Locks a data folder for this process, by a socket in it: the system gives it back however the process ends, and no number of
 * a process has to be believed, which in containers is the same for all. Answers how to give it back.
 * @throws FolderInUse where another living process has it; ConfigurationError where there can be no socket.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  openFolder(folder)
  const address = addressOf(folder)
  let server = await listenAt(address)
  if (!server) {
    if (await isListenedAt(address)) throw new FolderInUse(folder)
    rmSync(address, { force: true }) // whoever had it is gone
    server = await listenAt(address)
  }
  if (!server) throw new FolderInUse(folder)
  const release = () => {
    server.close()
    if (process.platform !== 'win32') rmSync(address, { force: true })
  }
  process.once('exit', release)
  return () => {
    process.off('exit', release)
    release()
  }
}

/** The secret of an installation that was given none: made once, kept beside its data, readable by its owner only. */
export function readOrCreateSecret(folder: string): string {
  openFolder(folder)
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
