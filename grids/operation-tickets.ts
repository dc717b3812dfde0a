import { recordPath } from '#contract/kernel/subject.ts'
import { ticket, tickets } from '#contract/tickets.ts'
import { type ColumnBuilders, grid } from '#src/grid/define.ts'

/** Columns of tickets, of either desk. */
export const ticketColumns = (col: ColumnBuilders<typeof tickets.operation>) => [
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
  col.ref('agency', { hidden: true }),
]

/** Views of tickets, of either desk. */
export const ticketViews = {
  open: { state: ['notFollowed', 'following'], sort: 'slaDueAt' },
  mine: { processor: ':@me', sort: 'slaDueAt' },
  late: { slaBreached: true, sort: 'slaDueAt' },
  urgent: { state: ['notFollowed', 'following'], priority: ['high', 'urgent'], sort: 'slaDueAt' },
  all: {},
} as const

/** Tickets: work between departments. What should be answered soonest comes first. */
export default grid(tickets.operation, {
  page: 'operationTickets',
  keys: 'g t',
  columns: ticketColumns,
  views: ticketViews,
  open: ({ id }) => recordPath(ticket, id),
})
