import { ok, refused, type Verdict } from '../kernel/fault.ts'
import { machine, type StateOf } from '../kernel/machine.ts'

/** How a customer is verified by phone before money leaves for them. Who does not answer is called again, `callsMax` times in all. */
export const verificationFlow = machine(
  'teleVerifications.state',
  {
    notExecuted: { begin: 'executing' },
    executing: { connected: 'connected', notConnected: 'notConnected' },
    connected: {},
    notConnected: { begin: 'executing' },
  },
  { notExecuted: 'muted', executing: 'info', connected: 'good', notConnected: 'warn' },
)
export type VerificationState = StateOf<typeof verificationFlow>

/** How often one customer is called about one order. */
export const callsMax = 3

/** How far the verification of an order has come. */
export interface CallProgress {
  readonly callState: VerificationState
  readonly calls: number
}

/** Whether the customer may be called to verify them, or why not. */
export function mayCall({ callState, calls }: CallProgress): Verdict {
  if (callState === 'connected') return refused('verified_already')
  if (callState === 'executing') return refused('call_under_way')
  return calls >= callsMax ? refused('calls_exhausted', { max: callsMax }) : ok
}

/** Whether there is a call whose end may be noted. */
export const mayRecordCall = ({ callState }: Pick<CallProgress, 'callState'>): Verdict =>
  callState === 'executing' ? ok : refused('no_call_under_way')
