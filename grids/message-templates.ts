import { recordPath } from '#contract/kernel/subject.ts'
import { messageTemplate, messageTemplates } from '#contract/message-templates.ts'
import { grid } from '#src/grid/define.ts'

/** What customers are written, by occasion, channel and language. */
export default grid(messageTemplates.list, {
  page: 'messageTemplates',
  columns: (col) => [
    col.choice('occasion', { pin: true, width: 220 }),
    col.choice('channel', { width: 110 }),
    col.choice('language', { width: 110 }),
    col.choice('state', { width: 110 }),
    col.choice('purpose', { width: 120 }),
    col.text('text', { grow: 1, width: 420 }),
    col.text('subject', { width: 180 }),
    col.flag('original', { width: 120 }),
    col.text('changedBy', { width: 150 }),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: {
    all: {},
    reminders: { purpose: ['reminder'] },
    offers: { purpose: ['marketing'] },
    disabled: { state: ['disabled'] },
  },
  open: ({ id }) => recordPath(messageTemplate, id),
})
