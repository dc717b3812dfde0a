import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, mustBeKey } from './file-store.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Files in a folder of this machine that nobody else on it can look into. */
export function folderStore(folder: string): FileStore {
  const placeOf = (key: string) => {
    mustBeKey(key)
    return join(folder, key)
  }
  return {
    async put(key, bytes) {
      const place = placeOf(key)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      // a crash leaves a file that has no key, never half of one that has
      const written = `${place}.${randomUUID()}`
      await writeFile(written, bytes, { mode: 0o600, flush: true })
      await rename(written, place)
    },
    get: (key) =>
      readFile(placeOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    remove: (key) => rm(placeOf(key), { force: true }),
  }
}
