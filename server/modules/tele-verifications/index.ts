import type { Loan } from '#contract/loans/row.ts'
import { teleVerifications } from '#contract/tele-verifications.ts'
import { type Call, implement } from '#server/kernel/implement.ts'
import { causeOf } from '#server/modules/loans/acts.ts'
import { callCustomer } from '#server/modules/loans/call.ts'
import { noteStep } from '#server/modules/loans/steps.ts'
import { verify } from './steps.ts'

async function connected(call: Call<never, Loan>): Promise<void> {
  await verify(call.row.id, 'connected', call)
  await noteStep(call.tx, call.row, { ...causeOf(call), event: 'teleVerify' })
}

/** Calls that verify a customer before money leaves for them. */
export default implement(teleVerifications, {
  async begin(_, call) {
    await verify(call.row.id, 'begin', call)
    await callCustomer(call)
  },
  connected: (_, call) => connected(call),
  notConnected: (_, call) => verify(call.row.id, 'notConnected', call),
})
