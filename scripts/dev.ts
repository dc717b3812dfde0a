import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from '#server/kernel/base/root.ts'

/** `--mock`: the console alone; sample data answers its calls, in the browser. */
const mock = process.argv.includes('--mock')

/** The server from its sources, started again when one changes; the console by Vite, which hands it the calls. */
function startServer(): void {
  const sources = ['--watch-path=server', '--watch-path=contract', '--import', 'tsx', join(root, 'server/main.ts')]
  const server = spawn(process.execPath, sources, { cwd: root, stdio: 'inherit' })
  process.on('exit', () => server.kill())
}

if (!mock) startServer()
const vite = await createServer({ root, ...(mock && { mode: 'mock' }) })
await vite.listen()
vite.printUrls()
