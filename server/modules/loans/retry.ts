import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loan as codes } from '#contract/loans/flow.ts'
import { passingFailures } from '#contract/loans/row.ts'
import type { Db } from '#server/kernel/database.ts'
import { numberSet } from '#server/modules/parameters/steps.ts'
import { loanRows } from './store.ts'

const passing = sql.join(
  passingFailures.map((code) => sql`${code}`),
  sql`, `,
)
const hours = numberSet('disburse.retryHours')

/** When a failed pay-out is tried again by itself; null where that is left to people. */
export const nextTryAt: SQL = sql`case when ${hours} > 0 and ${loanRows.failureCode} in (${passing})
    and ${loanRows.attempts} < ${numberSet('disburse.attemptsMax')}
  then ${loanRows.failedAt} + make_interval(hours => ${hours}) end`

/** Failed pay-outs whose next try is due. */
export const dueAgain = (now: Date): SQL => sql`${nextTryAt} <= ${now.toISOString()}::timestamptz`

/** Keeps an order from other writers until the transaction ends, if its pay-out is still to be tried again. */
export async function lockDue(tx: Db, id: IdOf<'loan'>, now: Date): Promise<boolean> {
  const still = and(eq(loanRows.id, id), eq(loanRows.state, codes.disbursementFailed), dueAgain(now))
  return (await tx.select({ id: loanRows.id }).from(loanRows).where(still).for('update')).length > 0
}
