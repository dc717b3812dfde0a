import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const lockName = 'lendline.lock'

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
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(`${folder} is open in process ${pid}`)
    this.pid = pid
  }
}

/** Makes a data folder that nobody else on the machine can look into, or keeps others out of the one there is. */
function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

/**
 * Locks a data folder for this process. Answers how to give it back.
 * @throws FolderInUse where another living process has it.
 */
export function lockFolder(folder: string): () => void {
  openFolder(folder)
  const file = join(folder, lockName)
  for (;;) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(readFileSync(file, 'utf8'))
      if (pid !== process.pid && pid > 0 && isProcessAlive(pid)) throw new FolderInUse(folder, pid)
      rmSync(file, { force: true }) // whoever had it is gone
    }
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  return release
}

/** The secret of an installation that was given none: made once, kept beside its data, readable by its owner only. */
export function readOrCreateSecret(folder: string): string {
  openFolder(folder)
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
