import { recordPath } from '#contract/kernel/subject.ts'
import { ticket, tickets } from '#contract/tickets.ts'
import { type ColumnBuilders, grid } from '#src/grid/define.ts'
import { ticketColumns, ticketViews } from './operation-tickets.ts'

/** Collection tickets: what collectors ask for, and what is asked of them. What should be answered soonest comes first. */
export default grid(tickets.collection, {
  page: 'collectionTickets',
  // the same fields: only the name of the list is another
  columns: (col) => ticketColumns(col as unknown as ColumnBuilders<typeof tickets.operation>),
  views: ticketViews,
  open: ({ id }) => recordPath(ticket, id),
})
