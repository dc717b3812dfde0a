import { statfs } from 'node:fs/promises'

/** SQLSTATE of PostgreSQL for a disk that is full. */
export const diskFull = '53100'

/** Disk full: refused before anything is written, as a server's database refuses it. */
class DiskFull extends Error {
  readonly code = diskFull
  constructor() {
    super('the disk is full')
  }
}

/** Free space of the disk that a folder lies on, in bytes. */
export type FreeBytes = (folder: string) => Promise<number>
const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Room that is left for what the embedded database writes besides rows: its log, and sorts that do not fit into memory. */
const reserveBytes = 256 * 1_048_576
/** How long an answer of the disk counts. */
const freshMs = 500

/**
 * Guard against a full disk. The embedded database does not survive running out of room in the middle of a write, so it is
 * not begun: once there is room again, everything goes on.
 */
export function roomGuard(folder: string, freeBytes = freeBytesOf): () => Promise<void> {
  let [asked, hasRoom] = [0, true]
  return async () => {
    const now = performance.now()
    if (!asked || now - asked > freshMs) {
      asked = now
      hasRoom = (await freeBytes(folder)) > reserveBytes
    }
    if (!hasRoom) throw new DiskFull()
  }
}
