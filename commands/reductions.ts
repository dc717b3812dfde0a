import { reductions } from '#contract/reductions.ts'
import { command } from '#src/command/define.ts'

/** Ask that a customer may pay less. Somebody else decides. */
export const request = command(reductions.request, {
  on: 'each',
  args: { amount: {}, reason: {} },
  keys: 'd',
  confirm: true,
  search: {
    words: {
      zh: ['减免', '减息'],
      en: ['reduce', 'waive', 'discount'],
      es: ['reducir', 'descuento'],
      vi: ['giảm nợ', 'giảm lãi'],
      id: ['potongan', 'diskon'],
      ja: ['免除', '値引き'],
    },
    codes: ['rr'],
  },
})

/** The same from orders: for the instalment that is due first. */
export const requestLoan = command(reductions.requestLoan, {
  on: 'each',
  args: { amount: {}, reason: {} },
  keys: 'd',
  confirm: true,
  search: { words: { zh: ['减免'], en: ['reduce', 'waive'], es: ['reducir'], ja: ['免除'] } },
})

/** The same from cases, for whoever collects. */
export const requestCase = command(reductions.requestCase, {
  on: 'each',
  args: { amount: {}, reason: {} },
  keys: 'd',
  confirm: true,
  search: { words: { zh: ['减免'], en: ['reduce', 'waive'], es: ['reducir'], ja: ['免除'] } },
})

/** Let customers off what somebody else has asked for, within one's own limit. */
export const pass = command(reductions.pass, {
  on: 'each',
  args: { note: { optional: true } },
  keys: 'A',
  search: { words: { zh: ['批准减免', '审批'], en: ['approve reduction'] } },
})

/** Refuse what somebody else has asked for, and say why. */
export const reject = command(reductions.reject, { on: 'each', args: { note: {} }, keys: 'X', confirm: true })

/** Take one's own request back. */
export const withdraw = command(reductions.withdraw, { on: 'each', confirm: true })
