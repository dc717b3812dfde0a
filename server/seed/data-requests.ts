import { sql } from 'drizzle-orm'
import { dataRequest } from '#contract/data-requests.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { eraseCustomer } from '#server/modules/customers/steps/erase.ts'
import { dataRequestRows } from '#server/modules/data-requests/store.ts'
import { staffId } from './foundation.ts'
import type { SeedContext } from './history/context.ts'

/** Requests of a demo: copies whose day is over, and somebody who never borrowed and was erased. */
const requests = [
  { kind: 'export', state: 'purged', reason: 'customerAsked', daysAgo: 31, count: 42, kept: null },
  { kind: 'export', state: 'purged', reason: 'authority', daysAgo: 12, count: 67, kept: null },
  { kind: 'erasure', state: 'done', reason: 'customerAsked', daysAgo: 5, count: 4, kept: 3 },
] as const

/** Customers without an order, those who registered first. */
const withoutOrder = (db: Db): Promise<{ id: IdOf<'customer'> }[]> =>
  rowsOf(
    db,
    sql`select id from customers c where not exists (select from loans where customer_id = c.id)
      and not exists (select from cards where customer_id = c.id)
      and not exists (select from customer_pictures where customer_id = c.id)
      order by registered_at limit ${requests.length}`,
  )

/** Adds what a demo shows of requests about personal data. */
export async function addDataRequests(db: Db, context: SeedContext): Promise<void> {
  const people = await withoutOrder(db)
  for (const [i, { daysAgo, ...request }] of requests.entries()) {
    const customerId = people[i]?.id
    if (!customerId) return
    const day = context.after(context.today, -daysAgo)
    const id = await newId(db, dataRequest.ids, day)
    const approvedAt = context.at(day, 15 * 60)
    const expiresAt = request.kind === 'export' ? context.at(context.after(day, 1), 15 * 60) : null
    const agreed = { makerId: staffId('manager'), checkerId: staffId('executive') }
    await db.insert(dataRequestRows).values({ id, customerId, ...request, ...agreed, approvedAt, expiresAt })
    if (request.kind === 'erasure') await eraseCustomer(db, customerId, { erasedOn: day, keptUntil: null })
  }
}
