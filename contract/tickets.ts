import { z } from 'zod'
import { collectionCase } from './cases.ts'
import { api, change, read } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
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
    following: { follow: 'following', transfer: 'notFollowed', close: 'closed' },
    closed: { reopen: 'following' },
  },
  { notFollowed: 'warn', following: 'info', closed: 'muted' },
)

/** What a ticket is about: staff keep the list. */
const Kind = Entry('tickets.kind', ['payout', 'repayment', 'complaint', 'dataChange', 'refund', 'technical', 'other'])
/** Priorities, what presses least first. */
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const
const Priority = Choice('tickets.priority', [...ticketPriorities], { high: 'warn', urgent: 'bad' })

/** Whose work it is: that of operations, or of collection. Each has a list and rights of its own. */
const Desk = Choice('tickets.desk', ['operation', 'collection'])

/** A piece of work for another department or colleague. */
export const Ticket = z.object({
  id: Id('ticket'),
  version: Version,
  desk: Desk,
  state: ticketFlow.State,
  kind: Kind,
  title: z.string(),
  content: z.string(),
  loanId: Id('loan').nullable(),
  /** Whose order it is about. */
  customerId: Id('customer').nullable(),
  /** The agency that the order's case was with when it was opened: the one that has, or had, that case. */
  agency: Ref('unit').nullable(),
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

/** Whether a ticket can be made more urgent than it is. */
const notUrgent = guard<Ticket>(['priority'], ({ priority }) =>
  priority === 'urgent' ? refused('already_urgent') : ok,
)

const [noteMax, titleMax, contentMax] = [500, 120, 2_000]
const Note = z.string().trim().min(1).max(noteMax)
const about = {
  kind: Kind,
  title: z.string().trim().min(1).max(titleMax),
  content: z.string().trim().min(1).max(contentMax),
  priority: Priority.default('normal'),
}

/** One thing that was done with a ticket: what was said, or where it went. */
export const TicketStep = z.object({
  id: z.string(),
  at: Instant,
  by: Ref('staff'),
  what: Choice('tickets.step', ['follow', 'transfer', 'escalate', 'close', 'reopen']),
  note: z.string().nullable(),
  /** Of a transfer: to whom, or to which department. */
  to: z.string().nullable(),
})
export type TicketStep = z.output<typeof TicketStep>

const listed = {
  row: Ticket,
  subject: ticket,
  filter: [
    ...(['id', 'state', 'kind', 'title', 'content', 'loanId', 'customerId', 'priority', 'source'] as const),
    ...(['department', 'processor', 'createdBy', 'createdAt', 'firstResponseAt', 'slaDueAt'] as const),
    ...(['slaBreached', 'closedAt', 'rating', 'agency'] as const),
  ],
  sort: ['id', 'createdAt', 'slaDueAt', 'closedAt', 'state', 'priority', 'department', 'processor'],
  search: ['id', 'title', 'content', 'loanId'],
  order: '-createdAt',
  created: 'createdAt',
} as const

/** Of one desk or the other: the ticket says which of them has to be granted. */
const working = { subject: ticket, requires: ['operationTickets.edit', 'collectionTickets.edit'] } as const
const assigning = { subject: ticket, requires: ['operationTickets.assign', 'collectionTickets.assign'] } as const

/** Pieces of work for another department or colleague. */
export const tickets = api('tickets', {
  operation: list('GET /tickets/operation', {
    ...{ ...listed, requires: 'operationTickets', export: 'GET /export/operation-tickets' },
  }),

  collection: list('GET /tickets/collection', {
    ...{ ...listed, requires: 'collectionTickets', export: 'GET /export/collection-tickets' },
  }),

  /** A ticket with what was done with it, oldest first. */
  detail: read('GET /tickets/{id}', {
    requires: ['operationTickets', 'collectionTickets'],
    input: z.object({ id: Id('ticket') }),
    output: z.object({ ticket: Ticket, steps: z.array(TicketStep) }),
    faults: ['not_found'],
  }),

  /** Asks a colleague to see to an order. It goes to the order's own department. */
  open: change('POST /tickets/open', {
    subject: loan,
    requires: 'operationTickets.add',
    args: about,
    when: loanFlow.can('openTicket'),
    touches: ['tickets'],
  }),

  /** Asks for something about a case: of the agency that has it, or of whoever agencies answer to. */
  openForCase: change('POST /tickets/open-for-case', {
    subject: collectionCase,
    requires: 'collectionTickets.add',
    args: about,
    touches: ['tickets'],
  }),

  /** Says what was done about a ticket: that is its first answer. Whoever says so has it, where nobody had. */
  follow: change('POST /tickets/follow', { ...working, args: { note: Note }, when: ticketFlow.can('follow') }),

  /** Makes a ticket urgent, for whoever its department answers to: that is where it goes. */
  escalate: change('POST /tickets/escalate', {
    ...working,
    args: { note: Note },
    when: every<Ticket>(ticketFlow.can('transfer'), notUrgent),
  }),

  /** Closes a ticket with what came of it. What a complaint has held goes on. */
  close: change('POST /tickets/close', {
    ...working,
    args: { result: Note },
    when: ticketFlow.can('close'),
    touches: ['cases', 'caseHolds'],
  }),

  /** Opens a closed ticket again: the department of whoever opened it may. */
  reopen: change('POST /tickets/reopen', {
    ...working,
    args: { note: Note },
    when: ticketFlow.can('reopen'),
    touches: ['cases', 'caseHolds'],
    faults: ['not_your_ticket'],
  }),

  /** Hands a ticket to another department, or to one of its people. The clock for the answer starts anew. */
  transfer: change('POST /tickets/transfer', {
    ...assigning,
    args: { to: Id('assignee'), note: z.string().trim().max(noteMax).optional() },
    when: ticketFlow.can('transfer'),
    faults: ['unknown_assignee', 'same_assignee', 'not_their_order'],
  }),
})
