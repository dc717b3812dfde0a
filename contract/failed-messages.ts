import { z } from 'zod'
import { api, change, read } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, TextKey, Version } from './kernel/values.ts'

/** A message (MQ) that could not be delivered: a request to a payment channel, say. One that is dead is tried no more. */
export const FailedMessage = z.object({
  id: Id('failedMessage'),
  version: Version,
  state: Choice('failedMessages.state', ['dead', 'retrying'], { dead: 'bad', retrying: 'warn' }),
  /** What delivers it: `payouts.send`. */
  topic: TextKey('failedMessages.topic'),
  /** What the receiver knows it by. */
  key: z.string(),
  /** The order it is about, where it is about one. */
  loanId: Id('loan').nullable(),
  /** The order waits for it: it is being reviewed or paid out. */
  holdsOrder: z.boolean(),
  error: z.string().nullable(),
  /** How often it was tried. */
  attempts: z.int(),
  /** What it says, personal data masked. */
  body: z.string(),
  postedAt: Instant,
  failedAt: Instant,
  nextAt: Instant.nullable(),
})
export type FailedMessage = z.output<typeof FailedMessage>
export const failedMessage = subject('failedMessages', FailedMessage, { opens: 'failedMessages' })

/** Most messages of one file. */
export const downloadMax = 500

/** Failed messages: what the outbox could not deliver. */
export const failedMessages = api('failedMessages', {
  list: list('GET /failed-messages', {
    requires: 'failedMessages',
    row: FailedMessage,
    subject: failedMessage,
    filter: [
      ...(['id', 'state', 'topic', 'key', 'loanId', 'holdsOrder', 'error', 'attempts'] as const),
      ...(['postedAt', 'failedAt', 'nextAt'] as const),
    ],
    sort: ['failedAt', 'postedAt', 'attempts', 'topic', 'state'],
    search: ['id', 'key', 'topic', 'error'],
    order: '-failedAt',
    created: 'postedAt',
  }),

  /** Has a message tried again at once, as often as a new one. Its receiver knows it by its key: nothing is done twice. */
  sendAgain: change('POST /failed-messages/send-again', {
    subject: failedMessage,
    requires: 'failedMessages.batch',
  }),

  /** The messages of these ids as a file (mq message download), their bodies masked. */
  download: {
    ...read('GET /mq/message/download', {
      requires: 'failedMessages.export',
      input: z.object({ ids: z.array(Id('failedMessage')).min(1).max(downloadMax) }),
      output: z.null(),
    }),
    file: true as const,
  },
})
