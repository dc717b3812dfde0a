// Plain JavaScript, as is stale.js: loading tsx and vite takes longer than the start of a server may.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isStale, out, root } from './stale.js'

if (isStale()) {
  process.stdout.write('Building…\n')
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(out, 'server/main.js')).href)
