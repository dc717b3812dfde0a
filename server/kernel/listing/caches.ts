import { sql } from 'drizzle-orm'
import type { Database, Db } from '#server/kernel/base/database.ts'

/** Cache invalidation: how each part of what a server keeps in mind of a database is forgotten. */
const forgetting = new Set<(database: Database) => void>()

/** Says how a cache forgets what it keeps of a database. Called once, beside the cache. */
export function registerCache(forget: (database: Database) => void): void {
  forgetting.add(forget)
}

/** Has this server forget everything that it keeps in mind of a database: the next call reads it anew. */
export function forgetCaches(database: Database): void {
  for (const forget of forgetting) forget(database)
}

/** Has consoles read the rows of a noun anew where no trigger says so: what is deleted, or shown from another table. */
export const announceRows = (db: Db, noun: string) => db.execute(sql`select pg_notify('rows', ${noun})`)

/** Tells every server, this one too, to forget what it keeps in mind, and every console to read anew what it shows. */
export const announceRefresh = (db: Db) => db.execute(sql`select pg_notify('rows', '')`)
