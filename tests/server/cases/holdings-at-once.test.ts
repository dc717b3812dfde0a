import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { manyLike } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

/** So many cases change hands by one statement. */
const portion = 2_000

const trigger = /^Trigger (?<name>\w+).*: time=(?<ms>[\d.]+)/

/** How long each trigger of a statement takes, in ms. */
async function triggersOf(tx: Db, statement: string): Promise<Readonly<Record<string, number>>> {
  const lines = await rowsOf<{ 'QUERY PLAN': string }>(tx, sql.raw(`explain analyze ${statement}`))
  const found = lines.map((line) => trigger.exec(line['QUERY PLAN'])?.groups).filter((groups) => groups !== undefined)
  return Object.fromEntries(found.map(({ name, ms }) => [name, Number(ms)]))
}

test('holdings end by look-ups, also when they are planned by a statement of no case while nobody has any', async ({
  given,
  server,
}) => {
  const { database } = server.app
  const { id } = await given.loan({ state: 50 })
  await manyLike(database, id, 2 * portion)
  await database.query(`insert into cases (id, loan_id, state, stage, unit_path, opened_at, waiting_since)
    select 'CS' || row_number() over (order by id), id, 'allocating', 'S1', '/HQ/COL/', now(), now() from loans`)
  await database.query(`insert into case_holdings (case_id, loan_id, stage, collector_id, unit_path, from_at, until_at)
    select id, loan_id, stage, 'S-collector', unit_path, now() - interval '2 days', now() - interval '1 day' from cases`)
  // how many rows a plan is made for is what was counted last; of orders that are all one customer's nothing shall be kept
  await database.query('vacuum analyze case_holdings')
  const give = (first: number, last: number) =>
    `update cases set state = 'allocated', collector_id = 'S-collector' where substr(id, 3)::int between ${first} and ${last}`

  const times = await database.db.transaction(async (tx) => {
    await triggersOf(tx, give(0, 0))
    await triggersOf(tx, give(1, portion))
    return triggersOf(tx, give(portion + 1, 2 * portion))
  })

  // beside the one that tells orders whose they are: a half of it; 17 times where all that is open is read for each case
  expect(times.cases_holdings_ended! / times.cases_held!).toBeLessThan(4)
})
