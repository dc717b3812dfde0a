import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { mustKnowLetters } from './locale.ts'
import type { RunSql } from './noun-schema.ts'
import { type NounSchema, syncNounSchema } from './noun-schema.ts'
import { root } from './root.ts'

const migrations = { migrationsFolder: join(root, 'server/migrations') }
/** Advisory lock: of all servers that start at once on one database, one migrates while the others wait. */
const migrationLock = 4_600_001

/**
 * Migrations that are pending, in one transaction, then what nouns declare. Whoever is killed in between has changed
 * nothing, or the next start finds only the rest to do.
 */
async function migrate(run: RunSql, pending: () => Promise<void>, nouns: NounSchema): Promise<void> {
  await mustKnowLetters(run)
  await pending()
  await syncNounSchema(run, nouns)
}

/** Migrates the embedded database, which nobody else has open. */
export const migrateEmbedded = (lite: PGlite, run: RunSql, nouns: NounSchema): Promise<void> =>
  migrate(run, () => migrateLite(drizzleLite(lite), migrations), nouns)

/**
 * Migrates a PostgreSQL on a connection of its own: indexes of a large book take longer than a statement of the pool may,
 * and so does waiting for the lock, which ends with the connection.
 */
export async function migrateServer(url: string, nouns: NounSchema): Promise<void> {
  const options = { options: '-c timezone=UTC', application_name: 'lendline migrate', connectionTimeoutMillis: 5_000 }
  const client = new pg.Client({ connectionString: url, ...options })
  client.on('error', () => {}) // the statement under way says so
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const run: RunSql = async (text) => ({ rows: [await client.query(text)].flat().at(-1)?.rows ?? [] })
    await migrate(run, () => migratePg(drizzlePg(client), migrations), nouns)
  } finally {
    await client.end()
  }
}
