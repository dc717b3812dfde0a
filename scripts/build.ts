import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { out, root, stamp } from './stale.js'

const server = {
  configFile: false as const,
  root,
  logLevel: 'warn' as const,
  build: {
    ssr: 'server/main.ts',
    outDir: join(out, 'server'),
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
}

/** Precompresses every script, style and page, so that no request has to. */
function compress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html|svg)$/.test(name)) continue
    const file = join(folder, name)
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** Builds the console and the server, for production. */
export async function buildAll(): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  await build({ root, logLevel: 'warn' })
  compress(join(out, 'web'))
  await build(server)
  writeFileSync(stamp, '')
}

if (process.argv[1] === import.meta.filename) await buildAll()
