import { type SQL, sql } from 'drizzle-orm'
import { needsNoRight } from '#contract/kernel/rights.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { Registry } from '#server/kernel/call/context.ts'

const { command, page, at } = auditRows

/** Calls whose entries all name the page of their right; others name the page of a list, and those of former releases any. */
const ofOnePage = ({ entries }: Registry): string[] =>
  [...entries.values()].flatMap(({ endpoint: { id, requires } }) => (needsNoRight(requires) ? [] : [id]))

/** Pages and commands that occur among the entries `within` reach. */
export interface Selectors {
  readonly pages: string[]
  readonly commands: string[]
}

/**
 * Reads which pages and commands occur. The log is never read through: from one command to the next by its index, and of
 * a command that is on one page its first entry and its last.
 */
export async function selectorsOf(tx: Db, within: SQL, registry: Registry): Promise<Selectors> {
  const next = sql`select ${command} from ${auditRows} where ${command} > known.command order by ${command} limit 1`
  const own = sql`from ${auditRows} where ${command} = known.command and ${within}`
  const ends = sql`(select ${page} ${own} order by ${at} limit 1) union (select ${page} ${own} order by ${at} desc limit 1)`
  const rows = await rowsOf<{ command: string; pages: readonly (string | null)[] }>(
    tx,
    sql`with recursive known (command) as (
          (select ${command} from ${auditRows} order by ${command} limit 1)
          union all select (${next}) from known where known.command is not null
        )
        select known.command, case when known.command = any(${sql.param(ofOnePage(registry))}::text[])
            then array(${ends}) else array(select distinct ${page} ${own}) end as pages
        from known where known.command is not null and exists (select ${own}) order by 1`,
  )
  const pages = new Set(rows.flatMap((row) => row.pages).filter((one) => one !== null))
  return { pages: [...pages].toSorted(), commands: rows.map((row) => row.command) }
}
