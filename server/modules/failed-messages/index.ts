import { failedMessage, failedMessages } from '#contract/failed-messages.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { repost } from '#server/kernel/jobs/outbox.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { messageFile } from './download.ts'
import { failedMessageSource } from './source.ts'

/** Handlers of `failedMessages`: what the outbox could not deliver. */
export default implement(
  failedMessages,
  {
    list: failedMessageSource,
    sendAgain: ({ id }, { tx, now }) => repost(tx, id, now),
    download: async ({ ids }, call) => (await messageFile(ids, call)) as never, // a file stands for the answer
  },
  [rowSource(failedMessage, failedMessageSource)],
)
