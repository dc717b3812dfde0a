import { ticket, tickets } from '#contract/tickets.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { assigneeOf } from '#server/modules/references/steps.ts'
import { detail } from './read.ts'
import { deskSource, ticketSource } from './source.ts'
import { collectionUnit, openTicket } from './steps.ts'
import { close, escalate, follow, isOrderOf, reopen, transfer } from './transitions.ts'

/** Handlers of `tickets`: pieces of work for another department or colleague. */
export default implement(
  tickets,
  {
    operation: deskSource('operation'),
    collection: deskSource('collection'),
    detail: (asked, call) => detail(asked, call),

    async open({ kind, title, content, priority }, { tx, row, actor, app, today, now }) {
      const { id: loanId, customerId, departmentId } = (await lockLoan(tx, row.id))! // locked by the kernel already
      const about = { kind, title, content, priority, loanId, customerId, departmentId, createdById: actor.id }
      await openTicket(tx, about, { today, now, app })
    },

    async openForCase({ kind, title, content, priority }, { tx, row, actor, app, today, now }) {
      const { loanId, customerId } = row
      const departmentId = await collectionUnit(tx, row.agency?.id ?? null)
      const about = { kind, title, content, priority, loanId, customerId, departmentId, createdById: actor.id }
      await openTicket(tx, { ...about, desk: 'collection', source: 'collector' }, { today, now, app })
    },

    async transfer({ to, note }, call) {
      const { tx, row, fail } = call
      const assignee = await assigneeOf(tx, to)
      if (!assignee) return fail('unknown_assignee')
      const { departmentId, processorId } = assignee
      if (departmentId === row.department.id && processorId === (row.processor?.id ?? null))
        return fail('same_assignee')
      if (!(await isOrderOf(tx, departmentId, row))) return fail('not_their_order')
      await transfer({ departmentId, processorId }, note ?? null, call as never) // it refuses with nothing of its own
    },

    follow: ({ note }, call) => follow(note, call),
    escalate: ({ note }, call) => escalate(note, call),
    close: ({ result }, call) => close(result, call),
    reopen: ({ note }, call) => reopen(note, call as never), // as its endpoint declares
  },
  [rowSource(ticket, ticketSource)],
)
