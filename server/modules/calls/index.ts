import { and, desc, eq, inArray } from 'drizzle-orm'
import { CallEvent, callSubject, calls, liveCallStates } from '#contract/calls.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { receiveCallEvent, signaturesOf } from './callback.ts'
import { currentCall } from './current.ts'
import { hangUpTopic } from './dialler.ts'
import { revealRecording } from './recording.ts'
import { callSource } from './source.ts'
import { heardRecording } from './steps/listens.ts'
import { callRows } from './store.ts'

/** Handlers of `calls`: calls with customers, live and past. */
export default implement(
  calls,
  {
    list: callSource,
    current: async (_, call) => ({ call: await currentCall(call) }),

    async hangUp(_, { tx, actor, now, requestId, fail, note }) {
      const [own] = await tx
        .select({ id: callRows.id })
        .from(callRows)
        .where(and(eq(callRows.staffId, actor.id), inArray(callRows.state, [...liveCallStates])))
        .orderBy(desc(callRows.beganAt))
        .limit(1)
      if (!own) return fail('not_on_a_call')
      // whoever hears nothing of it asks again
      await post(tx, { topic: hangUpTopic, key: `${own.id} ${requestId}`, body: { callId: own.id } }, now)
      note({ objectId: own.id })
      return own
    },

    reveal: (asked, call) => revealRecording(asked, call),
    recording: async ({ id }, call) => ((await heardRecording(id, call)) || call.fail('not_found')) as never, // a file stands for the answer

    async callback(sent, { tx, app, note }) {
      // what is told holds the number of whoever calls
      note({ actorName: diallerChannel, input: {} })
      const secrets = await signaturesOf(sent, app, tx)
      const event = mustBeSigned(CallEvent, sent, diallerChannel, { secrets })
      const { event: what, at, failure } = event
      note({ objectId: await receiveCallEvent(tx, event, app), after: { event: what, at, failure } })
      return { received: true }
    },
  },
  [rowSource(callSubject, callSource)],
)
