import { z } from 'zod'
import { api, change } from './kernel/endpoint.ts'
import { every, guard } from './kernel/fault.ts'
import { Id, Instant, Ref } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { DialableLoan, type Loan, loan } from './loans/row.ts'
import { mayCall, mayRecordCall, verificationFlow } from './loans/verification.ts'

/** What is known of the calls by which the customer of an order was to be verified. There is one for an order. */
export const TeleVerification = z.object({
  id: Id('teleVerification'),
  state: verificationFlow.State,
  calls: z.int(),
  /** The last call, as the phone's own record may be found by it. */
  callTask: z.string(),
  /** Who has called last. */
  caller: Ref('staff'),
  /** The line that the last call went out by; none: the caller's own phone. */
  line: Ref('line').nullable(),
  calledAt: Instant,
  /** When the customer was spoken to. */
  verifiedAt: Instant.nullable(),
})
export type TeleVerification = z.output<typeof TeleVerification>

/** Whoever works applications, or speaks to customers about their orders, may verify them. */
const verifying = {
  subject: loan,
  requires: ['teleVerifications.request', 'applications.request', 'orders.request'],
  touches: ['loans'],
} as const
const noting = { ...verifying, when: every<Loan>(loanFlow.can('teleVerify'), guard(['callState'], mayRecordCall)) }

/** Tele-verification: calls that verify a customer before disbursement. */
export const teleVerifications = api('teleVerifications', {
  /** Calls the customer: the number is answered for the phone of whoever calls. */
  begin: {
    ...change('POST /tele-verifications/begin', {
      ...verifying,
      when: every<Loan>(loanFlow.can('teleVerify'), guard(['callState', 'calls'], mayCall)),
      contacts: 'call',
      touches: ['loans', 'calls'],
      faults: [
        'out_of_hours',
        'do_not_disturb',
        'no_phone',
        'on_a_call',
        'verified_already',
        'call_under_way',
        'calls_exhausted',
      ],
      secrets: ['number'],
    }),
    output: DialableLoan,
  },

  /** Notes that the customer was spoken to, and is who they say. */
  connected: change('POST /tele-verifications/connected', { ...noting, faults: ['no_call_under_way'] }),

  /** Notes that nobody was spoken to. */
  notConnected: change('POST /tele-verifications/not-connected', { ...noting, faults: ['no_call_under_way'] }),
})
