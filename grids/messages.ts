import { messages } from '#contract/messages.ts'
import { grid } from '#src/grid/define.ts'

/** What customers were written, and what a rule kept from them. */
export default grid(messages.list, {
  page: 'messages',
  columns: (col) => [
    col.instant('createdAt', { pin: true }),
    col.choice('state', { width: 120 }),
    col.choice('template', { width: 200 }),
    col.choice('channel', { width: 100 }),
    col.id('customerId'),
    col.id('loanId'),
    col.text('text', { grow: 1, width: 360 }),
    col.choice('refusal', { width: 180 }),
    col.text('failure', { width: 180 }),
    col.text('madeBy', { width: 150 }),
    col.instant('sentAt'),
    col.instant('sendAt', { hidden: true }),
    col.choice('language', { hidden: true }),
    col.text('subject', { hidden: true }),
    col.id('planId', { hidden: true }),
    col.ref('agency', { hidden: true }),
    col.flag('outOfHours', { hidden: true, width: 110 }),
    col.id('id', { hidden: true }),
  ],
  views: {
    all: {},
    refused: { state: ['refused'] },
    failed: { state: ['failed'] },
    waiting: { state: ['scheduled', 'queued'] },
  },
})
