import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { TicketStep, ticketFlow } from '#contract/tickets.ts'
import { changeable, idColumn, instant, wordsOf } from '#server/kernel/base/columns.ts'
import { ticketCauses } from './causes.ts'

/** Table `tickets`: pieces of work for another department or colleague: of operations, or of collection. */
export const ticketRows = pgTable(
  'tickets',
  {
    id: idColumn('ticket').primaryKey(),
    ...changeable(),
    desk: text('desk', { enum: ['operation', 'collection'] }).notNull(),
    state: text('state', { enum: ticketFlow.states }).notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** Why the server has opened it, and what its words name: whoever reads has them in their language, the columns in English. */
    cause: text('cause', { enum: ticketCauses }),
    named: jsonb('named').$type<Readonly<Record<string, string>>>(),
    customerId: idColumn('customer', 'customer_id'),
    loanId: idColumn('loan', 'loan_id'),
    priority: text('priority').notNull(),
    source: text('source').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    processorId: idColumn('staff', 'processor_id'),
    createdById: idColumn('staff', 'created_by_id'),
    createdAt: instant('created_at').notNull(),
    firstResponseAt: instant('first_response_at'),
    slaDueAt: instant('sla_due_at'),
    closedAt: instant('closed_at'),
    rating: integer('rating'),
  },
  (table) => [
    index('tickets_created').on(table.desk, table.createdAt, table.id),
    index('tickets_department').on(table.departmentId, table.state),
    index('tickets_processor').on(table.processorId, table.state),
    index('tickets_sla').on(table.desk, table.slaDueAt, table.id),
    index('tickets_loan').on(table.loanId),
    index('tickets_customer').on(table.customerId),
    index('tickets_open').on(table.desk, table.slaDueAt, table.id).where(sql`state <> 'closed'`),
  ],
)

/** Table `ticket_moves`: what was done with a ticket, and where it went: a row for each time. */
export const ticketMoveRows = pgTable(
  'ticket_moves',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ticketId: idColumn('ticket', 'ticket_id').notNull(),
    fromDepartmentId: idColumn('unit', 'from_department_id').notNull(),
    fromProcessorId: idColumn('staff', 'from_processor_id'),
    toDepartmentId: idColumn('unit', 'to_department_id').notNull(),
    toProcessorId: idColumn('staff', 'to_processor_id'),
    what: text('what', { enum: wordsOf(TicketStep.shape.what) })
      .notNull()
      .default('transfer'),
    note: text('note'),
    by: idColumn('staff', 'by').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('ticket_moves_ticket').on(table.ticketId, table.id)],
)
