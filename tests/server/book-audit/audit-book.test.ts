import { expect } from 'vitest'
import { auditBook } from '#server/book-audit/audit-book.ts'
import type { Difference } from '#server/book-audit/difference.ts'
import { auditAndMark } from '#server/book-audit/nightly.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { watermarkNow } from '#server/kernel/jobs/watermark.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { openForTests } from '#tests/support/database.ts'
import { oncePerWorker } from '#tests/support/once.ts'
import { test as base, environment, now } from '../seed/book.ts'
import { corruptions } from './corruptions.ts'

const offsetMinutes = 330

async function writeSmall(): Promise<Database> {
  const database = await openForTests()
  await seedDemo(database, environment, { now, customers: 60, loans: 100 })
  return database
}

/** With a small book that tests damage, each on top of what it was before. */
const test = base.extend<{ damaged: Database }>({
  damaged: [oncePerWorker(writeSmall, (database) => database.close()), { scope: 'worker' }],
})

/** Where other tests write in the same cluster, what is still under way is audited once more. */
const exactly = (orders: number, { kind }: Pick<Database, 'kind'>): number =>
  kind === 'embedded' ? orders : expect.any(Number)

async function differences(database: Database, since?: string): Promise<readonly Difference[]> {
  const found: Difference[] = []
  const { differences: count } = await auditBook(database, {
    ...{ offsetMinutes, since },
    told: (some) => void found.push(...some),
  })
  expect(found).toHaveLength(count)
  return found
}

test('nothing differs in the demo book; every row that is made wrong is found, and the field that is wrong named', async () => {
  const database = await openForTests()
  await seedDemo(database, environment, { now, customers: 360, loans: 600 })
  const told: Difference[] = []
  const seen = await auditBook(database, { offsetMinutes, told: (found) => void told.push(...found) })
  expect(told).toEqual([])
  expect(seen).toEqual({ orders: 600, differences: 0 })

  const missed: string[] = []
  const known = new Set<string>()
  for (const { what, statement, field } of corruptions) {
    await database.query(statement)
    const fresh = (await differences(database)).filter((one) => !known.has(JSON.stringify(one)))
    if (!fresh.some((one) => field.test(one.field))) missed.push(what)
    for (const one of fresh) known.add(JSON.stringify(one))
  }
  await database.close()

  expect(missed).toEqual([])
})

test('of what was written since an audit nothing but that is read again', async ({ library: { database, loans } }) => {
  const { id } = loans.find(({ state }) => state === 50)!
  const since = await watermarkNow(database.db)
  await database.query(`update loans set channel = channel where id = '${id}'`)

  const seen = await auditBook(database, { offsetMinutes, since, told: () => {} })

  expect(seen).toEqual({ orders: exactly(1, database), differences: 0 })
})

test.for([
  [
    'a payment',
    `delete from payments where id = (select min(payment_id) from allocations)`,
    /^allocat|^payment|^settled/,
  ],
  ['a penalty', `delete from penalties where plan_id = (select min(plan_id) from penalties)`, /penalt/],
  ['an order', `delete from loans where id = (select min(id) from loans where kind = 'regular')`, /^order$/],
] as const)(
  '%s that was deleted past the product is found among what changed',
  async ([, statement, field], { damaged: database }) => {
    const since = await watermarkNow(database.db)

    await database.query(statement)
    const [changed, whole] = [await differences(database, since), await differences(database)]

    expect(changed.map((one) => one.field)).toContainEqual(expect.stringMatching(field))
    expect(whole).toEqual(expect.arrayContaining([...changed]))
  },
)

test('a nightly audit looks at what was written since, at what differs until it is put right, and at all of a restored book', async () => {
  const database = await writeSmall()
  const audit = (changedOnly: boolean) => auditAndMark(database, { changedOnly, offsetMinutes, told: () => {} })
  expect(await audit(true)).toEqual({ orders: 100, differences: 0 })
  const one = `id = (select min(id) from loans where kind = 'regular')`
  await database.query(`update loans set fee_minor = fee_minor + 1 where ${one}`)

  const nights = [await audit(true), await audit(true)]
  await database.query(`update loans set fee_minor = fee_minor - 1 where ${one}`)
  const after = [await audit(true), await audit(true)]
  // a copy of the row is written by a transaction that it does not name
  await database.query(`update settings set value = value where name = 'bookAudit.mark'`)
  const restored = await audit(true)
  await database.close()

  expect(nights).toEqual([
    { orders: exactly(1, database), differences: 1 },
    { orders: exactly(1, database), differences: 1 },
  ])
  expect(after[0]).toMatchObject({ differences: 0 })
  expect(after[1]).toEqual({ orders: exactly(0, database), differences: 0 })
  expect(restored).toEqual({ orders: 100, differences: 0 })
})
