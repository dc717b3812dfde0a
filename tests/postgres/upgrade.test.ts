import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/kernel/base/database.ts'
import { UnsupportedLocale } from '#server/kernel/base/locale.ts'
import { root } from '#server/kernel/base/root.ts'
import { nounSchema } from '#server/nouns.ts'
import { upgrade } from '#server/upgrade.ts'
import { openAgain, openForTests, openNew, urlOf } from '#tests/support/database.ts'
import { oldBases, restore } from '#tests/support/migrations/old-bases.ts'
import { schemaOf } from '#tests/support/schema.ts'

/** Closed after the test. */
async function opened(opening: Promise<Database>): Promise<Database> {
  const database = await opening
  onTestFinished(() => database.close())
  return database
}

/** An old database, and what the schema of a fresh one is. */
async function oldBase(): Promise<{ database: Database; fresh: string[] }> {
  const database = await opened(openForTests())
  const fresh = await schemaOf(database)
  await restore(database, oldBases[0]!)
  return { database, fresh }
}

test('of several servers that start at once on an old database, one migrates it', async () => {
  const { database, fresh } = await oldBase()
  const servers = await Promise.all([1, 2, 3].map(() => opened(openAgain(database))))

  await Promise.all(servers.map((server) => upgrade(server, 'IN')))

  expect(await schemaOf(database)).toEqual(fresh)
  const { rows } = await database.query('select created_at from drizzle.__drizzle_migrations')
  expect(new Set(rows.map(({ created_at: when }) => when)).size).toBe(rows.length)
})

/** How long a process may take to start, on a machine that has more to do. */
const timeout = 180_000

/** A migration in a process of its own. */
async function migrating(database: Database) {
  const env = { ...process.env, DATABASE_URL: await urlOf(database), LENDLINE_SECRET: 'x' }
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/migrate.ts'], { cwd: root, env, stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return { kill: () => child.kill('SIGKILL'), gone }
}

/** What each connection that migrates waits for: one kind of lock, or nothing. */
async function waits({ query }: Database): Promise<unknown[]> {
  const { rows } = await query(
    `select case wait_event_type when 'Lock' then wait_event end as lock from pg_stat_activity
      where datname = current_database() and application_name = 'lendline migrate'`,
  )
  return rows.map(({ lock }) => lock)
}

test('a migration that is killed in the middle has changed nothing, and the next start does all of it', {
  timeout,
}, async () => {
  const { database, fresh } = await oldBase()
  const old = await schemaOf(database)
  const reader = await opened(openAgain(database))

  await reader.db.transaction(async (tx) => {
    await tx.execute('select from tickets') // whose indexes nobody changes meanwhile
    const child = await migrating(database)
    await expect.poll(() => waits(database), { timeout }).toEqual(['relation'])
    child.kill()
    await child.gone
  })
  await expect.poll(() => waits(database)).toEqual([])
  expect(await schemaOf(database)).toEqual(old)
  await upgrade(database, 'IN')

  expect(await schemaOf(database)).toEqual(fresh)
})

const blind = [`lc_ctype 'C'`, `locale_provider builtin builtin_locale 'C.UTF-8' lc_ctype 'C'`, `encoding 'SQL_ASCII'`]

test.for(blind)('a database made with %s is refused, with a sentence that says how to make one', async (options) => {
  const unfit = await opened(openNew(`template template0 ${options}`))

  await expect(unfit.migrate(nounSchema)).rejects.toThrow(UnsupportedLocale)
  await expect(unfit.migrate(nounSchema)).rejects.toThrow(`template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'`)

  const { rows } = await unfit.query(`select nspname from pg_namespace where nspname in ('drizzle', 'sandbox')`)
  expect(rows).toEqual([])
})
