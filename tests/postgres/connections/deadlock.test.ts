import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { openAgain } from '#tests/support/database.ts'
import { test } from '#tests/support/server.ts'

test('a call that was broken off to let another through runs again by itself', async ({ as, given, server }) => {
  const { loanId } = await given.plan({ state: 50, dueDate: '2026-03-01' as never })
  const { plans } = await as('cs').loans.detail({ id: loanId })
  const { id, version } = plans[0]!
  const amount = { minor: 1_000, currency: 'INR' } as never

  const blocked = async () => {
    const { rows } = await server.app.database.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]!.count
  }

  // somebody else takes the order first, a call about a plan the plan
  const other = await openAgain(server.app.database)
  const calls = await other.db.transaction(async (tx) => {
    await tx.select().from(loanRows).where(eq(loanRows.id, loanId)).for('update')
    const call = as('cs').reductions.request({ id, version, amount, reason: 'Ill' })
    await expect.poll(blocked).toBe(1)
    await tx.select().from(planRows).where(eq(planRows.id, id)).for('update')
    return [call]
  })

  await expect(Promise.all(calls)).resolves.toHaveLength(1)
  await other.close()
})
