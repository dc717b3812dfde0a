import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from '#server/kernel/root.ts'

/** The server from its sources, started again when one changes; the console by Vite, which hands it the calls. */
const server = spawn(
  process.execPath,
  ['--watch-path=server', '--watch-path=contract', '--import', 'tsx', join(root, 'server/main.ts')],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.on('exit', () => server.kill())
const vite = await createServer({ root })
await vite.listen()
vite.printUrls()
