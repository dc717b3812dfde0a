import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '#scripts/postgres.ts'
import { alive } from '#server/kernel/folder.ts'
import { root } from '#server/kernel/root.ts'
import { atEnd } from '../harness.ts'

/** A PostgreSQL as safe as in production, with what earlier measurements have kept in it. */
export interface Kept extends Postgres {
  readonly folder: string
  /** What was noted when something was made, by its name. Made now if it was not, which takes a while. */
  once<Note>(name: string, make: () => Promise<Note>): Promise<Note>
}

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path]

/** Names what files are made of, in folders and files of the project. */
function edition(madeOf: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of madeOf.flatMap((part) => filesIn(join(root, part)))) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/** @throws Error where somebody else is measuring: their figures and ours would be worth nothing. */
function mustBeFree(folder: string): void {
  const running = join(folder, 'data/postmaster.pid')
  const [pid] = existsSync(running) ? readFileSync(running, 'utf8').split('\n') : []
  if (pid && alive(Number(pid))) throw new Error(`something is measured already: process ${pid} has ${folder} open`)
}

/** Starts the PostgreSQL that is kept for one kind of data, as long as what that is made of stays the same; then a new one. */
export async function startKept(kind: string, madeOf: readonly string[]): Promise<Kept> {
  const prefix = `lendline-${kind}-${process.getuid?.() ?? 0}-`
  const home = prefix + edition(madeOf)
  for (const other of readdirSync(tmpdir())) {
    const inUse = existsSync(join(tmpdir(), other, 'data/postmaster.pid'))
    if (other.startsWith(prefix) && other !== home && !inUse) rmSync(join(tmpdir(), other), { recursive: true })
  }
  const folder = join(tmpdir(), home)
  mustBeFree(folder)
  const postgres = await startPostgres({ durable: true, folder })
  atEnd(() => postgres.stop())
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
