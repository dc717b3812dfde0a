import { sql } from 'drizzle-orm'
import { audit } from '#contract/audit.ts'
import { verifyChain } from '#server/kernel/base/audit.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { auditSource } from './source.ts'

/** The record of everything that was done. */
export default implement(audit, {
  list: auditSource,

  async selectors(_, { tx }) {
    const distinct = (column: 'page' | 'command') =>
      rowsOf<{ value: string }>(
        tx,
        sql`select distinct ${sql.identifier(column)} as value from audit where ${sql.identifier(column)} is not null order by 1`,
      )
    const [pages, commands] = [await distinct('page'), await distinct('command')]
    return { pages: pages.map(({ value }) => value), commands: commands.map(({ value }) => value) }
  },

  verify: async (_, { tx }) => verifyChain(tx),
})
