import { openAsBlob } from 'node:fs'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/base/database.ts'
import type { Model } from './model.setup.ts'
import { holdToOneConnection } from './one-connection.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that every test file begins with a copy of. */
    model: Model
  }
}

/** What every test starts with, and no test takes away. */
const kept = ['units', 'roles', 'role_grants', 'staff', 'staff_roles']

const inServer = (server: string, name: string): string => server.replace(/\/\w+$/, `/${name}`)

/** Opens a new database in the PostgreSQL of this run, made with `options` of CREATE DATABASE. */
export async function openNew(options: string): Promise<Database> {
  const model = inject('model')
  if ('dump' in model) throw new Error('an embedded database is opened, not made')
  const name = `w${process.pid}_${process.hrtime.bigint()}`
  const admin = await openDatabase({ url: model.server })
  await admin.query(`create database ${name} ${options}`)
  await admin.close()
  return holdToOneConnection(await openDatabase({ url: inServer(model.server, name) }))
}

/** An empty, migrated database with the demo's staff: embedded, or a new one in the PostgreSQL of this run. */
export async function openForTests(): Promise<Database> {
  const model = inject('model')
  return 'dump' in model ? openDatabase({ memory: await openAsBlob(model.dump) }) : openNew('template model')
}

/** Where others open the same database in the PostgreSQL of this run. */
export async function urlOf(database: Database): Promise<string> {
  const model = inject('model')
  if ('dump' in model) throw new Error('an embedded database is open once')
  const { rows } = await database.query('select current_database() as name')
  return inServer(model.server, String(rows[0]!.name))
}

/** The same database in the PostgreSQL of this run, opened by somebody else. */
export const openAgain = async (database: Database): Promise<Database> => openDatabase({ url: await urlOf(database) })

/** Stages of collection as a new installation has them, by their last day. */
const firstStages = { T0: 0, T1: 1, T2: 2, S1: 7, S2: 15, M1: 30, M2: 60, M3: 90 } as const

const stageValues = Object.entries(firstStages).map(([id, lastDay]) => `('${id}', '${id}', ${lastDay}, '2026-01-01')`)

/** From this size on, in bytes, a table is emptied by making it anew: for a few rows that takes longer than they do. */
const truncatedFrom = 262_144

/** Empties the tables that hold anything, once nobody writes there, and has their numbers begin anew. */
const emptying = `
  declare
    filled regclass;
    numbers regclass;
  begin
    for filled in select oid from pg_class where relkind = 'r'
      and relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and relname not in ('${kept.join("', '")}')
    loop
      if pg_relation_size(filled) >= ${truncatedFrom} then
        execute format('truncate %s cascade', filled);
      elsif pg_relation_size(filled) > 0 then
        execute format('lock table %s in exclusive mode', filled);
        execute format('delete from %s', filled);
      end if;
    end loop;
    -- of temporary tables of others there is no value to be had; read from the sequences, the other way is ten times as long
    for numbers in select seqrelid::regclass from pg_sequence join pg_class on pg_class.oid = seqrelid
      join pg_depend on classid = 'pg_class'::regclass and objid = seqrelid and deptype in ('a', 'i')
      where case when relpersistence <> 't' then pg_sequence_last_value(seqrelid) is not null end
    loop
      execute format('alter sequence %s restart', numbers);
    end loop;
    -- what the migrations have written
    insert into stages (id, name, last_day, created_at) values ${stageValues.join(', ')};
    insert into collectors (id, created_at) select staff_id, '2026-01-01' from staff_roles where role_id = 'COL';
    insert into collector_stages select c.id, s.id from collectors c cross join stages s;
  end`

/** Empties everything that tests have written. Takes milliseconds; triggers, which guard the audit log, stay out of it. */
export async function emptied(database: Database): Promise<void> {
  // what the test before left under way may be in between: deliveries, callbacks
  for (let attempt = 1; ; attempt++) {
    try {
      await database.query(`begin; set local session_replication_role = replica; do $$ ${emptying} $$; commit`)
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

/** Remembers who works here and what they may do. Answers what brings all of it back. */
export async function rememberStaffing({ query }: Database): Promise<() => Promise<void>> {
  const rows = async (name: string) =>
    (await query(`select coalesce(json_agg(t), '[]')::text as rows from ${name} t`)).rows[0]!.rows
  const remembered = await Promise.all(kept.map(async (name) => [name, await rows(name)] as const))
  return async () => {
    for (const [name, before] of remembered) {
      await query(`delete from ${name}`)
      await query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [before])
    }
  }
}
