import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import { addDemoAccounts, addFoundation } from '#server/seed/foundation.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of this run is; none in the embedded lane. */
    postgresUrl: string | null
  }
}

/** What every test starts with, and no test takes away. */
const kept = ['units', 'roles', 'role_grants', 'staff', 'staff_roles']

/** An empty, migrated database with the demo's staff: embedded, or a new one in the PostgreSQL of this run. */
export async function openForTests(): Promise<Database> {
  const url = inject('postgresUrl')
  const database = await (url ? openOn(url) : openDatabase({ folder: null }))
  await database.migrate()
  await addFoundation(database.db, { demo: true })
  await addDemoAccounts(database.db, new Date('2026-01-01T00:00:00Z'))
  return database
}

async function openOn(url: string): Promise<Database> {
  const name = `w${process.pid}_${process.hrtime.bigint()}`
  const admin = await openDatabase({ url })
  await admin.query(`create database ${name}`)
  await admin.close()
  return openDatabase({ url: url.replace(/\/\w+$/, `/${name}`) })
}

/** Empties everything that tests write. Takes milliseconds; triggers, which guard the audit log, stay out of it. */
export async function emptied(database: Database): Promise<void> {
  const { rows } = await database.query(
    `select format('%I.%I', schemaname, tablename) as name, tablename from pg_tables where schemaname in ('public', 'sandbox')`,
  )
  const names = rows.filter(({ tablename }) => !kept.includes(String(tablename))).map(({ name }) => String(name))
  const statements = `set local session_replication_role = replica; truncate ${names.join(', ')} restart identity`
  // what the test before left under way may be in between: deliveries, callbacks
  for (let attempt = 1; ; attempt++) {
    try {
      await database.query(`begin; ${statements}; commit`)
      return
    } catch (error) {
      await database.query('rollback')
      if ((error as { code?: string }).code !== '40P01' || attempt === 5) throw error
    }
  }
}
