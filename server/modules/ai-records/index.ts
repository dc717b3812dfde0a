import { AiCallEvent, aiRecord, aiRecords, Transcript } from '#contract/ai-records.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { recordRobotCallEvent, signaturesOf } from './callback.ts'
import { revealRobotCall } from './files.ts'
import { aiRecordSource } from './source.ts'
import { heardRobotRecording, revealedFiles } from './steps/listens.ts'
import { robotChannel } from './steps/place-call.ts'
import { sampleTranscript, sampleTranscriptKey } from './steps/sample-transcript.ts'

/** Handlers of `aiRecords`: calls of robots, live and past. */
export default implement(
  aiRecords,
  {
    list: aiRecordSource,
    reveal: (asked, call) => revealRobotCall(asked, call),

    async recording({ id }, call) {
      return ((await heardRobotRecording(id, call)) ?? call.fail('not_found')) as never // a file stands for the answer
    },

    async transcript({ id }, call) {
      const key = (await revealedFiles(id, call))?.transcriptKey
      if (key === sampleTranscriptKey) return { lines: sampleTranscript }
      const bytes = key ? await call.app.files.get(key) : null
      return bytes ? { lines: Transcript.parse(JSON.parse(bytes.toString('utf8'))) } : call.fail('not_found')
    },

    async callback(sent, { tx, app, note }) {
      note({ actorName: robotChannel, input: {} })
      const secrets = await signaturesOf(sent, app, tx)
      const told = mustBeSigned(AiCallEvent, sent, robotChannel, { secrets })
      const { event, at, outcome, costMinor } = told
      note({ objectId: await recordRobotCallEvent(tx, told, app), after: { event, at, outcome, costMinor } })
      return { received: true }
    },
  },
  [rowSource(aiRecord, aiRecordSource)],
)
