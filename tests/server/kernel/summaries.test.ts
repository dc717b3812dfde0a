import { getTableColumns, getTableName } from 'drizzle-orm'
import { test as base, expect } from 'vitest'
import { type Database, rowsOf } from '#server/kernel/base/database.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { compaction, difference, type Summary } from '#server/kernel/summaries/summary.ts'
import { syncSummaries } from '#server/kernel/summaries/sync.ts'
import { modules } from '#server/modules/index.ts'
import { rewritePaths } from '#server/modules/units/paths.ts'
import { summarySchemasOf } from '#server/nouns.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { openForTests } from '#tests/support/database.ts'
import { oncePerWorker } from '#tests/support/once.ts'
import { environment, now } from '../seed/book.ts'

const summaries = [...registryOf(modules).listings.values()].flatMap(({ source }) => source.summary?.of('IN') ?? [])
const named = summaries.map((summary) => [getTableName(summary.table), summary] as const)
const tables = [...new Set(summaries.flatMap(({ parts }) => parts.map(({ table }) => table)))]

async function writeBook(): Promise<Database> {
  const database = await openForTests()
  await seedDemo(database, environment, { now, customers: 60, loans: 120 })
  return database
}

const test = base.extend<{ database: Database }>({
  database: [oncePerWorker(writeBook, (database) => database.close()), { scope: 'worker' }],
})

/** What every summary has and should not, or has not and should. */
const differences = async ({ db }: Database) =>
  Object.fromEntries(
    await Promise.all(named.map(async ([name, summary]) => [name, await rowsOf(db, difference(summary))] as const)),
  )
const none = Object.fromEntries(named.map(([name]) => [name, []]))

/** Who has had a case is written once, and what was done meanwhile is placed by it: only these of it may change. */
const changing = { case_holdings: ['principal_minor', 'is_first'] } as Readonly<Record<string, readonly string[]>>
/** Rows that others are joined to, which nobody takes away, nor gives another id or owner. */
const joined = ['loans', 'customers', 'case_holdings']
const kept = ['id', 'customer_id', 'version', 'changed_by']

/** Gives three rows of a table what others have, column by column; what a rule of the table forbids stays as it is. */
const change = (table: string, columns: readonly string[]) => `do $$ begin perform setseed(0.3);
  ${columns
    .map((column) => {
      const other = `(select ${column} from ${table} order by random() limit 1)`
      const some = `ctid = any(array(select ctid from ${table} order by random() limit 3))`
      return `begin update ${table} set ${column} = ${other} where ${some};
        exception when integrity_constraint_violation or raise_exception then null; end;`
    })
    .join('\n')} end $$`

/** Takes rows of a table away; they come back by `returned`. */
const taken = (table: string) => `do $$ begin perform setseed(0.4);
  create table taken_${table} as select * from ${table} order by random() limit 5;
  delete from ${table} using taken_${table} as taken where ${table} = taken; end $$`
const returned = (table: string) => `insert into ${table} select * from taken_${table}`

test('a book that was written at once is summed', async ({ database }) => {
  const counts = await Promise.all(
    named.map(async ([name]) => Number((await database.query(`select sum(rows) as n from ${name}`)).rows[0]!.n)),
  )
  expect(Math.min(...counts)).toBeGreaterThan(50)
  expect(await differences(database)).toEqual(none)
})

for (const table of tables) {
  const name = getTableName(table)
  test(`whatever changes in ${name}, summaries have what their rows come to`, async ({ database }) => {
    const stored = Object.values(getTableColumns(table)).filter(({ generated }) => !generated)
    // paths of units change together with those of summaries
    const columns = stored.map((column) => column.name).filter((column) => column !== 'unit_path')
    const asked = changing[name] ?? columns.filter((column) => !joined.includes(name) || !kept.includes(column))
    const before = await Promise.all(named.map(([of]) => database.query(`select count(*) from ${of}`)))

    await database.query(
      change(
        name,
        asked.map((column) => `"${column}"`),
      ),
    )

    expect(await differences(database)).toEqual(none)
    const after = await Promise.all(named.map(([of]) => database.query(`select count(*) from ${of}`)))
    expect(after).not.toEqual(before) // something was summed anew

    if (joined.includes(name)) return
    await database.query(taken(name))
    expect(await differences(database)).toEqual(none)
    await database.query(returned(name))
    expect(await differences(database)).toEqual(none)
  })
}

test('a subtree of units that moves takes its summaries along', async ({ database }) => {
  const { rows } = await database.query(`select unit_path from collection_activity_days where unit_path is not null
    group by unit_path order by sum(rows) desc limit 1`)
  const from = String(rows[0]!.unit_path)

  await database.db.transaction((tx) => rewritePaths(tx, { from, to: `${from}elsewhere/` }))

  expect(await differences(database)).toEqual(none)
  const { rows: left } = await database.query(`select 1 from recovery_days where unit_path = '${from}'`)
  expect(left).toEqual([])
})

test('what stands in several rows is put together, and comes to the same', async ({ database }) => {
  const rowsIn = async ({ table }: Summary) =>
    Number((await database.query(`select count(*) as n from ${getTableName(table)}`)).rows[0]!.n)
  for (const summary of summaries) {
    const before = await rowsIn(summary)

    await database.db.execute(compaction(summary))

    expect(await rowsIn(summary)).toBeLessThan(before)
  }
  expect(await differences(database)).toEqual(none)
})

test('another definition counts everything anew; the same one nothing', async ({ database }) => {
  const [schema] = summarySchemasOf('IN')
  const { name } = schema!
  await database.query(`delete from ${name}`)
  await syncSummaries(database, [schema!])
  expect((await database.query(`select * from ${name}`)).rows).toEqual([])

  await syncSummaries(database, [{ ...schema!, definition: 'another' }])

  expect(await differences(database)).toEqual(none)
})
