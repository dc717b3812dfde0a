import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { passingFailures } from '#contract/loans/failure.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { parameterSql } from '#server/modules/parameters/steps.ts'
import { loanRows } from './store.ts'

const transientFailures = sql.join(
  passingFailures.map((code) => sql`${code}`),
  sql`, `,
)
const hours = parameterSql('disburse.retryHours')

/** When a failed pay-out is tried again by itself; null where that is left to people. */
export const nextRetryAt: SQL = sql`case when ${hours} > 0 and ${loanRows.failureCode} in (${transientFailures})
    and ${loanRows.attempts} < ${parameterSql('disburse.attemptsMax')}
  then ${loanRows.failedAt} + make_interval(hours => ${hours}) end`

/** Failed pay-outs whose next try is due. */
export const isRetryDue = (now: Date): SQL => sql`${nextRetryAt} <= ${now.toISOString()}::timestamptz`

/** Keeps an order from other writers until the transaction ends, if its pay-out is still to be tried again. */
export async function lockIfRetryDue(tx: Db, id: IdOf<'loan'>, now: Date): Promise<boolean> {
  const still = and(eq(loanRows.id, id), eq(loanRows.state, codes.disbursementFailed), isRetryDue(now))
  return (await tx.select({ id: loanRows.id }).from(loanRows).where(still).for('update')).length > 0
}
