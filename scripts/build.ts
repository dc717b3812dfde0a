import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '#server/kernel/root.ts'

const out = join(root, 'dist')
/** Written last: a build without it is half a build. */
const stamp = join(out, 'built')

/** What a build is made of. */
const sources = [
  'commands',
  'contract',
  'grids',
  'locales',
  'scripts',
  'server',
  'src',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
]

/** When the newest of these files was written, in milliseconds. */
const newest = (path: string): number => {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether a source is newer than the build, or there is none. */
export const isStale = (): boolean =>
  !existsSync(stamp) || sources.some((source) => newest(join(root, source)) > statSync(stamp).mtimeMs)

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

/** Puts beside every script, style and page what it is when compressed, so that nothing has to be when it is asked for. */
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
