import { failedMessage, failedMessages } from '#contract/failed-messages.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { repost } from '#server/kernel/jobs/outbox.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { recordDownload } from '#server/modules/documents/steps/record-download.ts'
import { messageFile } from './download.ts'
import { failedMessageSource } from './source.ts'

/** Handlers of `failedMessages`: what the outbox could not deliver. */
export default implement(
  failedMessages,
  {
    list: failedMessageSource,
    sendAgain: ({ id }, { tx, now }) => repost(tx, id, now),
    async download({ ids }, call) {
      const file = await messageFile(ids, call)
      const about = { page: 'failedMessages', command: failedMessages.download.id, noun: 'failedMessages' } as const
      await recordDownload({ ...about, input: { ids } }, call)
      return file as never // a file stands for the answer
    },
  },
  [rowSource(failedMessage, failedMessageSource)],
)
