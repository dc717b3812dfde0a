import { count, eq, sql } from 'drizzle-orm'
import { test as base, expect } from 'vitest'
import { customer } from '#contract/customers.ts'
import { loan } from '#contract/loans/row.ts'
import { type Database, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, newId } from '#server/kernel/base/ids.ts'
import { auditRows, settingRows } from '#server/kernel/base/tables.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { departments } from '#server/seed/units.ts'
import { emptied, openForTests } from '#tests/support/database.ts'
import { environment, now, today } from './book.ts'

const small = { now, customers: 60, loans: 100 }
/** What is compared of a book: every row of these, but for what is encrypted. */
const compared = [
  ...['loans', 'plans', 'penalties', 'payments', 'allocations', 'reductions', 'cases', 'tickets'],
  ...[
    'write_offs',
    'extensions',
    'coupons',
    'proofs',
    'proof_images',
    'statements',
    'statement_lines',
    'payment_links',
  ],
]

async function bookOf({ query }: Database) {
  const tables = compared.map(async (table) => (await query(`select * from ${table} order by 1, 2`)).rows)
  const people = await query('select id, name, phone, pan_tail, limit_minor from customers order by id')
  return [...(await Promise.all(tables)), people.rows]
}

/** A book as it is after its first start, written once: whoever looks at it leaves it as it is. */
interface FirstStart {
  readonly database: Database
  readonly written: boolean
  readonly book: Awaited<ReturnType<typeof bookOf>>
}

const test = base.extend<{ engine: Database; database: Database; firstStart: FirstStart }>({
  engine: [
    async ({}, use) => {
      const engine = await openForTests()
      await use(engine)
      await engine.close()
    },
    { scope: 'file' },
  ],
  database: async ({ engine }, use) => {
    await emptied(engine)
    await use(engine)
  },
  firstStart: [
    async ({}, use) => {
      const database = await openForTests()
      const written = await seedDemo(database, environment, small)
      await use({ database, written, book: await bookOf(database) })
      await database.close()
    },
    { scope: 'file' },
  ],
})

/** The database, but loading fails from the `after`th time on. */
const failing = (database: Database, after: number): Database => {
  let loads = 0
  return {
    ...database,
    copy: async (...args) => {
      loads += 1
      if (loads > after) throw new Error('the power went')
      await database.copy(...args)
    },
  }
}

test('what is left of the beginning is only that the book is complete, and that its days are closed', async ({
  firstStart: { database },
}) => {
  const names = await database.db.select({ name: settingRows.name }).from(settingRows).orderBy(settingRows.name)
  expect(names).toEqual([{ name: 'accountingDays.mark' }, { name: 'demo' }])
})

test('the same seed and moment give the same book, whatever the secret', async ({ database, firstStart }) => {
  await seedDemo(database, { ...environment, secret: 'another' }, small)

  expect(await bookOf(database)).toEqual(firstStart.book)
})

test('the database knows how large the tables have become', async ({ firstStart: { database } }) => {
  const sizes = await rowsOf<{ size: number }>(
    database.db,
    sql`select reltuples::int as size from pg_class where relname in ('loans', 'customers') order by 1`,
  )
  expect(sizes).toEqual([{ size: small.customers }, { size: small.loans }])
})

test('a second call leaves the book as it is', async ({ firstStart: { database, written, book } }) => {
  const again = await seedDemo(database, environment, { ...small, seed: 'another', now: new Date() })

  expect([written, again]).toEqual([true, false])
  expect(await bookOf(database)).toEqual(book)
})

test('a book that broke off is begun anew and comes out whole, every index as well', async ({
  database,
  firstStart,
}) => {
  const indexes = () =>
    rowsOf<{ indexdef: string }>(
      database.db,
      sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    )
  const all = await indexes()
  await expect(seedDemo(failing(database, 8), environment, small)).rejects.toThrow('the power went')
  const [halves] = await database.db.select({ count: count() }).from(loanRows)
  const between = await indexes()
  // it may as well break off while they are built
  await database.query(all.find(({ indexdef }) => !between.some((one) => one.indexdef === indexdef))!.indexdef)

  const written = await seedDemo(database, environment, small)

  expect(Number(halves!.count)).toBeGreaterThan(0)
  expect(between.length).toBeLessThan(all.length)
  expect(written).toBe(true)
  expect(await bookOf(database)).toEqual(firstStart.book)
  expect(await indexes()).toEqual(all)
})

test('of those that start at once one writes the book, of exactly as many customers and orders as were asked for', async ({
  database,
}) => {
  const size = { now, customers: 37, loans: 71 }
  const written = await Promise.all(Array.from({ length: 3 }, () => seedDemo(database, environment, size)))

  const counts = await rowsOf<{ customers: number; loans: number }>(
    database.db,
    sql`select (select count(*)::int from customers) as customers, (select count(*)::int from loans) as loans`,
  )
  expect(written.filter(Boolean)).toHaveLength(1)
  expect(counts).toEqual([{ customers: 37, loans: 71 }])
})

test('a book that somebody else has begun stays as it is, and its staff can sign in', async ({ database }) => {
  const id = idOf(customer.ids, today, 1)
  const theirs = { id, departmentId: departments.operations.id, app: 'Lendline', channel: 'import', registeredAt: now }
  await database.db.insert(customerRows).values({ ...theirs, currency: 'INR' })

  const written = await seedDemo(database, environment, small)

  const customers = await database.db.select({ id: customerRows.id }).from(customerRows)
  const accounts = await database.db.select().from(staffRows).where(eq(staffRows.account, 'collector'))
  expect(written).toBe(false)
  expect(customers).toEqual([{ id }])
  expect(accounts).toHaveLength(1)
})

test('new rows are numbered on from those of the book', async ({ firstStart: { database } }) => {
  const id = await newId(database.db, loan.ids, today)

  expect(id).toBe('LN261120000101')
})

test.for([
  ['2026-11-19T18:30:00.000Z', 'IN', 'INR'], // midnight there
  ['2028-03-01T05:59:59.999Z', 'MX', 'MXN'], // the end of a leap day there
  ['2026-01-01T00:00:00.000Z', 'VN', 'VND'],
] as const)('a book can be written at %s in %s', async ([moment, country, currency], { database }) => {
  const written = await seedDemo(database, { ...environment, country }, { ...small, now: new Date(moment) })

  const currencies = await database.db.selectDistinct({ currency: loanRows.currency }).from(loanRows)
  expect(written).toBe(true)
  expect(currencies).toEqual([{ currency }])
})

test('another seed gives another book; an audit log that has begun is not told what was before', async ({
  database,
  firstStart,
}) => {
  const theirs = { at: now, actorName: 'system', unitPath: '/HQ/', roles: [], command: 'jobs.run', risk: 'write' }
  await database.db.insert(auditRows).values({ ...theirs, outcome: 'done', requestId: 'r', durationMs: 1 })

  await seedDemo(database, environment, { ...small, seed: 'another' })

  const kept = await database.db.select({ command: auditRows.command }).from(auditRows)
  expect(await bookOf(database)).not.toEqual(firstStart.book)
  expect(kept).toEqual([{ command: 'jobs.run' }])
})
