import type { Secrets } from '#server/kernel/base/secrets.ts'

/**
 * File store: bytes by key, outside the database and outside the web root. Keys are made by the server; no address of a
 * store ever reaches a browser.
 */
export interface FileStore {
  /** Writes a whole file, or none: nobody reads half of one. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes of a file; null where there is none. */
  get(key: string): Promise<Buffer | null>
  /** Removes a file; one that is not there stays so. */
  remove(key: string): Promise<void>
}

/** How keys are written: folders, then a name, of letters that every store takes. */
const keyShape = /^[a-z]+(\/[\w-]+)+(\.[a-z]+)?$/

/** @throws Error for a key that could lead out of the store. */
export function mustBeKey(key: string): void {
  if (!keyShape.test(key)) throw new Error('a file is kept under a key that is none')
}

/** Encryption at rest: whoever has the folder, the bucket or a backup of either has nothing without the secret. */
export const encryptedStore = (store: FileStore, { seal, open }: Pick<Secrets, 'seal' | 'open'>): FileStore => ({
  put: (key, bytes) => store.put(key, seal(bytes)),
  async get(key) {
    const sealed = await store.get(key)
    return sealed && open(sealed)
  },
  remove: (key) => store.remove(key),
})

/** Store of a server that was given no place: files last as long as it runs. */
export function memoryStore(): FileStore {
  const files = new Map<string, Buffer>()
  return {
    async put(key, bytes) {
      mustBeKey(key)
      files.set(key, bytes)
    },
    get: async (key) => files.get(key) ?? null,
    async remove(key) {
      files.delete(key)
    },
  }
}
