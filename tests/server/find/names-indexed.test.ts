import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { test } from '#tests/support/server.ts'

interface Plan {
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly Plans?: readonly Plan[]
}

/** How many row versions the index of names has answered, dead ones too; null where it was not asked. */
const indexed = (plan: Plan): number | null =>
  plan['Index Name'] === 'customers_name'
    ? plan['Actual Rows']
    : (plan.Plans?.map(indexed).find((rows) => rows !== null) ?? null)

/** How many row versions the index of names answers for a pattern. */
const answeredFor = (db: Db, pattern: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`) // tests have few rows
    const [row] = await rowsOf<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(
      tx,
      sql`explain (analyze, format json) select id from customers where name ilike ${pattern}`,
    )
    return indexed(row!['QUERY PLAN'][0].Plan)
  })

const names = [
  { name: '王小明', words: ['王小', '王小明'], patterns: ['王小%', '%王小明%'] },
  { name: 'Đặng Thị Ánh', words: ['đặng', 'ĐẶNG TH', 'ánh'], patterns: ['đặng%', '%ĐẶNG THỊ%', '% ánh%'] },
]

/** Customers of another name: an index that knows no letters would answer them all. */
const others = 20

test.for(names)('$name is found by the index of names, in whatever case', async (one, { as, given, server }) => {
  await given.likeLoan(await given.loan({ name: 'Asha Rao' }), others)
  await given.loan({ name: one.name })

  for (const text of one.words) {
    const { found } = await as('ops').finding.records({ text })
    expect(found.map(({ name }) => name)).toEqual([one.name])
  }
  for (const pattern of one.patterns) expect(await answeredFor(server.app.database.db, pattern)).toBeLessThan(others)
})
