import { z } from 'zod'
import { change } from '../kernel/endpoint.ts'
import { offering, PersonName } from '../kernel/values.ts'
import { Reason } from './application.ts'
import { loanFlow } from './flow.ts'
import { DialableLoan, loan } from './row.ts'

const textMax = 60

/** Why money may not leave for an order. */
const blockers = [
  ...(['card_change_open', 'card_not_bound', 'name_mismatch'] as const),
  ...(['not_verified', 'approval_expired', 'fund_cap'] as const),
] as const
/** Whoever may pay out may also call it off. */
const paying = { subject: loan, requires: 'failedPayouts.request', touches: ['payouts'] } as const
const sending = {
  ...paying,
  risk: 'money',
  sum: 'received',
  large: { rows: 100, needs: 'failedPayouts.approve' },
} as const

/** What operations do about an order until its money is with the customer. */
export const payingOut = {
  /** Pays an approved order out by hand, where that is not left to the job. */
  disburse: change('POST /loans/disburse', {
    ...sending,
    when: loanFlow.can('disburse'),
    faults: [...blockers, 'disbursed_by_job'],
  }),

  /** Sends the money of a failed pay-out again, to the card that is bound now. */
  redisburse: change('POST /loans/redisburse', {
    ...sending,
    when: loanFlow.can('redisburse'),
    faults: [...blockers, 'attempts_exhausted', 'payout_unconfirmed'],
  }),

  /** Has the money of an order paid out to another card of its customer. */
  changeCard: change('POST /loans/change-card', {
    subject: loan,
    requires: 'orderChanges.request',
    args: {
      holder: PersonName,
      bank: z.string().trim().min(1).max(textMax),
      ifsc: z.string().trim().toUpperCase().max(textMax).optional(),
      account: z.string().regex(/^\d{6,20}$/),
      reason: offering(Reason, 'cardChange', ['wrongAccount', 'accountClosed', 'bankRefuses', 'customerAsked']),
    },
    when: loanFlow.can('changeCard'),
    secrets: ['account'],
    touches: ['cardChanges', 'customers'],
    faults: ['name_mismatch', 'ifsc_malformed', 'same_card', 'change_open'],
  }),

  /** Calls the customer about the pay-out: the number is answered for the phone of whoever calls. */
  callCustomer: {
    ...change('POST /loans/call', {
      subject: loan,
      requires: 'failedPayouts.request',
      when: loanFlow.can('teleVerify'),
      contacts: 'call',
      touches: ['calls'],
      faults: ['out_of_hours', 'do_not_disturb', 'no_phone', 'on_a_call'],
      secrets: ['number'],
    }),
    output: DialableLoan,
  },

  /** Asks the channel at once what became of a pay-out: one that it has said nothing about, or what it calls a paid one. */
  queryPayout: change('POST /loans/query-payout', {
    subject: loan,
    requires: 'orders.request',
    when: loanFlow.can('queryPayout'),
    touches: ['payouts'],
    faults: ['payout_unknown'],
  }),

  /** Has an application that was over quota, or whose pay-out failed, decided anew. */
  resubmit: change('POST /loans/resubmit', {
    ...paying,
    when: loanFlow.can('resubmit'),
    faults: [
      ...(['resubmitted_too_often', 'resubmitted_too_late', 'payout_unconfirmed'] as const),
      ...(['customer_not_enabled', 'customer_blacklisted', 'order_open'] as const),
    ],
  }),

  /** Ends an application before any money was sent. */
  cancelLoan: change('POST /loans/cancel', {
    ...paying,
    args: {
      reason: offering(Reason, 'cancellation', ['customerAsked', 'duplicate', 'fraud', 'cannotPayOut', 'dataChanged']),
    },
    when: loanFlow.can('cancelLoan'),
  }),

  /** Ends an order whose pay-out failed. */
  cancelDisbursement: change('POST /loans/cancel-disbursement', {
    ...paying,
    args: {
      reason: offering(Reason, 'cancellation', ['customerAsked', 'duplicate', 'fraud', 'cannotPayOut', 'dataChanged']),
    },
    when: loanFlow.can('cancelDisbursement'),
    faults: ['payout_unconfirmed'],
  }),
}
