import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Source } from '#server/kernel/listing/source.ts'

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Total Cost': number } }]
}

/** What the planner reckons it costs to answer a statement to its end. */
async function costOf(tx: Db, statement: SQL): Promise<number> {
  const [row] = await rowsOf<Explained>(tx, sql`explain (format json) ${statement}`)
  return row!['QUERY PLAN'][0].Plan['Total Cost']
}

/**
 * What reads a source to its end: where that says two ways to do it, row by row or all of it at once, the one that costs
 * less by `EXPLAIN`.
 */
export async function cheaper<Made extends { readonly statement: SQL }>(
  tx: Db,
  source: Source,
  make: (source: Source) => Made,
): Promise<Made> {
  const each = make(source)
  if (!source.fromForScan) return each
  const all = make({ ...source, from: source.fromForScan })
  return (await costOf(tx, all.statement)) < (await costOf(tx, each.statement)) ? all : each
}
