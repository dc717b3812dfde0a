import { messages } from '#contract/messages.ts'
import { implement } from '#server/kernel/implement.ts'
import { askCustomer, remind } from './acts.ts'

/** Messages to customers. */
export default implement(messages, {
  remind: (_, call) => remind(call.row.id, null, call),
  remindPlan: (_, call) => remind(call.row.loanId, call.row.id, call),
  remindCase: (_, call) => remind(call.row.loanId, null, call),
  askCustomer: ({ question }, call) => askCustomer(question, call),
})
