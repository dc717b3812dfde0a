import { and, eq, isNull } from 'drizzle-orm'
import { callSubject, calls } from '#contract/calls.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { callProvider } from '#server/modules/provider-configs/steps.ts'
import { diallerOf, diallerOrder } from './dialler.ts'
import { callSource } from './source.ts'
import { keepListen } from './steps/listens.ts'
import { letListen, takeRecording } from './steps/recordings.ts'
import { callRows } from './store.ts'

/** The topic that recordings are fetched under. */
export const recordingTopic = 'calls.recording'

/**
 * Fetches the recording of a call from its dialler into the file store, where nothing of the dialler is needed any more.
 * @throws Error where it cannot be had, is too long, or is none.
 */
export const recordingPort =
  (app: AppContext): Port =>
  async ({ key }) => {
    const order = await diallerOrder(app.database, key as IdOf<'call'>) // posted under its own id
    if (!order?.call.recording || order.call.recordingKey) return
    const { id, recording } = order.call
    const asked = { path: `/recordings/${encodeURIComponent(recording)}`, sender: diallerChannel, asks: recording }
    const { ending, bytes } = await callProvider(await diallerOf(order, app), asked, takeRecording, app)
    const recordingKey = `recordings/${id}.${ending}`
    await app.files.put(recordingKey, bytes)
    await app.database.db.transaction(async (tx) => {
      await setSessionVariables(tx, diallerChannel)
      await tx
        .update(callRows)
        .set({ recordingKey })
        .where(and(eq(callRows.id, id), isNull(callRows.recordingKey)))
    })
  }

type Reveal = typeof calls.reveal

/** Lets whoever says why listen to the recording of a call within reach. */
export const revealRecording = ({ id, reason }: Parsed<Reveal>, call: Context): Promise<Output<Reveal>> =>
  letListen(
    {
      ...{ id, rows: rowSource(callSubject, callSource), requires: calls.reveal.requires },
      keep: (listen) => keepListen({ callId: id, reason, ...listen }, call),
    },
    call,
  )
