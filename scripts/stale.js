import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..')
/** Where a build goes. */
export const out = join(root, 'dist')
/** Written last: a build without it is half a build. */
export const stamp = join(out, 'built')

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

/**
 * When the newest of these files was written, in milliseconds.
 * @param {string} path
 * @returns {number}
 */
const newest = (path) => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether a source is newer than the build, or there is none. */
export const isStale = () =>
  !existsSync(stamp) || sources.some((source) => newest(join(root, source)) > statSync(stamp).mtimeMs)
