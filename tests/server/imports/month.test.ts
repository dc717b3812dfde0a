import { expect } from 'vitest'
import type { LocalDate } from '#contract/kernel/values.ts'
import { wrongBooks } from '#tests/support/books.ts'
import { test } from '#tests/support/server.ts'
import { codesOf, liveMonth } from './month.ts'
import { customersCsv, imported, loansCsv } from './support.ts'

const from = '2026-03-10' as LocalDate

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

  const { lent, before, after } = await liveMonth(here, from)

  expect(await wrongBooks(here.server.app)).toEqual({})
  expect(after).toEqual(before)
  expect(lent).toBe(28)
  expect(await codesOf(here)).toMatchObject(ends)
}, 600_000)
