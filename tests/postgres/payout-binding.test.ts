import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '#server/kernel/base/database.ts'
import { payoutPort } from '#server/modules/payouts/gateway.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { openAgain } from '#tests/support/database.ts'
import { test, type World } from '#tests/support/server.ts'
import { givenConfig, providerAnswering } from '../server/providers/support.ts'

/** How many wait for a row of pay-outs that somebody holds. */
const waiting = async ({ server }: Pick<World, 'server'>): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    server.app.database.db,
    sql`select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'update "payouts"%' and datname = current_database()`,
  )
  return row!.count
}

test('two servers that choose for one pay-out at once, each another provider: one gets it, and it stays there', async ({
  as,
  given,
  server,
}) => {
  const { db } = server.app.database
  const [first, second] = [await providerAnswering(202, '{}'), await providerAnswering(202, '{}')]
  await givenConfig({ server }, { id: 'FIRST', kind: 'payout', address: first.url })
  await givenConfig({ server }, { id: 'SECOND', kind: 'payout', address: second.url })
  const { id, version } = await given.loan()
  await as('ops').loans.redisburse({ id, version })
  const [payout] = (await db.select().from(payoutRows)).filter(({ state }) => state === 'paying')
  const send = payoutPort(server.app)
  const sent: Promise<void>[] = []

  const other = await openAgain(server.app.database)
  await other.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from payouts where id = ${payout!.id} for update`)
    for (const [nth, preferred] of ['FIRST', 'SECOND'].entries()) {
      await db.execute(sql`update provider_configs set weight = case when id = ${preferred} then 1 else 0 end`)
      sent.push(send({ topic: 'payouts.send', key: payout!.id, body: {} }))
      await expect.poll(() => waiting({ server })).toBe(nth + 1)
    }
  })
  await Promise.all(sent)
  await other.close()

  expect([first.received.length, second.received.length]).toEqual([2, 0])
  expect((await db.select().from(payoutRows)).find((row) => row.id === payout!.id)?.configId).toBe('FIRST')
})
