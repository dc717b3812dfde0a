import { reduction, reductions } from '#contract/reductions.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { pass, reject, request, withdraw } from './actions.ts'
import { reducedBillSource, reductionSource } from './source.ts'

/** Handlers of `reductions`: requests to let a customer pay less, and the decisions on them. */
export default implement(
  reductions,
  {
    list: reductionSource,
    bills: reducedBillSource,
    request: ({ amount, reason }, call) =>
      request(amount, reason, { loanId: call.row.loanId, planId: call.row.id }, call),
    requestLoan: ({ amount, reason }, call) => request(amount, reason, { loanId: call.row.id, planId: null }, call),
    requestCase: ({ amount, reason }, call) => request(amount, reason, { loanId: call.row.loanId, planId: null }, call),
    pass: ({ note }, call) => pass(note, call),
    reject: ({ note }, call) => reject(note, call),
    withdraw: (_, call) => withdraw(call),
  },
  [rowSource(reduction, reductionSource)],
)
