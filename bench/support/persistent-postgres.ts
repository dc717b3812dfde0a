import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '#scripts/postgres.ts'
import { isProcessAlive } from '#server/kernel/base/data-folder.ts'
import { root } from '#server/kernel/base/root.ts'
import { onTeardown } from '../harness.ts'

/** A PostgreSQL as durable as in production, with the data that earlier measurements have left in it. */
export interface PersistentPostgres extends Postgres {
  readonly folder: string
  /** Makes something once and caches its note by name; made now if it was not, which takes a while. */
  once<Note>(name: string, make: () => Promise<Note>): Promise<Note>
}

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path]

/** Content hash of files and folders of the project. */
function contentHash(madeOf: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of madeOf.flatMap((part) => filesIn(join(root, part)))) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/** @throws Error where somebody else is measuring: their figures and ours would be worth nothing. */
function mustBeUnused(folder: string): void {
  const running = join(folder, 'data/postmaster.pid')
  const [pid] = existsSync(running) ? readFileSync(running, 'utf8').split('\n') : []
  if (pid && isProcessAlive(Number(pid)))
    throw new Error(`something is measured already: process ${pid} has ${folder} open`)
}

/**
 * Starts the PostgreSQL that persists for one kind of data while the hash of its sources stays the same; then a new
 * one.
 */
export async function startPersistentPostgres(kind: string, madeOf: readonly string[]): Promise<PersistentPostgres> {
  const prefix = `lendline-${kind}-${process.getuid?.() ?? 0}-`
  const home = prefix + contentHash(['scripts/postgres.ts', ...madeOf])
  for (const other of readdirSync(tmpdir())) {
    const inUse = existsSync(join(tmpdir(), other, 'data/postmaster.pid'))
    if (other.startsWith(prefix) && other !== home && !inUse) rmSync(join(tmpdir(), other), { recursive: true })
  }
  const folder = join(tmpdir(), home)
  mustBeUnused(folder)
  const postgres = await startPostgres({ durable: true, folder })
  onTeardown(() => postgres.stop())
  return {
    ...postgres,
    folder,
    async once<Note>(name: string, make: () => Promise<Note>) {
      const note = join(folder, `${name}.json`)
      if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as Note // written below
      const noted = await make()
      writeFileSync(note, JSON.stringify(noted))
      return noted
    },
  }
}
