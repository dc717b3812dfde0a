import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#server/kernel/root.ts'
import { buildAll, isStale } from './build.ts'

if (isStale()) {
  process.stdout.write('Building…\n')
  await buildAll()
}
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
