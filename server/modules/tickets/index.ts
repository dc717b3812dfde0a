import { eq } from 'drizzle-orm'
import { ticket, ticketFlow, tickets } from '#contract/tickets.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { assigneeOf } from '#server/modules/references/steps.ts'
import { operationTicketSource, ticketSource } from './source.ts'
import { answerDueAt, openTicket } from './steps.ts'
import { ticketMoveRows, ticketRows } from './store.ts'

/** Handlers of `tickets`: pieces of work for another department or colleague. */
export default implement(
  tickets,
  {
    operation: operationTicketSource,

    async open({ kind, title, content, priority }, { tx, row, actor, app, today, now }) {
      const { id: loanId, customerId, departmentId } = (await lockLoan(tx, row.id))! // locked by the kernel already
      const about = { kind, title, content, priority, loanId, customerId, departmentId, createdById: actor.id }
      await openTicket(tx, about, { today, now, app })
    },

    async transfer({ to, note }, { tx, row, actor, app, now, fail }) {
      const assignee = await assigneeOf(tx, to)
      if (!assignee) return fail('unknown_assignee')
      const { departmentId, processorId } = assignee
      if (departmentId === row.department.id && processorId === (row.processor?.id ?? null))
        return fail('same_assignee')
      const slaDueAt = await answerDueAt(tx, { clock: app.clock, now })
      const state = ticketFlow.after(row.state, 'transfer')!
      await tx
        .update(ticketRows)
        .set({ departmentId, processorId, state, slaDueAt, firstResponseAt: null })
        .where(eq(ticketRows.id, row.id))
      await tx.insert(ticketMoveRows).values({
        ticketId: row.id,
        fromDepartmentId: row.department.id,
        fromProcessorId: row.processor?.id ?? null,
        toDepartmentId: departmentId,
        toProcessorId: processorId,
        note: note ?? null,
        by: actor.id,
        at: now,
      })
    },
  },
  [rowSource(ticket, ticketSource)],
)
