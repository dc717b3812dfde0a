import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/kernel/database.ts'

/** What makes an index. Only what makes searches fast: whatever keeps a rule stays where it is. */
export interface Index {
  readonly name: string
  readonly definition: string
}

/** The indexes of `tables`. */
export const indexesOf = (db: Db, tables: readonly string[]): Promise<Index[]> =>
  rowsOf<Index>(
    db,
    sql`select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
        where not i.indisunique and t.relnamespace = 'public'::regnamespace
          and t.relname in ${[...tables]}`,
  )

/** Takes indexes away. */
export async function drop(tx: Db, indexes: readonly Index[]): Promise<void> {
  for (const { name } of indexes) await tx.execute(sql`drop index if exists ${sql.identifier(name)}`)
}

/** Makes indexes anew: over a whole table in a fraction of the time that it takes row by row. */
export async function build(tx: Db, indexes: readonly Index[]): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await tx.execute(sql.raw(definition))
}
