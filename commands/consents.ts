import { consent, consents } from '#contract/consents.ts'
import { customer } from '#contract/customers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { command, local } from '#src/command/define.ts'

/** Record what a customer has agreed to on the phone or on paper. */
export const record = command(consents.record, {
  on: 'one',
  args: { document: {}, documentVersion: {}, channel: {}, givenOn: { optional: true }, reason: {} },
  search: {
    words: {
      en: ['opt in', 'agreement', 'privacy notice'],
      zh: ['授权', '隐私'],
      es: ['autorización', 'aviso de privacidad'],
      vi: ['chấp thuận'],
      id: ['persetujuan privasi'],
      ja: ['プライバシー'],
    },
  },
})

/** Record that a customer withdraws a consent. */
export const withdraw = command(consents.withdraw, {
  on: 'each',
  args: { channel: {}, reason: {} },
  keys: 'X',
  confirm: true,
  search: {
    words: {
      en: ['opt out', 'revoke'],
      zh: ['取消授权'],
      es: ['revocar'],
      vi: ['thu hồi'],
      id: ['tarik persetujuan'],
      ja: ['取り消し'],
    },
  },
})

/** Whose consent it is. */
export const openCustomer = local('consents.openCustomer', {
  subject: consent,
  run: ({ customerId }, { go }) => go(recordPath(customer, customerId)),
})
