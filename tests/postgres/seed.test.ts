import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'
import { openForTests, urlOf } from '#tests/support/database.ts'

/** `npm run seed` on a PostgreSQL. */
const seed = (url: string, loans: number) =>
  spawn(process.execPath, ['--import', 'tsx', 'scripts/seed.ts', '--loans', String(loans)], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, LENDLINE_SECRET: 'secret of the tests' },
  })

test('a book that several processes write is one book, begun anew where one was left in the middle', async () => {
  const database = await openForTests()
  onTestFinished(() => database.close())
  const url = await urlOf(database)
  const broken = seed(url, 20_000)
  const isBegun = async () => (await database.query('select 1 from loans limit 1')).rows.length
  await expect.poll(isBegun, { timeout: 120_000 }).toBe(1)
  broken.kill('SIGKILL')
  await once(broken, 'exit')

  const [code] = await once(seed(url, 600), 'exit')

  const { rows } = await database.query(`
    select (select count(*) from loans) as loans, (select count(*) from customers) as customers,
      (select count(distinct id) from coupon_templates) as templates, (select count(*) from coupon_templates) as written,
      (select count(*) from coupons where template_id not in (select id from coupon_templates)) as strays,
      (select max(right(id, 6)::int) from loans) - nextval('ids_loan') as left`)
  expect(code).toBe(0)
  // the next order follows the last one
  expect(rows).toEqual([{ loans: 600, customers: 360, templates: 7, written: 7, strays: 0, left: -1 }])
}, 240_000)
