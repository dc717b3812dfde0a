import { asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Statement, statements } from '#contract/statements.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { importStatement, toStatement } from './match.ts'
import { statementTemplate } from './sheet.ts'
import { statementLineRows, statementRows } from './store.ts'

const recentMax = 20

/** How many lines of these statements have each outcome. */
async function countsOf(tx: Db, ids: readonly IdOf<'statement'>[]) {
  if (ids.length === 0) return []
  return tx
    .select({
      id: statementLineRows.statementId,
      outcome: statementLineRows.outcome,
      count: sql<number>`count(*)::int`,
    })
    .from(statementLineRows)
    .where(inArray(statementLineRows.statementId, [...ids]))
    .groupBy(statementLineRows.statementId, statementLineRows.outcome)
}

/** Statements with the names of who has read them. */
const named = (tx: Db) =>
  tx
    .select({
      ...getTableColumns(statementRows),
      readBy: sql<string>`coalesce(${staffRows.name}, ${statementRows.readBy})`,
    })
    .from(statementRows)
    .leftJoin(staffRows, eq(staffRows.id, statementRows.readBy))

/** Statements with the numbers of their lines. */
async function withCounts(tx: Db, rows: readonly (typeof statementRows.$inferSelect)[]): Promise<Statement[]> {
  const counts = await countsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const mine = counts.filter(({ id }) => id === row.id)
    const of = (outcome: string) => mine.find((one) => one.outcome === outcome)?.count ?? 0
    return {
      ...toStatement(row),
      lines: mine.reduce((all, { count }) => all + count, 0),
      ...{ proof: of('proof'), payment: of('payment'), known: of('known') },
      ...{ differs: of('differs'), refused: of('refused'), unmatched: of('unmatched') },
    }
  })
}

async function statementOf(tx: Db, id: IdOf<'statement'>): Promise<Statement | undefined> {
  const [one] = await withCounts(tx, await named(tx).where(eq(statementRows.id, id)))
  return one
}

async function linesOf(tx: Db, id: IdOf<'statement'>) {
  const rows = await tx
    .select()
    .from(statementLineRows)
    .where(eq(statementLineRows.statementId, id))
    .orderBy(asc(statementLineRows.line))
  return rows.map(({ amountMinor, currency, statementId: _, ...line }) => {
    return { ...line, amount: ofMinor(amountMinor, currency) }
  })
}

/** Handlers of `statements`: statements of banks, held against proofs and payments. */
export default implement(statements, {
  template: async () => templateFile(statementTemplate) as never, // a file stands for the answer

  async upload(_, call) {
    const file = call.uploads!.files.file! // the kernel refuses a call without it
    const id = await importStatement(file.path, file.name, call)
    call.note({ objectId: id, input: { file: file.name } })
    return (await statementOf(call.tx, id))!
  },

  async recent(_, { tx }) {
    const rows = await named(tx).orderBy(desc(statementRows.readAt)).limit(recentMax)
    return { statements: await withCounts(tx, rows) }
  },

  async detail({ id }, { tx, fail }) {
    const statement = await statementOf(tx, id)
    return statement ? { statement, lines: await linesOf(tx, id) } : fail('not_found')
  },
})
