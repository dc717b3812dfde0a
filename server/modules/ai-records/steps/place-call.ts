import { sql } from 'drizzle-orm'
import { aiRecord } from '#contract/ai-records.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { aiRecordRows } from '../store.ts'

/** Who signs what goes to robots and comes from them. */
export const robotChannel = 'robot'
/** The topic that calls of robots are ordered under. */
export const robotCallTopic = 'aiRecords.call'

/** Whom a robot calls, and about what. */
interface RobotCall {
  readonly taskId: IdOf<'aiTask'>
  readonly customerId: IdOf<'customer'>
  readonly loanId: IdOf<'loan'>
  readonly caseId: IdOf<'case'>
  readonly attempt: number
}

/** Has a robot call a customer, once this is committed. */
export async function placeRobotCall(tx: Db, about: RobotCall, { clock }: Pick<AppContext, 'clock'>): Promise<void> {
  const now = clock.now()
  const id = await newId(tx, aiRecord.ids, today(clock, now))
  const { currency } = countries[clock.country]
  const agencyId = sql`(select agency_id from ${caseRows} where id = ${about.caseId})`
  await tx.insert(aiRecordRows).values({ id, state: 'dialling', ...about, agencyId, currency, beganAt: now })
  await post(tx, { topic: robotCallTopic, key: id, body: { callId: id } }, now)
}
