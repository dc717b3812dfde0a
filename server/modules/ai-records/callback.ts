import { eq } from 'drizzle-orm'
import type { AiOutcome } from '#contract/ai-outcomes.ts'
import { type AiCallEvent, aiRecordFlow } from '#contract/ai-records.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { webhook } from '#contract/kernel/webhook.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { claimIn } from '#server/kernel/call/webhook.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { settleRobotCall } from '#server/modules/ai-tasks/steps/settle-call.ts'
import { isErased } from '#server/modules/customers/steps/erase.ts'
import { providerOf } from '#server/modules/gateways/steps.ts'
import { callFilesTopic } from './files.ts'
import { actOnOutcome } from './outcome-effects.ts'
import { aiRecordRows, type StoredAiRecord } from './store.ts'

/** Whose signature a call is told of with: the configuration's that it was ordered by. */
export async function signaturesOf(sent: Pick<Input<typeof webhook>, 'payload'>, app: AppContext, db: Db) {
  const id = claimIn(sent, 'callId') as IdOf<'aiRecord'> // looked up here
  const [record] = await db
    .select({ configId: aiRecordRows.configId })
    .from(aiRecordRows)
    .where(eq(aiRecordRows.id, id))
  return (await providerOf(record?.configId ?? null, app, db)).secrets
}

/** What came of a call that has ended. Without a label: whoever was spoken to needs a person, anybody else was not reached. */
const outcomeOf = ({ outcome, talkSeconds }: AiCallEvent, { answeredAt }: StoredAiRecord): AiOutcome =>
  outcome ?? (talkSeconds || answeredAt ? 'e' : 'f')

/** When a call was answered: as it was told, or so long before its end as they spoke. */
const answeredAtOf = ({ answeredAt }: StoredAiRecord, { talkSeconds }: AiCallEvent, endedAt: Date): Date | null => {
  if (answeredAt) return answeredAt > endedAt ? endedAt : answeredAt
  return talkSeconds ? new Date(endedAt.getTime() - talkSeconds * 1_000) : null
}

/** When something happened, as it was told: neither before the call nor in the future. */
const momentOf = ({ beganAt }: StoredAiRecord, { at }: AiCallEvent, { clock }: AppContext): Date =>
  new Date(Math.min(clock.now().getTime(), Math.max(beganAt.getTime(), Date.parse(at))))

const unrecorded = { recording: null, transcript: null }

/** A call has ended, for the first time that it is told. */
async function end(tx: Db, record: StoredAiRecord, told: AiCallEvent, app: AppContext): Promise<void> {
  const at = momentOf(record, told, app)
  const outcome = outcomeOf(told, record)
  const costMinor = told.costMinor ?? 0
  // what somebody has said who was erased since is not fetched
  const { recording, transcript } = (await isErased(tx, record.customerId)) ? unrecorded : told
  const known = { state: 'ended', outcome, endedAt: at, costMinor, recording, transcript } as const
  await tx
    .update(aiRecordRows)
    .set({ ...known, answeredAt: answeredAtOf(record, told, at) })
    .where(eq(aiRecordRows.id, record.id))
  if (recording || transcript)
    await post(tx, { topic: callFilesTopic, key: record.id, body: { callId: record.id } }, app.clock.now())
  await actOnOutcome(tx, record, outcome, app)
  const { taskId, loanId, attempt } = record
  await settleRobotCall(tx, { taskId, loanId, attempt, outcome, costMinor, mayRedial: true }, app)
}

/**
 * Robot-call webhook: writes down what a provider says of a call; late, and twice, it comes to the same.
 * @throws Refusal `unknown_call`.
 */
export async function recordRobotCallEvent(tx: Db, told: AiCallEvent, app: AppContext): Promise<StoredAiRecord['id']> {
  const id = told.callId as StoredAiRecord['id'] // looked up here; an unknown one is refused
  const [record] = await tx.select().from(aiRecordRows).where(eq(aiRecordRows.id, id)).for('update')
  if (!record) throw new Refusal('unknown_call')
  const state = aiRecordFlow.after(record.state, told.event === 'ended' ? 'end' : 'answer')
  if (state === undefined) return id // told before
  if (state === 'ended') await end(tx, record, told, app)
  else {
    const answeredAt = momentOf(record, told, app)
    await tx.update(aiRecordRows).set({ state, answeredAt }).where(eq(aiRecordRows.id, id))
  }
  return id
}
