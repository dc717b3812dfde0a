import { downloadMax, failedMessage, failedMessages } from '#contract/failed-messages.ts'
import { command, localOnRows } from '#src/command/define.ts'

/** Have messages tried again. */
export const sendAgain = command(failedMessages.sendAgain, {
  on: 'each',
  confirm: true,
  search: { words: { en: ['retry', 'resend', 'mq'], zh: ['重试', '重发'] } },
})

/** Messages as one file, their bodies masked. */
export const download = localOnRows('failedMessages.download', {
  subject: failedMessage,
  requires: failedMessages.download.requires,
  most: downloadMax,
  search: { words: { en: ['mq message download'], zh: ['下载消息'] } },
  run: (rows, { save }) => save(failedMessages.download, { ids: rows.map(({ id }) => id) }),
})
