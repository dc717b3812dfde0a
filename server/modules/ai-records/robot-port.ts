import { and, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { settleRobotCall } from '#server/modules/ai-tasks/steps/settle-call.ts'
import { aiTaskRows } from '#server/modules/ai-tasks/store.ts'
import type { ContactFailure } from '#server/modules/calls/steps/contact-failures.ts'
import { toE164 } from '#server/modules/customers/steps/customers.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { providerFor } from '#server/modules/gateways/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { owedOn } from '#server/modules/plans/steps/forecast.ts'
import { callProvider, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import { robotChannel } from './steps/place-call.ts'
import { aiRecordRows, type StoredAiRecord } from './store.ts'

/** A call with what its robot has to know of it. */
async function robotOrder({ db }: AppContext['database'], id: IdOf<'aiRecord'>) {
  const [order] = await db
    .select({ record: aiRecordRows, robotId: aiTaskRows.robotId, phone: customerRows.phone, loan: loanRows })
    .from(aiRecordRows)
    .innerJoin(aiTaskRows, eq(aiTaskRows.id, aiRecordRows.taskId))
    .innerJoin(loanRows, eq(loanRows.id, aiRecordRows.loanId))
    .innerJoin(customerRows, eq(customerRows.id, aiRecordRows.customerId))
    .where(eq(aiRecordRows.id, id))
  return order
}

/** What was ordered so long ago may be out of hours by now. It is given up by `giveUpSilentCalls`. */
const staleMs = 60_000
/** Answers that say that this robot does not call this number. */
const refusals: readonly number[] = [404, 422]

/** The provider does not call: the task goes on without. */
const fail = (app: AppContext, record: StoredAiRecord, failure: ContactFailure): Promise<void> =>
  app.database.db.transaction(async (tx) => {
    await setSessionVariables(tx, robotChannel)
    const failed = await tx
      .update(aiRecordRows)
      .set({ state: 'failed', failure, endedAt: app.clock.now() })
      .where(and(eq(aiRecordRows.id, record.id), eq(aiRecordRows.state, 'dialling')))
      .returning({ id: aiRecordRows.id })
    if (failed.length > 0) await settleRobotCall(tx, { ...record, outcome: null, mayRedial: false, costMinor: 0 }, app)
  })

/**
 * Has a robot call a customer: signed, and named by the call's id, which it must not call twice. It is told what is owed
 * today, and nobody's name.
 * @throws Error where it cannot be reached, does not answer in time, or is out of order.
 */
export const robotPort =
  (app: AppContext): Port =>
  async ({ key }) => {
    const order = await robotOrder(app.database, key as IdOf<'aiRecord'>) // posted under its own id
    if (order?.record.state !== 'dialling') return
    const { record, phone, loan, robotId } = order
    const { db } = app.database
    const now = app.clock.now()
    if (now.getTime() - record.beganAt.getTime() > staleMs) return
    if (!phone) return fail(app, record, 'numberGone')
    const { configId, ...target } = await providerFor({ kind: 'aiCall', app: loan.app, key: record.id }, app)
    // before anything is sent: whoever calls back is known by it
    await db.update(aiRecordRows).set({ configId }).where(eq(aiRecordRows.id, record.id))
    const day = today(app.clock, now)
    const owed = { minor: (await owedOn(db, loan, [day], app)).get(day)!, currency: loan.currency }
    const to = toE164(phone, app.clock.country)
    const body = JSON.stringify({ callId: record.id, robotId, to, owed, callbackUrl: target.callbackUrl })
    const taken = async (response: Response): Promise<boolean> => {
      if (refusals.includes(response.status)) return false
      await mustBeOk(response)
      return true
    }
    const asked = { path: '/robot-calls', sender: robotChannel, body }
    const isTaken = await callProvider({ ...target, configId }, asked, taken, app)
    if (!isTaken) await fail(app, record, 'robotRefused')
  }
