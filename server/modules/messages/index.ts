import { messages } from '#contract/messages.ts'
import { implement } from '#server/kernel/implement.ts'
import { askCustomer, remind, writingOf } from './acts.ts'

/** Messages to customers. */
export default implement(messages, {
  remind: (_, call) => remind(call.row.id, null, writingOf(call)),
  remindPlan: (_, call) => remind(call.row.loanId, call.row.id, writingOf(call)),
  remindCase: (_, call) => remind(call.row.loanId, null, writingOf(call)),
  askCustomer: ({ question }, call) => askCustomer(question, call),
})
