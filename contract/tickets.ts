import { z } from 'zod'
import { api, change } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Entry, Id, Instant, Ref, Version } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { loan } from './loans/row.ts'

/** Somebody takes a ticket up, hands it on, and closes it; who opened it may open it again. */
export const ticketFlow = machine(
  'tickets.state',
  {
    notFollowed: { follow: 'following', transfer: 'notFollowed', close: 'closed' },
    following: { transfer: 'notFollowed', close: 'closed' },
    closed: { reopen: 'following' },
  },
  { notFollowed: 'warn', following: 'info', closed: 'muted' },
)

/** What a ticket is about: staff keep the list. */
const Kind = Entry('tickets.kind', ['payout', 'repayment', 'complaint', 'dataChange', 'refund', 'technical', 'other'])
const Priority = Choice('tickets.priority', ['low', 'normal', 'high', 'urgent'], { high: 'warn', urgent: 'bad' })

/** A piece of work for another department or colleague. */
export const Ticket = z.object({
  id: Id('ticket'),
  version: Version,
  state: ticketFlow.State,
  kind: Kind,
  title: z.string(),
  content: z.string(),
  loanId: Id('loan').nullable(),
  /** Whose order it is about. */
  customerId: Id('customer').nullable(),
  priority: Priority,
  source: Choice('tickets.source', ['feedback', 'collector', 'aiCall', 'system', 'staff']),
  department: Ref('unit'),
  processor: Ref('staff').nullable(),
  createdBy: Ref('staff').nullable(),
  createdAt: Instant,
  firstResponseAt: Instant.nullable(),
  /** Until when somebody should have answered. A transfer starts it anew. */
  slaDueAt: Instant.nullable(),
  slaBreached: z.boolean(),
  closedAt: Instant.nullable(),
  rating: z.int().min(1).max(5).nullable(),
})
export type Ticket = z.output<typeof Ticket>
/** Subject: a ticket. */
export const ticket = subject('tickets', Ticket, {
  prefix: 'TK',
  opens: '/detail4',
  findBy: ['id', 'loan', 'customer'],
})

const [noteMax, titleMax, contentMax] = [500, 120, 2_000]

/** Pieces of work for another department or colleague. */
export const tickets = api('tickets', {
  operation: list('GET /tickets/operation', {
    requires: 'operationTickets',
    row: Ticket,
    subject: ticket,
    filter: [
      'id',
      'state',
      'kind',
      'title',
      'content',
      'loanId',
      'customerId',
      'priority',
      'source',
      'department',
      'processor',
      'createdBy',
      'createdAt',
      'firstResponseAt',
      'slaDueAt',
      'slaBreached',
      'closedAt',
      'rating',
    ],
    sort: ['id', 'createdAt', 'slaDueAt', 'closedAt', 'state', 'department', 'processor'],
    search: ['id', 'title', 'content', 'loanId'],
    order: '-createdAt',
    created: 'createdAt',
    export: 'GET /export/operation-tickets',
  }),

  /** Asks a colleague to see to an order. It goes to the order's own department. */
  open: change('POST /tickets/open', {
    subject: loan,
    requires: 'operationTickets.add',
    args: {
      kind: Kind,
      title: z.string().trim().min(1).max(titleMax),
      content: z.string().trim().min(1).max(contentMax),
      priority: Priority.default('normal'),
    },
    when: loanFlow.can('openTicket'),
    touches: ['tickets'],
  }),

  /** Hands a ticket to another department, or to one of its people. The clock for the answer starts anew. */
  transfer: change('POST /tickets/transfer', {
    subject: ticket,
    requires: 'operationTickets.assign',
    args: { to: Id('assignee'), note: z.string().trim().max(noteMax).optional() },
    when: ticketFlow.can('transfer'),
    faults: ['unknown_assignee', 'same_assignee'],
  }),
})
