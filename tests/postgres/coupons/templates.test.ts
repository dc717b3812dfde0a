import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '#server/kernel/base/database.ts'
import { openAgain } from '#tests/support/database.ts'
import { test, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'
import { fifth, heldBy, offered } from '../../server/coupons/support.ts'

/** How many wait for something that somebody else holds. */
const waiting = async ({ server }: Pick<World, 'server'>): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    server.app.database.db,
    sql`select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return row!.count
}

test.for(['by hand', 'by a sheet'])(
  'a template that is being issued %s is not changed meanwhile',
  async (how, { as, given, raw, server, tokenOf }) => {
    const template = await offered({ as })
    const customer = { id: await given.customer(), version: 1 as never }
    const blank = await blankSheet({ server, tokenOf }, '/export/coupon-templates')
    const sheet = filledSheet(blank, [{ customerId: customer.id, couponTemplateId: template }])
    const other = await openAgain(server.app.database)

    const [issued, edited] = await other.db
      .transaction(async (tx) => {
        await tx.execute(sql`lock table coupons in share mode`)
        const issuing =
          how === 'by hand'
            ? as('ops').coupons.issue({ ...customer, template })
            : sendSheet({ raw }, 'POST /coupons/upload', sheet)
        await expect.poll(() => waiting({ server })).toBe(1)
        let settled = false
        const editing = as('ops')
          .couponTemplates.edit({ ...fifth, id: template, version: 2 as never, validDays: 90 })
          .catch((error: unknown) => error)
          .finally(() => {
            settled = true
          })
        await expect.poll(async () => settled || (await waiting({ server })) === 2).toBe(true)
        return [issuing, editing] as const
      })
      .then((both) => Promise.all(both))
    await other.close()

    expect(issued).toBeTruthy()
    expect(edited).toMatchObject({ fault: 'coupon_template_issued' })
    const [coupon] = await heldBy({ as }, customer.id)
    expect(coupon).toMatchObject({ expiresOn: '2026-03-17' })
  },
)
