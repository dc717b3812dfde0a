import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { openForTests } from '#tests/support/database.ts'
import journal from '../server/migrations/meta/_journal.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../server/migrations')
const list = 'server/migrations/frozen.json'

type Hashes = Readonly<Record<string, string>>
const frozen = JSON.parse(readFileSync(join(folder, 'frozen.json'), 'utf8')) as Hashes // one hash for each migration

/** What drizzle notes in a database that has run it. */
const hashOf = (tag: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, `${tag}.sql`)))
    .digest('hex')

const git = (...args: string[]): string => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout ?? ''

/** Every list of hashes that was on main; none where there is no git to ask. */
function landed(): Hashes[] {
  const main = ['origin/main', 'main'].find((ref) => git('rev-parse', '--verify', '--quiet', ref) !== '') ?? 'HEAD'
  const commits = git('log', '--format=%H', main, '--', `:/${list}`).split('\n').filter(Boolean)
  return commits.map((commit) => JSON.parse(git('show', `${commit}:${list}`)) as Hashes)
}

test('a migration that has landed never changes', () => {
  const kept = [...landed(), frozen].flatMap((hashes) => Object.entries(hashes))

  for (const [tag, hash] of kept) {
    const mend = `${tag}.sql is not what databases have run: put it back, and write a new migration instead`
    expect(hashOf(tag), mend).toBe(hash)
  }
})

test('every migration is frozen as it lands', () => {
  for (const { tag } of journal.entries) {
    expect(frozen[tag], `${list} lacks ${tag}: npm run migration`).toBeDefined()
  }
})

test('a migration is later than those before it: a database runs those that are later than its last one', () => {
  const times = journal.entries.map(({ when }) => when)

  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(new Set(times).size).toBe(times.length)
  expect(journal.entries.map(({ tag, idx }) => [Number(tag.slice(0, 4)), idx])).toEqual(times.map((_, i) => [i, i]))
})

const stores = import.meta.glob<Record<string, unknown>>(
  ['../server/modules/*/store.ts', '../server/kernel/base/tables.ts'],
  { eager: true },
)

test('migrations make every table and column that is declared', async () => {
  const database = await openForTests()
  const { rows } = await database.query(
    `select concat_ws('.', relnamespace::regnamespace, relname, attname) as column
     from pg_attribute join pg_class on pg_class.oid = attrelid where relkind = 'r' and attnum > 0`,
  )
  await database.close()
  const there = new Set(rows.map(({ column }) => column))
  const declared = Object.entries(stores).flatMap(([file, tables]) =>
    Object.values(tables)
      .filter((table) => is(table, PgTable))
      .map((table) => getTableConfig(table))
      .flatMap(({ schema = 'public', name, columns }) =>
        columns.map((column) => [file, `${schema}.${name}.${column.name}`]),
      ),
  )
  const lacking = declared.flatMap(([file, column]) =>
    there.has(column) ? [] : [`no migration makes ${column} of ${file!.slice(3)}: npm run migration`],
  )

  expect(declared.length).toBeGreaterThan(300)
  expect(lacking).toEqual([])
})
