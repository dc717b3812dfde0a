import { recordPath } from '#contract/kernel/subject.ts'
import { ticket, tickets } from '#contract/tickets.ts'
import { grid } from '#src/grid/define.ts'

/** Collection tickets: what collectors ask for, and what is asked of them. What should be answered soonest comes first. */
export default grid(tickets.collection, {
  page: 'collectionTickets',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 130 }),
    col.choice('priority', { width: 96 }),
    col.choice('kind', { width: 112 }),
    col.text('title', { grow: 1, width: 210 }),
    col.id('loanId'),
    col.ref('department'),
    col.ref('processor'),
    col.instant('slaDueAt'),
    col.flag('slaBreached', { width: 72 }),
    col.instant('createdAt'),
    col.id('customerId', { hidden: true }),
    col.text('content', { hidden: true, width: 320 }),
    col.choice('source', { hidden: true, width: 110 }),
    col.choice('desk', { hidden: true, width: 110 }),
    col.ref('createdBy', { hidden: true }),
    col.instant('firstResponseAt', { hidden: true }),
    col.instant('closedAt', { hidden: true }),
    col.count('rating', { hidden: true }),
  ],
  views: {
    open: { state: ['notFollowed', 'following'], sort: 'slaDueAt' },
    mine: { processor: ':@me', sort: 'slaDueAt' },
    late: { slaBreached: true, sort: 'slaDueAt' },
    urgent: { state: ['notFollowed', 'following'], priority: ['high', 'urgent'], sort: 'slaDueAt' },
    all: {},
  },
  open: ({ id }) => recordPath(ticket, id),
})
