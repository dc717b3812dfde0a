import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { command, local } from '#src/command/define.ts'

/** Have an approved application reviewed again. */
export const reinspect = command(loans.reinspect, { on: 'each', args: { reason: {} }, confirm: true })

/** Pay approved orders out by hand. */
export const disburse = command(loans.disburse, {
  on: 'each',
  instead: {
    card_not_bound: 'loans.changeCard',
    name_mismatch: 'loans.changeCard',
    not_verified: 'teleVerifications.begin',
  },
  search: { words: { en: ['pay out'], zh: ['打款'] } },
})

/** Send the failed pay-outs again. */
export const redisburse = command(loans.redisburse, {
  on: 'each',
  keys: 'r',
  instead: {
    card_not_bound: 'loans.changeCard',
    name_mismatch: 'loans.changeCard',
    not_verified: 'teleVerifications.begin',
    attempts_exhausted: 'loans.resubmit',
    payout_unconfirmed: 'loans.queryPayout',
  },
  search: {
    words: {
      zh: ['补打款', '重新打款'],
      en: ['retry payout', 'pay out again'],
      es: ['reintentar desembolso'],
      vi: ['giải ngân', 'chi lại'],
      id: ['kirim ulang dana', 'transfer ulang'],
      ja: ['再振込'],
    },
    codes: ['rd'],
  },
})

/** Have the money of an order paid out to another card of its customer. */
export const changeCard = command(loans.changeCard, {
  on: 'one',
  args: { holder: {}, bank: {}, ifsc: { optional: true }, account: {}, reason: {} },
  search: { words: { en: ['bank account', 'bind card'], zh: ['换卡', '更换银行卡'] } },
})

/** Call the customer about a pay-out, by the phone of this machine. */
export const callCustomer = command(loans.callCustomer, {
  on: 'one',
  confirm: true,
  after: ({ number }, { openExternal }) => number && openExternal(`tel:${number}`),
  search: { words: { zh: ['外呼', '电话'], en: ['phone', 'dial'] } },
})

/** Ask the channel what became of a pay-out. */
export const queryPayout = command(loans.queryPayout, { on: 'each', search: { words: { zh: ['查询放款'] } } })

/** Give a debt up as bad before its day. */
export const badDebt = command(loans.badDebt, { on: 'each', args: { reason: {} }, confirm: true, destructive: true })

/** Have an application decided anew. */
export const resubmit = command(loans.resubmit, {
  on: 'each',
  confirm: true,
  instead: { payout_unconfirmed: 'loans.queryPayout' },
})

/** End an application before any money was sent. */
export const cancelLoan = command(loans.cancelLoan, {
  on: 'each',
  args: { reason: {} },
  confirm: true,
  destructive: true,
  instead: { not_allowed_now: 'loans.cancelDisbursement' },
})

/** End an order whose pay-out failed. */
export const cancelDisbursement = command(loans.cancelDisbursement, {
  on: 'each',
  args: { reason: {} },
  confirm: true,
  destructive: true,
  instead: { not_allowed_now: 'loans.cancelLoan', payout_unconfirmed: 'loans.queryPayout' },
})

/** Everything known about one order. */
export const openDetail = local('loans.openDetail', {
  subject: loan,
  run: (row, { go }) => go(recordPath(loan, row.id)),
})

/** For searching the same order elsewhere. */
export const copyId = local('loans.copyId', {
  subject: loan,
  run: (row, { copy }) => copy(row.id),
})
