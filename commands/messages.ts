import { messages } from '#contract/messages.ts'
import { command } from '#src/command/define.ts'

const words = {
  zh: ['催还提醒', '短信'],
  en: ['text message', 'sms', 'remind'],
  es: ['recordar pago', 'mensaje'],
  vi: ['nhắc nợ', 'tin nhắn'],
  id: ['ingatkan', 'pesan'],
  ja: ['催促', 'メッセージ'],
} as const

/** Remind customers of what is due on their orders. */
export const remind = command(messages.remind, { on: 'each', confirm: true, search: { words, codes: ['sr'] } })

/** Remind customers of single instalments. */
export const remindPlan = command(messages.remindPlan, { on: 'each', confirm: true, search: { words } })

/** Remind customers from their cases. */
export const remindCase = command(messages.remindCase, { on: 'each', confirm: true, search: { words } })

/** Ask customers for what is missing from their proofs. */
export const askCustomer = command(messages.askCustomer, {
  on: 'each',
  args: { question: {} },
  confirm: true,
  search: { words: { en: ['clearer picture', 'write to customer'], zh: ['联系客户', '补充凭证'] } },
})

/** Offer customers what they could borrow. */
export const offer = command(messages.offer, {
  on: 'each',
  args: { offer: {} },
  confirm: true,
  search: { words: { en: ['marketing', 'campaign', 'text message'], zh: ['营销', '推广短信'] } },
})
