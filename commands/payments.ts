import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { payment, payments } from '#contract/payments.ts'
import { command, local } from '#src/command/define.ts'

/** Send a payment link to the customer of an order. */
export const sendLink = command(payments.sendLink, {
  on: 'each',
  args: { amount: { optional: true } },
  search: {
    words: {
      zh: ['还款链接', '收款'],
      en: ['repayment link', 'collect payment'],
      es: ['enlace de pago', 'cobrar'],
      vi: ['liên kết thanh toán', 'link trả nợ'],
      id: ['tautan pembayaran', 'tagih'],
      ja: ['支払いリンク', '返済リンク'],
    },
    codes: ['pl'],
  },
})

/** Ask for what ends an order today, before its term. */
export const sendExitLink = command(payments.sendExitLink, { on: 'one', confirm: true })

/** Ask for what one instalment comes to, or something of it. */
export const sendPlanLink = command(payments.sendPlanLink, { on: 'each', args: { amount: { optional: true } } })

/** Ask the channel what became of payments. */
export const query = command(payments.query, { on: 'each', keys: 'q', search: { words: { zh: ['查询还款'] } } })

/** Reconcile a payment by hand: take it as made, because its transfer was found at the bank. */
export const reconcile = command(payments.reconcile, {
  on: 'one',
  args: {
    customerId: {},
    paymentId: { first: ({ id }) => id },
    utr: { first: ({ utr }) => utr ?? '' },
    paidOn: { optional: true },
  },
  confirm: true,
  search: { words: { zh: ['对账', '手动入账'], en: ['mark paid', 'found at bank'] } },
})

/** Say that a payment has bounced, … */
export const askReversal = command(payments.askReversal, {
  on: 'one',
  args: { reason: {} },
  confirm: true,
  search: {
    words: { zh: ['退票', '冲正'], en: ['bounced', 'chargeback'], es: ['devuelto', 'rebotado'], vi: ['bị trả lại'] },
  },
})
/** … reverse it, so that its order is owed again, … */
export const reverse = command(payments.reverse, {
  on: 'one',
  search: { words: { zh: ['冲正'], en: ['bounced', 'undo payment'] } },
})
/** … or reject the reversal. */
export const keep = command(payments.keep, { on: 'one', args: { reason: {} }, confirm: true })

/** Receipt: the allocation of a payment, plan by plan, to be read and printed. */
export const openReceipt = local('payments.openReceipt', {
  subject: payment,
  run: ({ id }, { go }) => go(recordPath(payment, id)),
})

/** The order a payment belongs to. */
export const openLoan = local('payments.openLoan', {
  subject: payment,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})

/** For searching the same payment elsewhere. */
export const copyId = local('payments.copyId', { subject: payment, run: ({ id }, { copy }) => copy(id) })
