import { openAsBlob } from 'node:fs'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import type { Model } from './model.setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that every test file begins with a copy of. */
    model: Model
  }
}

/** What every test starts with, and no test takes away. */
const kept = ['units', 'roles', 'role_grants', 'staff', 'staff_roles']

const inServer = (server: string, name: string): string => server.replace(/\/\w+$/, `/${name}`)

/** An empty, migrated database with the demo's staff: embedded, or a new one in the PostgreSQL of this run. */
export async function openForTests(): Promise<Database> {
  const model = inject('model')
  if ('dump' in model) return openDatabase({ memory: await openAsBlob(model.dump) })
  const name = `w${process.pid}_${process.hrtime.bigint()}`
  const admin = await openDatabase({ url: model.server })
  await admin.query(`create database ${name} template model`)
  await admin.close()
  return openDatabase({ url: inServer(model.server, name) })
}

/** The same database in the PostgreSQL of this run, opened by somebody else. */
export async function openAgain(database: Database): Promise<Database> {
  const model = inject('model')
  if ('dump' in model) throw new Error('an embedded database is open once')
  const { rows } = await database.query('select current_database() as name')
  return openDatabase({ url: inServer(model.server, String(rows[0]!.name)) })
}

/** Empties everything that tests have written. Takes milliseconds; triggers, which guard the audit log, stay out of it. */
export async function emptied(database: Database): Promise<void> {
  const { rows } = await database.query(
    `select table_name as name from (
       select format('%I.%I', schemaname, tablename) as table_name from pg_tables
       where schemaname in ('public', 'sandbox') and tablename not in ('${kept.join("', '")}')) as tables
     where pg_relation_size(table_name::regclass) > 0`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => String(name))
  // an empty table that points at one of these is emptied with it
  const statements = `set local session_replication_role = replica; truncate ${names.join(', ')} restart identity cascade`
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

/** Who works here and what they may do, as text; what only says when it was used or changed is left out. */
export async function staffing(database: Database): Promise<string> {
  const passing = `- 'version' - 'changed_by' - 'last_sign_in_at'`
  const tables = kept.map((name) => `select '${name} ' || (to_jsonb(t) ${passing})::text as line from ${name} as t`)
  const { rows } = await database.query(
    `select string_agg(line, e'\n' order by line) as all from (${tables.join(' union all ')}) as lines`,
  )
  return String(rows[0]!.all)
}
