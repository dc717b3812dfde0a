import { expect } from 'vitest'
import { manyLike } from '#tests/support/many.ts'
import { alone as test } from '#tests/support/server.ts'

const rows = 2_400

test('a list that is reckoned to be long is counted right while its keys are made, and has the same pages with them', async ({
  as,
  given,
  server,
  raw,
}) => {
  const { id } = await given.loan()
  const { database } = server.app
  await database.query('alter table loans set (autovacuum_enabled = false)')
  await manyLike(database, id, rows)
  const { applications } = as('ops').loans
  const { asOf } = await applications({ q: '' })
  const page = async (from: number) =>
    (await applications({ q: 'sort:amount', from, size: 200, asOf })).rows.map((row) => row.id)
  const places = [2_000, 2_222, 2_399]
  const before = await Promise.all(places.map(page))
  const long = `update pg_class set reltuples = 150000 where relname = 'loans'`

  await database.query(long)
  const { data } = await raw(`GET /loans/count?q=sort:amount&asOf=${asOf}`, { who: 'ops' })

  expect(data).toEqual({ count: rows })
  expect(await Promise.all(places.map(page))).toEqual(before)
})
