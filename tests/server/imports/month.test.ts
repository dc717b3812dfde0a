import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { root } from '#server/kernel/base/root.ts'
import { wrongBooks } from '#tests/support/books.ts'
import { test, type World } from '#tests/support/server.ts'
import { codesOf, liveMonth } from './month.ts'
import { customersCsv, imported, loansCsv } from './support.ts'

const from = '2026-03-10' as LocalDate
const folder = join(process.env.LENDLINE_DATA ?? join(root, '../shared/data'), 'loan-book')
const file = (name: string) => Uint8Array.from(readFileSync(join(folder, name)))

/** Some of the customers of a book. */
const customersOf = async ({ server }: Pick<World, 'server'>, count: number) =>
  (await server.app.database.query(`select id from customers order by id limit ${count}`)).rows.map(
    ({ id }) => id as IdOf<'customer'>,
  )
/** What an imported book comes to, which nothing that happens later may change. */
const historyOf = async ({ server: { app } }: Pick<World, 'server'>) => {
  const { rows } = await app.database.query(
    `select count(*)::int as loans, sum(l.version)::int as versions, sum(p.paid)::text as paid from loans l
       join (select loan_id, sum(paid_principal + paid_interest) as paid from plans group by 1) p on p.loan_id = l.id
       where l.product_id = 'imported'`,
  )
  return rows[0]
}

/** Where the stories of a month lead: paid, paid less, still owed, extended, given up. */
const ends = { 30: expect.any(Number), 40: expect.any(Number), 41: 2, 50: expect.any(Number), 80: 1, 100: 1 }

test('a made-up book that was imported still balances after a month of jobs and payments', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const people = Array.from({ length: 30 }, (_, i) => `person${i}`)
  const loans = people.map((customerId, i) => ({ customerId, termDays: i % 3 === 0 ? '60' : '30' }))
  await imported(here.server, {
    loans: loansCsv(loans),
    customers: customersCsv(people.slice(0, 20).map((customerId) => ({ customerId }))),
  })
  const before = await historyOf(here)

  const lent = await liveMonth(here, await customersOf(here, 30), from)

  expect(await wrongBooks(here.server.app)).toEqual({})
  expect(await historyOf(here)).toEqual(before)
  expect(lent).toBe(28)
  expect(await codesOf(here)).toMatchObject(ends)
}, 600_000)

test('a real book of 18,178 loans still balances after a month of jobs and payments', async ({
  as,
  given,
  server,
  clock,
  skip,
}) => {
  const here = { as, given, server, clock }
  skip(!existsSync(folder), `there is no book in ${folder}; LENDLINE_DATA says where one is`)
  await imported(here.server, { loans: file('loans.csv'), customers: file('customers.csv') })
  const before = await historyOf(here)

  const lent = await liveMonth(here, await customersOf(here, 30), from)

  expect(await wrongBooks(here.server.app)).toEqual({})
  expect(await historyOf(here)).toEqual(before)
  expect(before).toMatchObject({ loans: 18_178 })
  expect(lent).toBe(28)
}, 600_000)
