import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { bucketStore } from '#server/kernel/files/bucket-store.ts'
import { encryptedStore, type FileStore, memoryStore } from '#server/kernel/files/file-store.ts'
import { folderStore } from '#server/kernel/files/folder-store.ts'

let folder = ''
let s3: S3rver
let address = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lendline-files-'))
  const configureBuckets = [{ name: 'papers', configs: [] }] as const
  s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets })
  const { port } = await s3.run()
  address = `http://S3RVER:S3RVER@127.0.0.1:${port}/papers?region=us-east-1`
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const stores: readonly (readonly [string, () => FileStore])[] = [
  ['a folder', () => folderStore(join(folder, 'files'))],
  ['a bucket', () => bucketStore(address)],
  ['memory', memoryStore],
]
const key = 'pictures/ab/abc_DEF-123.jpg'
test.for(stores)('%s keeps bytes by key, replaces them, and forgets them', async ([, open]) => {
  const store = open()
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256))

  await store.put(key, Buffer.from('former'))
  await store.put(key, bytes)
  const kept = await store.get(key)
  await store.remove(key)

  expect(kept?.equals(bytes)).toBe(true)
  expect(await store.get(key)).toBeNull()
  await expect(store.remove(key)).resolves.not.toThrow()
})

const astray = ['../secret.key', 'pictures/../../secret.key', '/etc/passwd', 'pictures/a b', '']
test.for(stores)('no key leads out of %s', async ([, open]) => {
  for (const other of astray) await expect(open().put(other, Buffer.from('x'))).rejects.toThrow('key')
})

test('of what is encrypted nothing can be read, nor changed without notice, without the secret', async () => {
  const within = join(folder, 'sealed')
  const store = encryptedStore(folderStore(within), secretsOf('mine'))
  await store.put(key, Buffer.from('ABCPE1234F'))

  const raw = await readFile(join(within, key))

  expect((await store.get(key))?.toString()).toBe('ABCPE1234F')
  expect(raw.includes('ABCPE1234F')).toBe(false)
  await expect(encryptedStore(folderStore(within), secretsOf('another')).get(key)).rejects.toThrow()
})

test('a folder shows its files to nobody else on the machine, and leaves no halves behind', async () => {
  const within = join(folder, 'own')
  await folderStore(within).put(key, Buffer.from('x'))

  const modes = await Promise.all([within, join(within, 'pictures'), join(within, key)].map((place) => stat(place)))

  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600'])
  expect(await readdir(join(within, 'pictures/ab'))).toEqual(['abc_DEF-123.jpg'])
})

test('a bucket that nobody answers for is an error, not an empty file', async () => {
  const nobody = bucketStore(address.replace('/papers', '/elsewhere'))

  await expect(nobody.put(key, Buffer.from('x'))).rejects.toThrow()
})

test.for(['https://host/bucket', 'https://key:secret@host/'])('%s is no address of a bucket', (wrong) => {
  expect(() => bucketStore(wrong)).toThrow('FILES_URL')
})
