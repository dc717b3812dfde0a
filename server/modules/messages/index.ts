import { messages } from '#contract/messages.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { askCustomer, makeOffer, messageContextOf, remind } from './actions.ts'
import { messageSource } from './source.ts'

/** Handlers of `messages`: messages to customers. */
export default implement(messages, {
  list: messageSource,
  offer: ({ offer }, call) => makeOffer(offer, call),
  remind: (_, call) => remind(call.row.id, null, messageContextOf(call)),
  remindPlan: (_, call) => remind(call.row.loanId, call.row.id, messageContextOf(call)),
  remindCase: (_, call) => remind(call.row.loanId, null, messageContextOf(call)),
  askCustomer: ({ question }, call) => askCustomer(question, call),
})
