import { eq } from 'drizzle-orm'
import { aiRecord, type aiRecords, Transcript } from '#contract/ai-records.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { letListen, takeRecording } from '#server/modules/calls/steps/recordings.ts'
import { providerOf } from '#server/modules/gateways/steps.ts'
import { callProvider, jsonOf, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import { aiRecordSource } from './source.ts'
import { keepRobotListen } from './steps/listens.ts'
import { robotChannel } from './steps/place-call.ts'
import { aiRecordRows } from './store.ts'

/** The topic that recordings and transcripts of robots are fetched under. */
export const callFilesTopic = 'aiRecords.files'

const takeTranscript = async (response: Response): Promise<Transcript> => {
  await mustBeOk(response)
  return Transcript.parse(await jsonOf(response))
}

/**
 * Fetches recording and transcript of a call into the file store, where nothing of the provider is needed any more.
 * @throws Error where they cannot be had, are too long, or are none.
 */
export const callFilesPort =
  (app: AppContext): Port =>
  async ({ key }) => {
    const id = key as IdOf<'aiRecord'> // posted under its own id
    const { db } = app.database
    const [record] = await db.select().from(aiRecordRows).where(eq(aiRecordRows.id, id))
    if (!record) return
    const target = await providerOf(record.configId, app)
    const ask = (path: string, asks: string) => ({ path: `${path}/${asks}`, sender: robotChannel, asks })
    const keep = (values: Partial<typeof aiRecordRows.$inferInsert>) =>
      db.transaction(async (tx) => {
        await setSessionVariables(tx, robotChannel)
        await tx.update(aiRecordRows).set(values).where(eq(aiRecordRows.id, id))
      })
    const { recording, recordingKey, transcript, transcriptKey } = record
    if (recording && !recordingKey) {
      const { ending, bytes } = await callProvider(target, ask('/robot-recordings', recording), takeRecording, app)
      const stored = `recordings/${id}.${ending}`
      await app.files.put(stored, bytes)
      await keep({ recordingKey: stored })
    }
    if (transcript && !transcriptKey) {
      const lines = await callProvider(target, ask('/robot-transcripts', transcript), takeTranscript, app)
      const stored = `transcripts/${id}.json`
      await app.files.put(stored, Buffer.from(JSON.stringify(lines)))
      await keep({ transcriptKey: stored })
    }
  }

/** Lets whoever says why listen to a call of a robot within reach, and read it. */
export const revealRobotCall = ({ id, reason }: Parsed<typeof aiRecords.reveal>, call: Context) => {
  const keep = (listen: { readonly at: Date; readonly until: Date }) =>
    keepRobotListen({ recordId: id, reason, ...listen }, call)
  return letListen({ id, rows: rowSource(aiRecord, aiRecordSource), requires: 'aiRecords.reveal', keep }, call)
}
