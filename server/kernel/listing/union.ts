import { type SQL, sql } from 'drizzle-orm'
import { needsJoins, type PageQuery } from './prune-joins.ts'
import type { Source } from './source.ts'

/**
 * LIMIT pushed into a union: of each part no more rows than all may have. A part whose index has the order ends with them;
 * PostgreSQL itself would read everything that meets the condition, and put all of it in order. Null where what is joined is
 * asked for too: that is joined to all rows at once sooner than to those of each part in their order.
 */
export function limitedUnion(source: Source, { where, order, limit }: PageQuery): SQL | null {
  const { union, table } = source
  if (!union || needsJoins(source, where, order)) return null
  const parts = union.parts.map(
    ({ select }) => sql`(select * from (${select}) as ${table} where ${where} order by ${order} limit ${limit})`,
  )
  return union.from(sql`(${sql.join(parts, sql` union all `)})`)
}
