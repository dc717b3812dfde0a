import { eq } from 'drizzle-orm'
import { type CallEvent, callFlow, isLiveCall } from '#contract/calls.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { webhook } from '#contract/kernel/webhook.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { claimIn } from '#server/kernel/call/webhook.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { isErased } from '#server/modules/customers/steps/erase.ts'
import { providerOf, signaturesOfProvider } from '#server/modules/gateways/steps.ts'
import { incomingCall, lineCalled } from './incoming.ts'
import { recordingTopic } from './recording.ts'
import { callRows, type StoredCall } from './store.ts'

/** Whose signature a call is told of with: the configuration's that it went by, or the provider's whose line is called. */
export async function signaturesOf(sent: Pick<Input<typeof webhook>, 'payload'>, app: AppContext, db: Db) {
  const callId = claimIn(sent, 'callId') as IdOf<'call'> // looked up here
  if (callId) {
    const [call] = await db.select({ configId: callRows.configId }).from(callRows).where(eq(callRows.id, callId))
    return (await providerOf(call?.configId ?? null, app, db)).secrets
  }
  const line = await lineCalled(db, claimIn(sent, 'line'))
  return line?.providerId ? signaturesOfProvider(line.providerId, app, db) : app.secrets
}

/** The call that is told of, locked; somebody who calls us begins one. @throws Refusal `unknown_call`, `unknown_line`. */
async function callOf(tx: Db, event: CallEvent, app: AppContext): Promise<StoredCall> {
  if (event.callId === null) return incomingCall(tx, event, app)
  const id = event.callId as StoredCall['id'] // looked up here; an unknown one is refused
  const [call] = await tx.select().from(callRows).where(eq(callRows.id, id)).for('update')
  if (!call) throw new Refusal('unknown_call')
  return call
}

const flowEvents = { ringing: 'ring', answered: 'answer', busy: 'busy', noAnswer: 'miss', failed: 'fail' } as const

/** When somebody answered: as the dialler has said, or so long before the end as they spoke. */
function answeredAtOf({ answeredAt }: StoredCall, { event, talkSeconds }: CallEvent, at: Date): Date | null {
  if (answeredAt) return answeredAt
  if (event === 'answered') return at
  return event === 'ended' && talkSeconds ? new Date(at.getTime() - talkSeconds * 1_000) : null
}

/** When a call was over: as it was said first, but for what nobody had said. */
function endedAtOf(call: StoredCall, { event }: CallEvent, at: Date): Date | null {
  const isFinal = event !== 'ringing' && event !== 'answered'
  return isFinal && (call.endedAt === null || call.state === 'unknown') ? at : call.endedAt
}

/** What is known of a call once an event is told of it: in any order, and twice the same. */
function afterEvent(call: StoredCall, told: CallEvent, now: Date): Partial<StoredCall> {
  const at = new Date(Math.min(now.getTime(), Math.max(call.beganAt.getTime(), Date.parse(told.at))))
  const answeredAt = answeredAtOf(call, told, at)
  const event = told.event === 'ended' ? (answeredAt ? 'end' : 'miss') : flowEvents[told.event]
  const state = callFlow.after(call.state, event) ?? call.state
  const endedAt = isLiveCall({ state }) ? null : endedAtOf(call, told, at)
  const isUndecided = endedAt === null || state === 'unknown'
  return {
    state,
    rangAt: call.rangAt ?? (told.event === 'ringing' ? at : null),
    // told late it cannot have been after the end
    answeredAt: answeredAt && endedAt && endedAt < answeredAt ? endedAt : answeredAt,
    endedAt,
    connected: answeredAt ? true : isUndecided ? null : false,
    failure: told.failure ?? call.failure,
    recording: told.recording ?? call.recording,
  }
}

/** Writes down what a dialler says of a call, and has its recording fetched, unless its customer was erased since. Answers which call. */
export async function receiveCallEvent(tx: Db, told: CallEvent, app: AppContext): Promise<StoredCall['id']> {
  const call = await callOf(tx, told, app)
  const event = (await isErased(tx, call.customerId)) ? { ...told, recording: null, failure: null } : told
  const now = app.clock.now()
  const known = afterEvent(call, event, now)
  await tx.update(callRows).set(known).where(eq(callRows.id, call.id))
  if (event.recording && !call.recording)
    await post(tx, { topic: recordingTopic, key: call.id, body: { callId: call.id } }, now)
  return call.id
}
