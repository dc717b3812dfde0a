import type { Loan } from '#contract/loans/row.ts'
import { teleVerifications } from '#contract/tele-verifications.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { recordResult } from '#server/modules/calls/steps/record-result.ts'
import { callCustomer } from '#server/modules/loans/steps/call-customer.ts'
import { causeOf, logLoanEvent } from '#server/modules/loans/steps/transition.ts'
import { advanceVerification, noteLine } from './steps.ts'

async function connected(call: Call<never, Loan>): Promise<void> {
  await advanceVerification(call.row.id, 'connected', call)
  await recordResult(call.tx, { loanId: call.row.id }, true)
  await logLoanEvent(call.tx, call.row, { ...causeOf(call), event: 'teleVerify' })
}

/** Handlers of `teleVerifications`: calls that verify a customer before money leaves for them. */
export default implement(teleVerifications, {
  async begin(_, call) {
    await advanceVerification(call.row.id, 'begin', call)
    await noteLine(call.tx, call.row.id, await callCustomer(call))
  },
  connected: (_, call) => connected(call),
  async notConnected(_, call) {
    await advanceVerification(call.row.id, 'notConnected', call)
    await recordResult(call.tx, { loanId: call.row.id }, false)
  },
})
