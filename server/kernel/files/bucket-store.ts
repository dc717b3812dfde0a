import { S3mini } from 's3mini'
import { ConfigurationError } from '#server/kernel/base/configuration-error.ts'
import { type FileStore, mustBeKey } from './file-store.ts'

const timeoutMs = 10_000

/**
 * Files in an S3 bucket, which several servers share. `address`: `https://key:secret@host/bucket?region=eu-central-1`.
 * @throws ConfigurationError for an address without keys or bucket.
 */
export function bucketStore(address: string): FileStore {
  const { protocol, host, pathname, username, password, searchParams } = new URL(address)
  if (!username || !password || pathname.length < 2) {
    throw new ConfigurationError(
      'FILES_URL is https://key:secret@host/bucket, with ?region= where the store asks for one',
    )
  }
  const bucket = new S3mini({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    endpoint: `${protocol}//${host}${pathname.replace(/\/+$/, '')}`,
    region: searchParams.get('region') ?? 'auto',
    requestAbortTimeout: timeoutMs,
  })
  return {
    async put(key, bytes) {
      mustBeKey(key)
      await bucket.putObject(key, bytes, 'application/octet-stream')
    },
    async get(key) {
      mustBeKey(key)
      const bytes = await bucket.getObjectArrayBuffer(key)
      return bytes && Buffer.from(bytes)
    },
    async remove(key) {
      mustBeKey(key)
      await bucket.deleteObject(key)
    },
  }
}
