import { failedMessages } from '#contract/failed-messages.ts'
import { grid } from '#src/grid/define.ts'

/** Failed messages: what could not be delivered, why, and which orders wait for it. */
export default grid(failedMessages.list, {
  page: 'failedMessages',
  columns: (col) => [
    col.text('topic', { pin: true, width: 200 }),
    col.choice('state', { width: 120 }),
    col.id('loanId'),
    col.flag('holdsOrder', { width: 120 }),
    col.text('error', { grow: 1, width: 280 }),
    col.count('attempts', { alarm: [5, 14] }),
    col.text('body', { width: 240 }),
    col.text('key', { width: 190 }),
    col.instant('failedAt'),
    col.instant('nextAt'),
    col.instant('postedAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: { all: {}, dead: { state: ['dead'] }, holding: { holdsOrder: true } },
})
