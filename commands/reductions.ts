import { reductions } from '#contract/reductions.ts'
import { command } from '#src/command/define.ts'

/** Ask that a customer may pay less. Somebody else decides. */
export const request = command(reductions.request, {
  on: 'each',
  ask: { amount: {}, reason: {} },
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
