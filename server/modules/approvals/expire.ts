import { and, eq, lte } from 'drizzle-orm'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { approvalRows } from './store.ts'

/** Takes requests out of the inbox that nobody has decided on in time. */
export const expireRequests: Job = {
  id: 'lapseRequests',
  cron: '*/5 * * * *',
  run: ({ database: { db }, clock }) =>
    db.transaction(async (tx) => {
      await setSessionVariables(tx, 'lapseRequests')
      await tx
        .update(approvalRows)
        .set({ state: 'lapsed', decidedAt: clock.now() })
        .where(and(eq(approvalRows.state, 'pending'), lte(approvalRows.validUntil, clock.now())))
    }),
}
